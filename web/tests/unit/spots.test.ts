// What lessons and the coach point at.

import { describe, expect, it } from 'vitest';
import lessons from '../../src/learn/lessons.json';
import type { Goal } from '../../src/learn/goals';
import { pointAt, spot } from '../../src/learn/spot.svelte';
import { around, spotsOfCoach, spotsOfGoal } from '../../src/learn/spots';
import { LESSONS } from '../../src/story/coach';

describe('a spotlight', () => {
  it('has a place for every lesson of the coach and every step of every lesson', () => {
    for (const lesson of LESSONS) expect(spotsOfCoach(lesson).length, lesson).toBeGreaterThan(0);
    for (const { name, goals } of lessons as { name: string; goals: Goal[] }[])
      for (const goal of goals) expect(spotsOfGoal(goal).length, name).toBeGreaterThan(0);
  });
  it('lies around everything it points at, and around nothing that cannot be seen', () => {
    expect(around([])).toBeNull();
    expect(around([{ left: 5, top: 5, width: 0, height: 0 }])).toBeNull();
    expect(
      around(
        [
          { left: 10, top: 20, width: 30, height: 10 },
          { left: 60, top: 10, width: 10, height: 40 },
        ],
        5,
      ),
    ).toEqual({ left: 5, top: 5, width: 70, height: 50 });
  });
  it('is let go only by who set it', () => {
    const money = spotsOfCoach('money');
    const first = pointAt(money);
    const second = pointAt(spotsOfCoach('buy'));
    first();
    expect(spot.on).not.toBeNull();
    second();
    expect(spot.on).toBeNull();
  });
});
