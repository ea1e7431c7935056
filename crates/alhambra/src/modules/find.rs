//! Finding a module by what somebody typed.

use crate::failure::Failure;
use alhambra_rules::ModuleId;

/// What was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// This module.
    Module(ModuleId),
    /// The list of house rules.
    HouseRules,
}

/// A module by number, title, name in set-ups, or a beginning that fits only one.
///
/// # Errors
/// When nothing or too much fits: what is near.
pub(super) fn find(typed: &str) -> Result<Found, Failure> {
    let wanted = plain(typed);
    let names = names();
    if let Ok(number) = wanted.parse::<u64>() {
        let module = u8::try_from(number).ok().and_then(ModuleId::with_number);
        return module.map(Found::Module).ok_or_else(|| {
            Failure::new(format!("there is no module {number}"))
                .hint(format!("the modules of the box have the numbers 1 to {}", ModuleId::ALL.len()))
        });
    }
    if let Some((_, _, found)) = names.iter().find(|(name, _, _)| *name == wanted) {
        return Ok(*found);
    }
    let mut begins: Vec<&(String, String, Found)> =
        names.iter().filter(|(name, _, _)| !wanted.is_empty() && name.starts_with(&wanted)).collect();
    begins.dedup_by_key(|(_, _, found)| *found);
    match begins.as_slice() {
        [(_, _, found)] => Ok(*found),
        [] => {
            let mut near: Vec<(usize, &str)> =
                names.iter().map(|(name, shown, _)| (distance(&wanted, name), shown.as_str())).collect();
            near.sort_unstable();
            near.dedup_by_key(|(_, shown)| *shown);
            let near: Vec<&str> = near.into_iter().take(3).map(|(_, shown)| shown).collect();
            Err(Failure::new(format!("there is no module \"{typed}\""))
                .hint(format!("{}; \"alhambra modules\" lists all", near.join(", "))))
        }
        several => {
            let shown: Vec<&str> = several.iter().map(|(_, shown, _)| shown.as_str()).collect();
            Err(Failure::new(format!("\"{typed}\" fits several modules")).hint(shown.join(", ")))
        }
    }
}

/// Plain name, name to show, and what it stands for.
fn names() -> Vec<(String, String, Found)> {
    let mut names = vec![("house-rules".to_owned(), "house-rules".to_owned(), Found::HouseRules)];
    for module in ModuleId::ALL {
        let (title, slug) = (module.title(), module.info().slug);
        names.push((plain(title), title.to_owned(), Found::Module(*module)));
        names.push((slug.to_owned(), title.to_owned(), Found::Module(*module)));
    }
    names
}

/// Lower case, words joined by hyphens, apostrophes dropped.
fn plain(text: &str) -> String {
    let letters = text.to_lowercase().replace(['\'', '’'], "");
    letters
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// How many letters must change to get from one name to another, or to its beginning.
fn distance(typed: &str, name: &str) -> usize {
    let name: Vec<char> = name.chars().collect();
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (i, letter) in typed.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in name.iter().enumerate() {
            let changed = corner + usize::from(letter != *other);
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row.into_iter().min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_however_they_are_written() {
        for typed in ["17", "New Score Cards", "new-score-cards", "NEW SCORE", "new s"] {
            assert_eq!(find(typed).unwrap(), Found::Module(ModuleId::NewScoreCards), "{typed}");
        }
        assert_eq!(find("viziers favour").unwrap(), Found::Module(ModuleId::ViziersFavour));
        assert_eq!(find("House Rules").unwrap(), Found::HouseRules);
    }

    #[test]
    fn what_is_near_is_named() {
        let told = |typed| format!("{:?}", find(typed).unwrap_err());
        assert!(told("thiefs").contains("Thieves"));
        assert!(told("new").contains("New Building Grounds"));
        assert!(told("44").contains("1 to 43"));
        assert!(told("").contains("no module"));
    }
}
