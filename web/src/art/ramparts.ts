// Where ramparts stand: pieces on the edges between cells, joints on the corners, thresholds on open sides. A wall belongs
// to the palace and not to a tile, so two tiles that share an edge share its wall.

import type { Cell, Side, Tile, Walls } from '../protocol';
import { pieceArt } from './pieces';

/** A tile and where it lies. */
export type Placed = {
  at: Cell;
  tile: Tile;
  turn?: number | undefined;
  wooden?: Walls | undefined;
  gates?: Walls | undefined;
};

/** A piece of wall in units of a hundredth of a cell; `x`, `y` is the corner at its western or northern end. */
export type Piece = { x: number; y: number; upright: boolean; wood: boolean; gate: boolean; gold: boolean };
export type Joint = { x: number; y: number; end: boolean; gold: boolean };
export type Sill = { x: number; y: number; upright: boolean };
export type Ramparts = { pieces: Piece[]; joints: Joint[]; sills: Sill[] };

const SIDES: [Side, string][] = [
  ['north', 'N'],
  ['east', 'E'],
  ['south', 'S'],
  ['west', 'W'],
];
const OPPOSITE: Record<Side, Side> = { north: 'south', east: 'west', south: 'north', west: 'east' };
/** Whether a piece brings no walls of this kind: a module may draw other things on edges, or only half a cell. */
function without(tile: Tile): boolean {
  const art = pieceArt(tile);
  return art?.edge !== undefined || art?.half !== undefined;
}

export function step([x, y]: Cell, side: Side): Cell {
  return [x + (side === 'east' ? 1 : side === 'west' ? -1 : 0), y + (side === 'north' ? 1 : side === 'south' ? -1 : 0)];
}

/** Every cell that tiles cover. */
export function cellsOf(placed: Pick<Placed, 'at' | 'tile'>[]): Cell[] {
  return placed.flatMap(({ at, tile }): Cell[] => (tile.second ? [at, step(at, tile.second.towards)] : [at]));
}

const key = (x: number, y: number, upright = false): string => `${upright ? 'v' : 'h'}${x},${y}`;
/** The edge on one side of a cell: columns run east, rows run south. */
function edge([x, y]: Cell, side: Side): { x: number; y: number; upright: boolean } {
  const row = 0 - y;
  return {
    x: side === 'east' ? x + 1 : x,
    y: side === 'south' ? row + 1 : row,
    upright: side === 'east' || side === 'west',
  };
}

/** What stands where in a palace; `longest` is the wall that counts. */
export function ramparts(placed: Placed[], longest: [Cell, Side][] = []): Ramparts {
  const cells = placed
    .filter(({ tile }) => !without(tile))
    .flatMap(({ at, tile, wooden = '', gates = '' }) => [
      { at, walls: tile.walls, wooden, gates, inner: tile.second?.towards },
      ...(tile.second
        ? [
            {
              at: step(at, tile.second.towards),
              walls: tile.second.walls,
              wooden: '',
              gates: '',
              inner: OPPOSITE[tile.second.towards],
            },
          ]
        : []),
    ]);
  const counted = new Set(longest.map(([at, side]) => edge(at, side)).map(({ x, y, upright }) => key(x, y, upright)));
  const pieces = new Map<string, Piece>();
  for (const { at, walls, wooden, gates } of cells) {
    for (const [side, letter] of SIDES) {
      if (!walls.includes(letter)) continue;
      const { x, y, upright } = edge(at, side);
      const name = key(x, y, upright);
      const before = pieces.get(name);
      pieces.set(name, {
        x: x * 100,
        y: y * 100,
        upright,
        wood: wooden.includes(letter) || (before?.wood ?? false),
        gate: gates.includes(letter) || (before?.gate ?? false),
        gold: counted.has(name),
      });
    }
  }
  return { pieces: [...pieces.values()], joints: joints([...pieces.values()]), sills: sills(cells, pieces) };
}

/** What a piece of wall is called, wherever it is drawn. */
export function wallName({ x, y, upright }: Pick<Piece, 'x' | 'y' | 'upright'>): string {
  return key(x / 100, y / 100, upright);
}

/** Pieces of wall that count now and did not before, in the order a mason closes them: each next to the one before it. */
export function closing(before: [Cell, Side][], now: [Cell, Side][]): Map<string, number> {
  const named = (walls: [Cell, Side][]): Map<string, [string, string]> =>
    new Map(
      walls.map(([at, side]) => {
        const { x, y, upright } = edge(at, side);
        return [key(x, y, upright), [`${x},${y}`, upright ? `${x},${y + 1}` : `${x + 1},${y}`]];
      }),
    );
  const old = named(before);
  const left = new Map([...named(now)].filter(([name]) => !old.has(name)));
  const met = (corners: string[]) => (name: string) => left.get(name)!.some((corner) => corners.includes(corner));
  const order = new Map<string, number>();
  let end = [...old.values()].flat();
  while (left.size > 0) {
    const names = [...left.keys()];
    // After the wall that stood, then along; where that ends, from one end of what is left.
    const alone = (name: string): boolean =>
      left.get(name)!.some((corner) => names.every((other) => other === name || !left.get(other)!.includes(corner)));
    const next = names.find(met(end)) ?? names.find(alone) ?? names[0]!;
    order.set(next, order.size);
    end = left.get(next)!;
    left.delete(next);
  }
  return order;
}

/** Corners where a wall ends or turns; a straight run needs none. */
function joints(pieces: Piece[]): Joint[] {
  const corners = new Map<string, { x: number; y: number; arms: Set<string>; gold: boolean }>();
  const touch = (x: number, y: number, arm: string, gold: boolean): void => {
    const corner = corners.get(`${x},${y}`) ?? { x, y, arms: new Set<string>(), gold: false };
    corner.arms.add(arm);
    corner.gold ||= gold;
    corners.set(`${x},${y}`, corner);
  };
  for (const { x, y, upright, gold } of pieces) {
    touch(x, y, upright ? 'down' : 'right', gold);
    touch(upright ? x : x + 100, upright ? y + 100 : y, upright ? 'up' : 'left', gold);
  }
  const straight = (arms: Set<string>): boolean =>
    arms.size === 2 && ((arms.has('left') && arms.has('right')) || (arms.has('up') && arms.has('down')));
  return [...corners.values()]
    .filter(({ arms }) => !straight(arms))
    .map(({ x, y, arms, gold }) => ({ x, y, end: arms.size === 1, gold }));
}

type Open = { at: Cell; inner: Side | undefined };
/** Open sides two cells share, where one walks through. */
function sills(cells: Open[], pieces: Map<string, Piece>): Sill[] {
  const at = new Map(cells.map((cell) => [cell.at.join(), cell]));
  return cells.flatMap((cell) =>
    (['east', 'south'] as const).flatMap((side): Sill[] => {
      if (cell.inner === side || !at.has(step(cell.at, side).join())) return [];
      const { x, y, upright } = edge(cell.at, side);
      return pieces.has(key(x, y, upright))
        ? []
        : [{ x: x * 100 + (upright ? 0 : 50), y: y * 100 + (upright ? 50 : 0), upright }];
    }),
  );
}
