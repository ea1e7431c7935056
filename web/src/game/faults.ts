// Where on the board the reason lies why a tile cannot be laid: cells, and sides of cells.

import { step } from '../art/ramparts';
import type { Cell, Fault, Side } from '../protocol';
import { same } from './options';

const SIDES: Side[] = ['north', 'east', 'south', 'west'];

/** What is marked for a fault of a tile that would lie at `at`, in a palace that covers `covered`. */
export function faulty(fault: Fault, at: Cell, covered: Cell[]): { lines: [Cell, Side][]; cell: Cell | null } {
  switch (fault.type) {
    case 'border':
    case 'bastion':
      return { lines: [[fault.at, fault.side]], cell: fault.neighbour };
    case 'hole':
    case 'occupied':
    case 'no_bastion':
      return { lines: [], cell: fault.at };
    case 'on_foot': {
      // Nobody gets there: the tile itself, and every side on which one would have to come in.
      const met = SIDES.filter((side) => covered.some((cell) => same(cell, step(at, side))));
      return { lines: met.map((side) => [at, side]), cell: at };
    }
    default:
      return { lines: [], cell: null };
  }
}

/** One side of a cell as a line of the drawing, a hundred units long. */
export function segment([at, side]: [Cell, Side]): string {
  const [x, y] = [at[0] * 100, -at[1] * 100];
  const lines: Record<Side, string> = {
    north: `M${x},${y} h100`,
    east: `M${x + 100},${y} v100`,
    south: `M${x},${y + 100} h100`,
    west: `M${x},${y} v100`,
  };
  return lines[side];
}
