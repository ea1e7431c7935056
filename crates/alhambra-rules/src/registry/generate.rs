//! The macros behind the registry. One line `17 => NewScoreCards in m17_new_score_cards` becomes a variant of
//! every generated enum, a field of the modules' state, and one arm in every dispatching function; a module
//! that does not override a hook costs one bit test there.

/// Writes functions that call one hook of every module that is on.
macro_rules! hooks {
    ($names:tt $(fn $hook:ident($($arg:ident: $type:ty),*) by $on:expr;)*) => {
        $(hooks! { @one $names $hook ($($arg: $type),*) ($($arg),*) $on })*
    };
    (@one [$($name:ident),*] $hook:ident ($($params:tt)*) $args:tt $on:expr) => {
        #[inline(never)]
        pub(crate) fn $hook($($params)*) {
            let on = $on;
            $(if on >> (ModuleId::$name as u8) & 1 != 0 {
                <$name as Module>::$hook $args;
            })*
        }
    };
}

/// Everything that knows all modules by name.
macro_rules! modules {
    ($($number:literal => $name:ident in $folder:ident,)* ; $($beyond:literal => $rules:ident in $edition:ident,)*) => {
        /// The modules, one folder each.
        #[path = "modules"]
        pub mod modules {
            pub use crate::editions::classic::BOX;
            $(pub mod $folder;)*
        }

        $(use modules::$folder::$name;)*
        $(use crate::editions::$edition::$rules;)*

        impl ModuleId {
            /// All modules of the box that are written, by number. Which of them can be switched on is a question to
            /// the edition ([`ModuleId::playable`]).
            pub const ALL: &'static [ModuleId] = &[$(ModuleId::$name),*];
        }

        modules! { @every $($number => $name in $folder,)* $($beyond => $rules in $edition,)* }
    };
    (@every $($number:literal => $name:ident in $folder:ident,)*) => {
        /// A module that can be switched on. Its number is its number in the box, for ever.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum ModuleId { $(#[doc = concat!("Module ", stringify!($number), ".")] $name = $number),* }

        impl ModuleId {
            /// The modules of the box and the rules of editions, by number.
            pub const EVERY: &'static [ModuleId] = &[$(ModuleId::$name),*];

            /// What players are told about it.
            pub fn info(self) -> &'static ModuleInfo {
                match self { $(ModuleId::$name => <$name as Module>::INFO),* }
            }

            /// Its behaviour version.
            pub fn version(self) -> u16 {
                match self { $(ModuleId::$name => <$name as Module>::VERSION),* }
            }

            /// How many of its options came after the form of set-up codes was frozen.
            pub(crate) fn later_options(self) -> usize {
                match self { $(ModuleId::$name => <$name as Module>::LATER_OPTIONS),* }
            }

            /// What is printed on its components and can be corrected.
            pub(crate) fn printed(self) -> &'static [Printed] {
                match self { $(ModuleId::$name => <$name as Module>::PRINTED),* }
            }

            /// Whether it can be played with a box like this.
            pub(crate) fn fits(self, corrected: &Draft) -> Result<(), Objection> {
                match self { $(ModuleId::$name => <$name as Module>::fits(corrected)),* }
            }

            /// The steps it listens to.
            pub const fn steps(self) -> StepSet {
                match self { $(ModuleId::$name => <$name as Module>::STEPS),* }
            }
        }

        /// The modules' parts of the state. A module reads only its own.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct ModStates { $(pub(crate) $folder: <$name as Module>::State),* }

        impl ModStates {
            /// The states of the modules that are on, as `(number, bytes)`.
            pub(crate) fn pack(&self, on: u64) -> Vec<(u8, Vec<u8>)> {
                let mut packed = Vec::new();
                $(if on >> $number & 1 != 0 {
                    packed.push(($number, postcard::to_stdvec(&self.$folder).unwrap_or_default()));
                })*
                packed
            }

            pub(crate) fn unpack(packed: &[(u8, Vec<u8>)]) -> Result<ModStates, String> {
                let mut states = ModStates::default();
                for (number, bytes) in packed {
                    match number {
                        $($number => states.$folder = postcard::from_bytes(bytes)
                            .map_err(|e| format!("state of module {number}: {e}"))?,)*
                        _ => return Err(format!("there is no module {number} in this version")),
                    }
                }
                Ok(states)
            }
        }

        /// The steps some module that is on listens to, after what was agreed with each.
        pub(crate) fn heard(on: u64, states: &ModStates) -> StepSet {
            StepSet::EMPTY$(.or(if on & ModuleId::$name.bit() == 0 {
                StepSet::EMPTY
            } else {
                <$name as Module>::STEPS.without(<$name as Module>::idle(&states.$folder))
            }))*
        }

        /// An action of a module.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ModAction { $(#[doc = concat!("Of module ", stringify!($number), ".")] $name(<$name as Module>::Action)),* }

        #[cfg(feature = "testkit")]
        impl ModAction {
            /// Any action of a module.
            ///
            /// # Errors
            /// When it has none.
            pub fn any_of(module: ModuleId, u: &mut arbitrary::Unstructured<'_>) -> arbitrary::Result<ModAction> {
                match module { $(ModuleId::$name => u.arbitrary().map(ModAction::$name)),* }
            }

            /// Whose action it is.
            pub fn module(self) -> ModuleId {
                match self { $(ModAction::$name(_) => ModuleId::$name),* }
            }
        }

        #[cfg(feature = "testkit")]
        impl<'a> arbitrary::Arbitrary<'a> for ModAction {
            fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<ModAction> {
                let module = u.arbitrary()?;
                ModAction::any_of(module, u)
            }
        }

        impl Serialize for ModAction {
            fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                match self { $(ModAction::$name(own) => write_tagged(s, ModuleId::$name, own)),* }
            }
        }

        impl<'de> Deserialize<'de> for ModAction {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<ModAction, D::Error> {
                struct ByName;
                impl<'de> Visitor<'de> for ByName {
                    type Value = ModAction;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an action of a module, {\"slug\": …}")
                    }
                    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ModAction, A::Error> {
                        let module = map.next_key::<ModuleId>()?.ok_or_else(|| A::Error::custom("no module is named"))?;
                        match module { $(ModuleId::$name => map.next_value().map(ModAction::$name)),* }
                    }
                }
                if d.is_human_readable() {
                    return d.deserialize_map(ByName);
                }
                let (number, bytes) = <(u8, Vec<u8>)>::deserialize(d)?;
                match number {
                    $($number => postcard::from_bytes(&bytes).map(ModAction::$name).map_err(D::Error::custom),)*
                    _ => Err(D::Error::custom(format!("there is no module {number} in this version"))),
                }
            }
        }

        /// A procedure of a module.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ModFrame { $(#[doc = concat!("Of module ", stringify!($number), ".")] $name(<$name as Module>::Frame)),* }

        impl Serialize for ModFrame {
            fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                match self { $(ModFrame::$name(own) => write_tagged(s, ModuleId::$name, own)),* }
            }
        }

        impl<'de> Deserialize<'de> for ModFrame {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<ModFrame, D::Error> {
                let (number, bytes) = <(u8, Vec<u8>)>::deserialize(d)?;
                match number {
                    $($number => postcard::from_bytes(&bytes).map(ModFrame::$name).map_err(D::Error::custom),)*
                    _ => Err(D::Error::custom(format!("there is no module {number} in this version"))),
                }
            }
        }

        /// The module a procedure belongs to.
        pub(crate) fn owner(frame: ModFrame) -> ModuleId {
            match frame { $(ModFrame::$name(_) => ModuleId::$name),* }
        }

        /// The state a module starts with, or what is wrong with its options.
        pub(crate) fn begin(module: ModuleId, setup: &Setup, values: &OptionValues, states: &mut ModStates) -> Result<(), Objection> {
            let options: OptionValues = crate::data::options(values);
            crate::setup::check_options(module.info().options, &options)?;
            match module { $(ModuleId::$name => states.$folder = <$name as Module>::begin(setup, &options)?),* }
            Ok(())
        }

        /// Tells the module with this number that a step has come.
        #[inline(never)]
        pub(crate) fn at(cx: &mut Cx<'_, '_>, module: u8, step: Step) {
            if step == Step::O3 {
                return left(cx, module);
            }
            match module {
                $($number => <$name as Module>::at(cx, step),)*
                _ => {}
            }
        }

        /// O3: what the tables of fates say about a tile that has left its place.
        fn left(cx: &mut Cx<'_, '_>, module: u8) {
            let What::Leave { seat, piece, how } = cx.top().what else { return };
            match module { $($number => {
                // A tile that is replaced fares like one that is taken off.
                let how = if how == Leaving::Swapped { Leaving::Reserve } else { how };
                let fate = <$name as Module>::FATES.iter().find(|(leaving, _)| *leaving == how);
                if let Some(&(_, fate)) = fate {
                    <$name as Module>::left(cx, seat, piece, fate);
                }
            })* _ => {} }
        }

        #[inline(never)]
        pub(crate) fn step(cx: &mut Cx<'_, '_>, frame: ModFrame) -> Move {
            match frame { $(ModFrame::$name(own) => <$name as Module>::step(cx, own).into()),* }
        }

        pub(crate) fn legal(g: &GameState, seat: Seat, frame: ModFrame, out: &mut Vec<Action>) {
            match frame { $(ModFrame::$name(own) => {
                let mut actions = Vec::with_capacity(ROOM);
                <$name as Module>::legal(g, seat, own, &mut actions);
                out.extend(actions.into_iter().map(|a| Action::Module(ModAction::$name(a))));
            }),* }
        }

        pub(crate) fn check(g: &GameState, seat: Seat, frame: ModFrame, action: &Action) -> Result<(), Illegal> {
            match (frame, action) {
                $((ModFrame::$name(_), Action::Module(ModAction::$name(own))) => <$name as Module>::check(g, seat, *own),)*
                _ => Err(Illegal::NotAskedFor { asked: "module" }),
            }
        }

        pub(crate) fn check_action(g: &GameState, seat: Seat, window: Window, action: ModAction) -> Result<(), Illegal> {
            match action { $(ModAction::$name(own) => {
                if !on(g, ModuleId::$name) {
                    return Err(Illegal::of(ModuleId::$name, "not_in_this_game"));
                }
                <$name as Module>::check(g, seat, own)?;
                // A module's own reason is the better one, but it need not think of windows it lists nothing in.
                if offers_in(<$name as Module>::STEPS, window) {
                    Ok(())
                } else {
                    Err(Illegal::of(ModuleId::$name, "not_done_now"))
                }
            }),* }
        }

        #[inline(never)]
        pub(crate) fn apply(cx: &mut Cx<'_, '_>, seat: Seat, action: ModAction) {
            match action { $(ModAction::$name(own) => <$name as Module>::apply(cx, seat, own)),* }
        }

        hooks! { [$($name),*]
            fn supply(rules: &Rules, supply: &mut Supply) by rules.modules;
            fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) by opening(g, window);
            fn quote(g: &GameState, request: &Request, pay: &mut PayRules) by quoting(g, request);
            fn offers(g: &GameState, seat: Seat, out: &mut Vec<Listing>) by g.core.rules.modules;
            fn turn_rules(g: &GameState, seat: Seat, rules: &mut TurnRules) by g.core.rules.modules;
            fn verdict(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters, verdict: &mut Verdict) by g.core.rules.modules;
            fn openings(rebuilt: &Rebuilt<'_>, out: &mut Vec<(Cell, Side)>) by rebuilt.game.core.rules.modules;
            fn turns(g: &GameState, seat: Seat, piece: PieceId, turns: &mut Turns) by g.core.rules.modules;
            fn may_leave(g: &GameState, seat: Seat, how: Leaving, pieces: &mut PieceSet) by g.core.rules.modules;
            fn may_give(g: &GameState, seat: Seat, pieces: &mut PieceSet) by g.core.rules.modules;
            fn preview(g: &GameState, out: &mut Vec<Option<PieceId>>) by g.core.rules.modules;
            fn counts(g: &GameState, book: &mut CountBook) by g.core.rules.modules;
            fn table(g: &GameState, round: u8, table: &mut [Places; 6]) by g.core.rules.modules;
            fn redraw(g: &mut GameState, observer: Seat, pick: &mut dyn FnMut(u32) -> u32) by g.core.rules.modules;
        }

        /// What one module adds in a window.
        pub(crate) fn actions_of(module: ModuleId, g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
            match module { $(ModuleId::$name => <$name as Module>::actions(g, seat, window, out)),* }
        }

        /// What one module makes of a price.
        pub(crate) fn quote_of(module: ModuleId, g: &GameState, request: &Request, pay: &mut PayRules) {
            match module { $(ModuleId::$name => <$name as Module>::quote(g, request, pay)),* }
        }

        /// The ways modules offer to buy a tile beside the plain one, ascending.
        pub(crate) fn variants(g: &GameState, request: &Request) -> Vec<(ModuleId, u8)> {
            let mut all = Vec::new();
            let mut values = Vec::new();
            $(if on(g, ModuleId::$name) && <$name as Module>::STEPS.has(Step::P1) {
                <$name as Module>::variants(g, request, &mut values);
                all.extend(values.drain(..).map(|value| (ModuleId::$name, value)));
            })*
            all
        }

        /// The first module behind `after` that has modifiers for this request; `values` becomes which, ascending.
        pub(crate) fn next_modifiers(g: &GameState, request: &Request, after: u8, values: &mut Vec<u8>) -> Option<ModuleId> {
            values.clear();
            $(if $number > after && on(g, ModuleId::$name) && <$name as Module>::STEPS.has(Step::P2) {
                <$name as Module>::modifiers(g, request, values);
                if !values.is_empty() {
                    return Some(ModuleId::$name);
                }
            })*
            None
        }

        /// Calls `each` with every module behind `after` that has modifiers for this request, and which, ascending.
        pub(crate) fn each_modifiers(
            g: &GameState,
            request: &Request,
            after: u8,
            mut each: impl FnMut(ModuleId, &[u8]),
        ) {
            let mut values = Vec::with_capacity(ROOM);
            $(if $number > after && on(g, ModuleId::$name) && <$name as Module>::STEPS.has(Step::P2) {
                <$name as Module>::modifiers(g, request, &mut values);
                if !values.is_empty() {
                    each(ModuleId::$name, &values);
                    values.clear();
                }
            })*
        }

        // A purchase has one variant, and every module can have its modifier in it.
        const _: () = {
            let with_modifiers = 0 $(+ <$name as Module>::STEPS.has(Step::P2) as usize)*;
            assert!(with_modifiers < TERMS, "raise TERMS: more modules have a say in one purchase");
        };

        /// What a choice of terms means, for people.
        pub(crate) fn say_terms(g: &GameState, piece: Option<PieceId>, module: ModuleId, value: u8) -> &'static str {
            match module {
                $(ModuleId::$name => <$name as Module>::say_terms(g, piece, value)),*
            }
        }

        /// Whether the modules let a palace look like this.
        pub(crate) fn sound(rebuilt: &Rebuilt<'_>) -> Result<(), PlaceFault> {
            $(if on(rebuilt.game, ModuleId::$name) {
                let by = ModuleId::$name;
                <$name as Module>::sound(rebuilt).map_err(|why| PlaceFault::NotAllowed { by, why })?;
            })*
            Ok(())
        }

        /// A special card was turned up: the first module that wants it takes it.
        #[inline(never)]
        pub(crate) fn reveal(cx: &mut Cx<'_, '_>, card: CardKind) -> bool {
            $((on(cx.g, ModuleId::$name) && <$name as Module>::reveal(cx, card)))||*
        }

        /// Whether some module has `seat` asked in a window.
        pub(crate) fn eligible(g: &GameState, seat: Seat, window: Window) -> bool {
            let open = if window == Window::MainAction { g.core.rules.modules } else { opening(g, window) };
            open != 0
                && ($((open >> (ModuleId::$name as u8) & 1 != 0
                    && offers_in(<$name as Module>::STEPS, window)
                    && <$name as Module>::eligible(g, seat, window)))||*)
        }

        /// Whether some module that listens to L2 could have a say in where `seat` lays a piece.
        pub(crate) fn judges(g: &GameState, seat: Seat, piece: PieceId) -> bool {
            $((on(g, ModuleId::$name)
                && <$name as Module>::STEPS.has(Step::L2)
                && <$name as Module>::judges(g, seat, piece)))||*
        }

        /// The cells of a palace where a change could matter to some module that listens to O5.
        pub(crate) fn minds(g: &GameState, seat: Seat) -> CellSet {
            let cells = CellSet::EMPTY;
            $(let cells = if on(g, ModuleId::$name) && <$name as Module>::STEPS.has(Step::O5) {
                cells.or(<$name as Module>::minds(g, seat))
            } else {
                cells
            };)*
            cells
        }

        /// Whether some module lets `seat` open a gate together with a tile that is moved.
        pub(crate) fn opens_gates(g: &GameState, seat: Seat) -> bool {
            $((on(g, ModuleId::$name) && <$name as Module>::opens_gates(g, seat)))||*
        }

        /// The tile a module has set for a market space before.
        pub(crate) fn preset(cx: &mut Cx<'_, '_>, space: Space) -> Option<PieceId> {
            $(if on(cx.g, ModuleId::$name) && <$name as Module>::STEPS.has(Step::F2) {
                if let Some(piece) = <$name as Module>::preset(cx, space) {
                    return Some(piece);
                }
            })*
            None
        }

        /// A second tile that lies on a market space.
        pub(crate) fn second_leftover(g: &GameState, space: Space) -> Option<PieceId> {
            $(if on(g, ModuleId::$name) && <$name as Module>::STEPS.has(Step::E4) {
                if let Some(piece) = <$name as Module>::second_leftover(g, space) {
                    return Some(piece);
                }
            })*
            None
        }

        /// What a module's action points at and what it pays.
        pub(crate) fn describe(g: &GameState, seat: Seat, action: ModAction) -> Described {
            match action { $(ModAction::$name(own) => <$name as Module>::describe(g, seat, own)),* }
        }

        /// Whose action it is and what it is called: the key of its words.
        pub fn name(action: ModAction) -> (ModuleId, &'static str) {
            match action { $(ModAction::$name(own) => (ModuleId::$name, variant::name(&own).unwrap_or_default())),* }
        }

        /// The same action with other cards laid down, where a module lets its player choose them.
        pub fn paid_with(action: ModAction, payment: Cards) -> Option<ModAction> {
            match action { $(ModAction::$name(own) => <$name as Module>::paid_with(own, payment).map(ModAction::$name)),* }
        }

        /// Whether an action of a module does without.
        pub(crate) fn passes(action: ModAction) -> bool {
            match action { $(ModAction::$name(own) => <$name as Module>::passes(own)),* }
        }

        /// Money of a currency that modules hold for a seat.
        pub(crate) fn holdings(g: &GameState, seat: Seat, currency: Currency) -> u16 {
            0 $(+ if on(g, ModuleId::$name) { <$name as Module>::holdings(g, seat, currency) } else { 0 })*
        }

        /// What the modules that listen to a step of a scoring would score in it.
        pub(crate) fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
            $(if on(g, ModuleId::$name) && <$name as Module>::STEPS.has(step) {
                <$name as Module>::score(g, step, sheet.by(Source::Module(ModuleId::$name)));
            })*
        }

        /// What the modules say a seat has that will score later.
        pub(crate) fn worth(g: &GameState, seat: Seat) -> i16 {
            0 $(+ if on(g, ModuleId::$name) { <$name as Module>::worth(g, seat) } else { 0 })*
        }

        /// Points the modules give for the length of walls beside the longest one.
        pub(crate) fn more_walls(g: &GameState, seat: Seat, round: u8) -> u16 {
            0 $(+ if on(g, ModuleId::$name) { <$name as Module>::more_walls(g, seat, round) } else { 0 })*
        }

        /// What a viewer may see of each module that is on.
        pub(crate) fn views(g: &GameState, viewer: Option<Seat>) -> Vec<(ModuleId, Vec<(&'static str, Shown)>)> {
            let mut views = Vec::new();
            $(if on(g, ModuleId::$name) {
                views.push((ModuleId::$name, <$name as Module>::view(g, viewer)));
            })*
            views
        }

        /// Arranges a module as a scenario says.
        #[cfg(feature = "testkit")]
        pub(crate) fn arrange(module: ModuleId, g: &mut GameState, text: &str) -> Result<(), String> {
            match module { $(ModuleId::$name => <$name as Module>::arrange(g, text)),* }
        }

        /// Whether every component of the modules is somewhere exactly once.
        #[cfg(feature = "testkit")]
        pub(crate) fn census(g: &GameState) -> Result<(), String> {
            $(if on(g, ModuleId::$name) {
                <$name as Module>::census(g)?;
            })*
            Ok(())
        }
    };
}

pub(crate) use {hooks, modules};
