//! Set-up codes: everything a table agrees on, apart from names, in a few letters that can be read out loud.
//!
//! A code is base 32 without the letters that look like digits, in groups of five, with a checksum. It holds the
//! format, edition, number of players, house rules, modules and their options, each as its frozen number or place
//! in its list of values; lists only grow at the end, so old codes stay readable. Options that a module got later stand
//! behind everything else, where old codes have nothing.

use crate::core::house::HouseRules;
use crate::core::palace::Holes;
use crate::editions::EditionId;
use crate::editions::classic::BOX;
use crate::refs::Ref;
use crate::registry::ModuleId;
use crate::setup::{Objection, OptionValues, Setup, SetupError};
use crate::speech;

/// The format of codes this version writes and reads.
const FORMAT: u64 = 1;
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const HOLES: [Holes; 3] = [Holes::Area4, Holes::SingleCell, Holes::Area8];
/// The numbers of modules, a bit each.
const MODULES: u8 = BOX;

/// Why a code is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadCode {
    /// A character no code has.
    Letter(char),
    /// Something was mistyped or left out.
    Mistyped,
    /// A later format.
    Format(u64),
    /// A module this version does not know.
    Module(u8),
    /// An edition this version does not know.
    Edition,
    /// A house rule, or a value of one, this version does not know.
    House,
    /// A value of an option of a module this version does not know.
    Option(ModuleId),
    /// A set-up that cannot be played.
    Setup(SetupError),
}

impl From<SetupError> for BadCode {
    fn from(why: SetupError) -> BadCode {
        BadCode::Setup(why)
    }
}

impl BadCode {
    /// The module it is about.
    pub fn by(&self) -> Option<ModuleId> {
        match self {
            BadCode::Option(module) => Some(*module),
            BadCode::Setup(why) => why.by(),
            _ => None,
        }
    }

    /// What is wrong: a key, and what it points at.
    pub fn objection(&self) -> Objection {
        match self {
            BadCode::Letter(letter) => Objection::of("code_letter", [Ref::text(letter)]),
            BadCode::Mistyped => Objection::plain("code_mistyped"),
            BadCode::Format(format) => Objection::of("code_format", [format, &FORMAT].map(Ref::text)),
            BadCode::Module(number) => Objection::of("code_module", [Ref::text(number)]),
            BadCode::Edition => Objection::plain("code_edition"),
            BadCode::House => Objection::plain("code_house_rule"),
            BadCode::Option(_) => Objection::plain("code_option"),
            BadCode::Setup(why) => why.objection(),
        }
    }

    /// What is wrong, in a language.
    pub fn told(&self, language: &str) -> String {
        match self.by() {
            Some(module) => speech::unplayable(language, module, &self.objection()),
            None => speech::objection(language, None, &self.objection()),
        }
    }
}

/// In English; [`BadCode::told`] says it in any language.
impl std::fmt::Display for BadCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.told(speech::ENGLISH))
    }
}

impl std::error::Error for BadCode {}

/// A set-up that no code can stand for: it has this module, and codes have a bit for those of the box alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCode(pub ModuleId);

impl NoCode {
    /// What is in the way: a key, and what it points at.
    pub fn objection(&self) -> Objection {
        Objection::plain("code_without_room")
    }

    /// What is in the way, in a language.
    pub fn told(&self, language: &str) -> String {
        speech::unplayable(language, self.0, &self.objection())
    }
}

/// In English; [`NoCode::told`] says it in any language.
impl std::fmt::Display for NoCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.told(speech::ENGLISH))
    }
}

impl std::error::Error for NoCode {}

/// The code of a set-up. Names are not part of it.
///
/// ```
/// use alhambra_rules::{ModuleId, Setup, code};
/// let setup = Setup::players(4).with(ModuleId::Thieves);
/// assert_eq!(code::decode(&code::encode(&setup)?), Ok(setup));
/// # Ok::<(), code::NoCode>(())
/// ```
///
/// # Errors
/// The first module that codes have no room for.
pub fn encode(setup: &Setup) -> Result<String, NoCode> {
    let rules = setup.edition.profile().rules;
    let homeless = |module: &ModuleId| module.number() > MODULES && Some(*module) != rules;
    if let Some(module) = setup.modules.keys().copied().find(homeless) {
        return Err(NoCode(module));
    }
    let mut bits = Bits::default();
    bits.put(FORMAT, 4);
    bits.put(setup.edition.number().into(), 3);
    bits.put(setup.players.len() as u64, 3);
    bits.put(u64::from(setup.confirm), 1);
    let house = &setup.house;
    let plain = *house == HouseRules::default();
    bits.put(u64::from(!plain), 1);
    if !plain {
        for (place, values) in house.places_of_values() {
            bits.put(place.into(), width(values));
        }
        bits.put(HOLES.iter().position(|h| *h == house.holes).unwrap_or(0) as u64, 2);
        bits.put(u64::from(house.dirk_may_win), 1);
        bits.put(u64::from(house.unofficial), 1);
    }
    for number in 1..=MODULES {
        let module = ModuleId::with_number(number).filter(|m| setup.modules.contains_key(m));
        bits.put(u64::from(module.is_some()), 1);
    }
    let place = |values: &OptionValues, (name, all): &Choices| {
        values.get(*name).and_then(|v| all.iter().position(|a| a == v)).unwrap_or(0) as u64
    };
    let mut later = Vec::new();
    for (module, values) in setup.on() {
        let (first, others) = options(module);
        for option in first {
            bits.put(place(values, option), width(option.1.len() as u8));
        }
        later.extend(others.iter().map(|option| (place(values, option), width(option.1.len() as u8))));
    }
    if later.iter().any(|(place, _)| *place > 0) {
        later.into_iter().for_each(|(place, width)| bits.put(place, width));
    }
    Ok(bits.text())
}

