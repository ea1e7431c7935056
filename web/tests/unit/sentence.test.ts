// Choices of several parts as sentences with blanks.

import { describe, expect, it } from 'vitest';
import { gapped, sentenceOf } from '../../src/game/say';
import { asSentence, compose, fill, fitting, placeFor, settled, values } from '../../src/game/sentence';
import { choose } from '../../src/settings.svelte';
import type { OptionView, Ref } from '../../src/protocol';

const COLOURS = ['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'] as const;
const building = (building: string): Ref => ({ type: 'building', building }) as Ref;
const side = (side: string): Ref => ({ type: 'side', side }) as Ref;
const id = (ref: Ref): string => JSON.stringify(ref);
const option = (n: number, refs: Ref[]): OptionView => ({ id: n, key: 'module', act: 'a.b', refs, effects: [] });
const BETWEEN = [', ', ', and ', ' and '];

/** Three of six colours and a side: 80 ways, each set in one order only. */
const eighty = COLOURS.flatMap((a, i) =>
  COLOURS.slice(i + 1).flatMap((b, j) =>
    COLOURS.slice(i + j + 2).flatMap((c) => ['north', 'east', 'south', 'west'].map((d) => [a, b, c, d] as const)),
  ),
).map(([a, b, c, d], n) => option(n, [building(a), building(b), building(c), side(d)]));
const WORDS = 'begin with {a}, {b} and {c}, {d} of the fountain';

