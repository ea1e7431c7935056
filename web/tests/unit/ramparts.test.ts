// Ramparts stand on edges: one wall for two neighbours, a joint wherever it ends or turns, a threshold where one walks through.

import { describe, expect, it } from 'vitest';
import { ramparts, type Placed } from '../../src/art/ramparts';
import type { Building, Cell } from '../../src/protocol';

let piece = 0;
const tile = (at: Cell, walls: string, building: Building | null = 'garden', more: Partial<Placed> = {}): Placed => ({
  at,
  tile: { piece: piece++, building, price: 5, walls, ...more.tile },
  ...more,
});

describe('the walls of a palace', () => {
  it('lie once on the edge two tiles share', () => {
    const { pieces, sills } = ramparts([tile([0, 0], 'E'), tile([1, 0], 'W')]);
    expect(pieces).toEqual([{ x: 100, y: 0, upright: true, wood: false, gate: false, gold: false }]);
    expect(sills).toEqual([]);
  });

  it('are closed by joints where they end or turn, and by none where they go straight on', () => {
    const { joints } = ramparts([tile([0, 0], 'NW'), tile([1, 0], 'N')]);
    expect(joints).toContainEqual({ x: 0, y: 0, end: false, gold: false });
    expect(joints).toContainEqual({ x: 200, y: 0, end: true, gold: false });
    expect(joints).toContainEqual({ x: 0, y: 100, end: true, gold: false });
    expect(joints.filter((joint) => joint.x === 100)).toEqual([]);
  });

  it('are gilded where they count, and their joints with them', () => {
    const { pieces, joints } = ramparts([tile([0, 0], 'NS')], [[[0, 0], 'north']]);
    expect(pieces.map(({ y, gold }) => [y, gold])).toEqual([
      [0, true],
      [100, false],
    ]);
    expect(joints.filter((joint) => joint.gold).map((joint) => joint.y)).toEqual([0, 0]);
  });

  it('north is up: a tile further north lies higher', () => {
    const { pieces } = ramparts([tile([0, 2], 'N')]);
    expect(pieces[0]).toMatchObject({ x: 0, y: -200 });
  });

  it('leave a threshold where one walks through, and none inside a piece of two cells', () => {
    expect(ramparts([tile([0, 0], ''), tile([1, 0], ''), tile([0, -1], '')]).sills).toEqual([
      { x: 100, y: 50, upright: true },
      { x: 50, y: 100, upright: false },
    ]);
    const two = tile([0, 0], 'N');
    two.tile.second = { towards: 'east', building: 'tower', walls: 'NE' };
    const built = ramparts([two]);
    expect(built.sills).toEqual([]);
    expect(built.pieces).toHaveLength(3);
  });

  it('know wood and gates from stone', () => {
    const { pieces } = ramparts([tile([0, 0], 'NS', 'garden', { wooden: 'N', gates: 'S' } as Partial<Placed>)]);
    expect(pieces.map(({ wood, gate }) => [wood, gate])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('are not made of the bastions of a camp', () => {
    const camp = tile([0, 0], 'NE', null);
    camp.tile.kind = 'camp';
    expect(ramparts([camp]).pieces).toEqual([]);
  });
});
