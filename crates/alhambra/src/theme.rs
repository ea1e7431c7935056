//! Colours, where they are wanted. They only repeat what shapes and letters say.

use alhambra_rules::{Building, Currency};
use ratatui::style::{Color, Modifier, Style};

/// Whether there are colours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    /// `false` with NO_COLOR.
    pub(crate) colour: bool,
}

impl Theme {
    fn with(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// Ordinary text.
    pub(crate) fn plain(self) -> Style {
        Style::new()
    }

    /// Headings and what to do.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Rules and hints.
    pub(crate) fn faint(self) -> Style {
        self.with(Color::DarkGray)
    }

    /// The line at the top.
    pub(crate) fn bar(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// What the cursor is on.
    pub(crate) fn cursor(self) -> Style {
        self.with(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// Why something is not possible.
    pub(crate) fn warning(self) -> Style {
        self.with(Color::LightRed)
    }

    /// What can be had.
    pub(crate) fn good(self) -> Style {
        self.with(Color::Green)
    }

    /// Walls; those of the longest run stand out.
    pub(crate) fn wall(self, longest: bool) -> Style {
        if longest { self.with(Color::Yellow).add_modifier(Modifier::BOLD) } else { self.plain() }
    }

    /// A building type in its colour of the box.
    pub(crate) fn building(self, building: Option<Building>) -> Style {
        let colours = [
            Color::LightBlue,
            Color::LightRed,
            Color::Indexed(173),
            // White would vanish on a white background; the terminal's own colour never does.
            Color::Reset,
            Color::Green,
            Color::LightMagenta,
        ];
        building.map_or_else(|| self.with(Color::LightCyan), |b| self.with(colours[b.index()]))
    }

    /// A currency in its colour of the box.
    pub(crate) fn currency(self, currency: Currency) -> Style {
        let colours = [Color::Yellow, Color::Green, Color::LightBlue, Color::Indexed(208)];
        self.with(colours[currency.index()])
    }
}
