// Cells and sides of the palace where something can be done now.
import type { Cell, Fault, OptionView, Side } from '../protocol';
import { same } from './options';

/** A cell of the palace, and what can be done there or why not. */
export type Mark = {
  at: Cell;
  legal: boolean;
  text: string;
  notes: string[];
  option?: OptionView;
  fault?: Fault;
  /** Whether it stands in a blank. */ on?: boolean;
};
/** A side of a cell where something can be built. */
export type Edge = { at: Cell; side: Side; text: string; option: OptionView };

/** A cell has one mark however many questions point at it: the first says what it is about, any of them may have it in a blank. */
export function onePerCell(marks: Mark[]): Mark[] {
  return marks
    .filter((mark, i) => marks.findIndex((other) => same(other.at, mark.at)) === i)
    .map((mark) => {
      const held = marks.find((other) => other.on && same(other.at, mark.at));
      return held ? { ...mark, on: true, notes: held.notes } : mark;
    });
}