describe('a sentence with blanks', () => {
  const begin = compose(WORDS, eighty, BETWEEN);
  it('has a blank wherever the options differ, in the order of the words', () => {
    expect(eighty).toHaveLength(80);
    expect(begin.parts).toEqual(['begin with ', 0, ', ', 1, ' and ', 2, ', ', 3, ' of the fountain']);
    expect(begin.blanks).toEqual([0, 1, 2, 3]);
    expect(asSentence(begin, eighty)).toBe(true);
    expect(compose('{d}: {b}', eighty.slice(0, 4), BETWEEN).blanks, 'what all agree on is no blank').toEqual([3]);
  });
  it('takes the things of a list in any order', () => {
    expect(begin.lists).toEqual([[0, 1, 2]]);
    let filling = fill(begin, eighty, {}, 0, id(building('tower')));
    filling = fill(begin, eighty, filling, 1, id(building('pavilion')));
    expect(fitting(begin, eighty, filling)).toHaveLength(16);
    const third = values(begin, eighty, filling, 2);
    expect(third, 'what no longer fits pales but stays').toHaveLength(6);
    expect(
      third
        .filter((value) => !value.fits)
        .map((value) => (value.ref as { building: string }).building)
        .sort(),
    ).toEqual(['pavilion', 'tower']);
    filling = fill(begin, eighty, filling, 2, id(building('garden')));
    filling = fill(begin, eighty, filling, 3, id(side('west')));
    expect(fitting(begin, eighty, filling).map((option) => option.refs.map((ref) => Object.values(ref)[1]))).toEqual([
      ['pavilion', 'garden', 'tower', 'west'],
    ]);
  });
  it('is made of the words of the module, in the language of the page', () => {
    const begun = eighty.map((one) => ({ ...one, act: 'street-trader.start' }));
    for (const language of ['en', 'de'] as const) {
      choose({ language });
      expect(sentenceOf(begun).lists, language).toEqual([[0, 1, 2]]);
    }
    choose({ language: 'en' });
    expect(gapped(begun)).toBe('Begin with … and … of the fountain');
  });
  it('keeps the order where it says something', () => {
    const both = [
      option(0, [building('garden'), building('tower')]),
      option(1, [building('tower'), building('garden')]),
    ];
    expect(compose('{a} and {b}', both, BETWEEN).lists, 'two options differ only in their order').toEqual([]);
    const exchange = COLOURS.slice(1).map((to, n) => option(n, [building('pavilion'), building(to)]));
    expect(
      compose('exchange {a} for {b}', [...exchange, option(9, [building('garden'), building('tower')])], BETWEEN).lists,
      'nor is it a list',
    ).toEqual([]);
  });
  it('fills by itself what nothing else goes with', () => {
    const few = [
      option(0, [building('garden'), side('north')]),
      option(1, [building('garden'), side('east')]),
      option(2, [building('tower'), side('south')]),
    ];
    const sentence = compose('{a} {b}', few, BETWEEN);
    expect(settled(sentence, few, {})).toEqual({});
    expect(settled(sentence, few, { 0: id(building('tower')) })[1]).toBe(id(side('south')));
    expect(settled(sentence, few, { 0: id(building('garden')) })[1]).toBeUndefined();
    const last = eighty.filter(
      (one) =>
        one.refs.some((ref) => id(ref) === id(building('pavilion'))) &&
        one.refs.some((ref) => id(ref) === id(building('garden'))) &&
        one.refs.some((ref) => id(ref) === id(building('tower'))) &&
        id(one.refs[3]!) === id(side('north')),
    );
    expect(last).toHaveLength(1);
    expect(Object.values(settled(begin, last, { 0: id(building('tower')), 1: id(building('garden')) }))).toContain(
      id(building('pavilion')),
    );
  });
  it('lets go of what the latest choice forbids', () => {
    const few = [option(0, [building('garden'), side('north')]), option(1, [building('tower'), side('south')])];
    const sentence = compose('{a} {b}', few, BETWEEN);
    expect(fill(sentence, few, { 0: id(building('garden')) }, 1, id(side('south')))).toEqual({ 1: id(side('south')) });
  });
  it('knows where something that is touched belongs', () => {
    expect(placeFor(begin, eighty, {}, id(side('west')))).toBe(3);
    expect(placeFor(begin, eighty, { 0: id(building('tower')) }, id(building('garden')))).toBe(1);
    expect(placeFor(begin, eighty, { 3: id(side('north')) }, id(side('west'))), 'it takes the place of another').toBe(
      3,
    );
    expect(placeFor(begin, eighty, {}, id({ type: 'space', space: 1 }))).toBeUndefined();
  });
  it('asks for what the words leave out, and for lists of any length', () => {
    const cards = (...all: string[]): Ref => ({ type: 'cards', cards: all }) as Ref;
    const long = [
      option(0, [cards('denar-1')]),
      option(1, [cards('denar-1'), cards('denar-2')]),
      option(2, [cards('denar-2')]),
    ];
    const sentence = compose('complete: {all}', long, BETWEEN);
    expect(sentence.parts).toEqual(['complete: ', 0, ' and ', 1]);
    expect(
      values(sentence, long, {}, 1).some((value) => value.ref === null),
      'nothing more is an answer',
    ).toBe(true);
    expect(fitting(sentence, long, { 0: id(cards('denar-1')), 1: '' }).map((one) => one.id)).toEqual([0]);
    expect(compose('take {a}', eighty, BETWEEN).blanks).toEqual([0, 1, 2, 3]);
  });
  it('stays quick with many options', () => {
    const many = Array.from({ length: 2000 }, (_, n) =>
      option(n, [
        { type: 'cell', at: [n % 40, 0] },
        { type: 'number', number: Math.floor(n / 40) },
        side(['north', 'east'][n % 2]!),
      ]),
    );
    const sentence = compose('{a} {b} {c}', many, BETWEEN);
    const began = performance.now();
    for (const place of sentence.blanks)
      expect(values(sentence, many, { 2: id(side('east')) }, place).some((value) => value.fits)).toBe(true);
    // Looking at every value of every blank with every option would take minutes.
    expect(performance.now() - began).toBeLessThan(3_000);
  });
  it('is not made of a few whole sentences, nor of one part', () => {
    const few = [option(0, [building('garden'), side('north')]), option(1, [building('tower'), side('south')])];
    expect(asSentence(compose('{a} {b}', few, BETWEEN), few)).toBe(false);
    const one = COLOURS.map((colour, n) => option(n, [building(colour)]));
    expect(asSentence(compose('{a}', one, BETWEEN), one)).toBe(false);
  });
});