/// An option: its name and its values.
type Choices = (&'static str, &'static [&'static str]);

/// The options of a module that codes always have, and those that came later.
fn options(module: ModuleId) -> (&'static [Choices], &'static [Choices]) {
    let all = module.info().options;
    all.split_at(all.len().saturating_sub(module.later_options()))
}

/// The set-up of a code, with players named Player 1, Player 2 and so on.
///
/// # Errors
/// What is wrong with the code, or with the set-up it stands for.
pub fn decode(code: &str) -> Result<Setup, BadCode> {
    let mut bits = Bits::read(code)?;
    match bits.take(4)? {
        FORMAT => {}
        other => return Err(BadCode::Format(other)),
    }
    let edition = EditionId::with_number(bits.take(3)? as u8).ok_or(BadCode::Edition)?;
    let mut setup = Setup { edition, ..Setup::players(bits.take(3)? as usize) };
    setup.confirm = bits.take(1)? == 1;
    if bits.take(1)? == 1 {
        let mut places = Vec::new();
        for (_, values) in HouseRules::default().places_of_values() {
            places.push(bits.take(width(values))? as u8);
        }
        setup.house = HouseRules::with_places(&places).ok_or(BadCode::House)?;
        setup.house.holes = *HOLES.get(bits.take(2)? as usize).ok_or(BadCode::House)?;
        setup.house.dirk_may_win = bits.take(1)? == 1;
        setup.house.unofficial = bits.take(1)? == 1;
    }
    for number in 1..=MODULES {
        if bits.take(1)? == 1 {
            let module = ModuleId::with_number(number).ok_or(BadCode::Module(number))?;
            setup.modules.insert(module, OptionValues::new());
        }
    }
    // What the edition always has is part of the code by its options alone.
    let rules = edition.profile().rules;
    setup.modules.extend(rules.map(|rules| (rules, OptionValues::new())));
    for later in [false, true] {
        for (module, values) in &mut setup.modules {
            let (first, others) = options(*module);
            for (name, all) in if later { others } else { first } {
                let place = match bits.take(width(all.len() as u8)) {
                    // A code without them has their defaults.
                    Err(_) if later => 0,
                    place => place? as usize,
                };
                let value = all.get(place).ok_or(BadCode::Option(*module))?;
                // A default need not be said, so that codes and set-ups have one form.
                if place > 0 {
                    values.insert((*name).to_owned(), (*value).to_owned());
                }
            }
        }
    }
    setup.modules.retain(|module, values| Some(*module) != rules || !values.is_empty());
    setup.check()?;
    Ok(setup)
}

/// Bits for a place among `values` values; lists may grow to twice their size before a code gets longer.
fn width(values: u8) -> u32 {
    u8::BITS - values.max(2).next_power_of_two().leading_zeros()
}

/// Bits one after the other.
#[derive(Default)]
struct Bits {
    bits: Vec<bool>,
    at: usize,
}

impl Bits {
    fn put(&mut self, value: u64, width: u32) {
        self.bits.extend((0..width).rev().map(|i| value >> i & 1 == 1));
    }

    fn take(&mut self, width: u32) -> Result<u64, BadCode> {
        let end = self.at + width as usize;
        let bits = self.bits.get(self.at..end).ok_or(BadCode::Mistyped)?;
        self.at = end;
        Ok(bits.iter().fold(0, |value, bit| value << 1 | u64::from(*bit)))
    }

    /// Letters for five bits each, the last ones filled up, and three letters of checksum.
    fn text(mut self) -> String {
        while !self.bits.len().is_multiple_of(5) {
            self.bits.push(false);
        }
        let value = |five: &[bool]| five.iter().fold(0u8, |value, bit| value << 1 | u8::from(*bit));
        let mut values: Vec<u8> = self.bits.chunks(5).map(value).collect();
        values.extend(checksum(&values));
        let letters: Vec<u8> = values.iter().map(|v| LETTERS[usize::from(*v)]).collect();
        let groups: Vec<String> =
            letters.chunks(5).map(|g| g.iter().map(|b| char::from(*b)).collect()).collect();
        groups.join("-")
    }

    fn read(code: &str) -> Result<Bits, BadCode> {
        let mut values = Vec::new();
        for letter in code.trim().chars().filter(|c| *c != '-' && !c.is_whitespace()) {
            // What is easily mistaken for a digit is taken for it.
            let read = match letter.to_ascii_lowercase() {
                'o' => '0',
                'i' | 'l' => '1',
                other => other,
            };
            let place = LETTERS.iter().position(|l| char::from(*l) == read);
            values.push(place.ok_or(BadCode::Letter(letter))? as u8);
        }
        let sum = values.split_off(values.len().saturating_sub(3));
        if sum != checksum(&values) {
            return Err(BadCode::Mistyped);
        }
        let mut bits = Bits::default();
        values.iter().for_each(|v| bits.put(u64::from(*v), 5));
        Ok(bits)
    }
}

/// The first letter notices every single slip, the others nearly everything else.
fn checksum(values: &[u8]) -> [u8; 3] {
    let sum = values.iter().fold(0u8, |sum, v| (sum + v) % 32);
    let hash = xxhash_rust::xxh3::xxh3_64(values);
    [sum, (hash & 31) as u8, (hash >> 5 & 31) as u8]
}
