// What the game screen remembers, finds and answers by itself.

import { describe, expect, it, vi } from 'vitest';
import { again, cutAt, deed, laid, next, open, recall, remember, stepBack } from '../../src/game/draft';
import { chosen, exact, groups, passing } from '../../src/game/options';
import { answer, needless, preset, presets, stakes, topic } from '../../src/game/presets.svelte';
import { chatText, majorityText, moduleText, optionText, refusalText, wallText } from '../../src/game/say';
import { box } from '../../src/catalogue.svelte';
import { learn, look } from '../../src/looks.svelte';
import { choose } from '../../src/settings.svelte';
import type { Table } from '../../src/net/table.svelte';
import { cell, decision, option, piece, seated, table } from './seated.svelte';
import type { Catalogue, ChatLine, Ref, Tile } from '../../src/protocol';

describe('the draft of a turn', () => {
  const buy = deed(5, option(3, 'buy', [piece(7), { type: 'cards', cards: ['denar-7'] }]));
  const place = deed(6, option(1, 'place', [piece(7), cell(1, 0)]));
  it('keeps what can be taken back', () => {
    expect(open([buy, place], { action: 6, undo: { steps: 2 } })).toEqual([buy, place]);
    expect(open([buy, place], { action: 6, undo: { steps: 1 } })).toEqual([place]);
    expect(open([buy, place], { action: 6, undo: { steps: 0 } })).toEqual([]);
    expect(open([buy, place], { action: 5, undo: { steps: 5 } }), 'what was taken back is gone').toEqual([buy]);
  });
  it('goes one step back past what was answered without asking, which would only be answered again', () => {
    const pass = (action: number) => ({ ...deed(action, option(1, 'pass')), unasked: true as const });
    expect(stepBack([buy, place], 6)).toBe(1);
    expect(stepBack([buy, place, pass(7)], 7)).toBe(2);
    expect(stepBack([buy, place, pass(7), pass(8)], 8)).toBe(3);
    expect(stepBack([buy, pass(6)], 8), 'somebody else acted since').toBe(1);
    expect(stepBack([], 8)).toBe(1);
  });
  it('is not what it was if something else was done in its place since, whoever did it', () => {
    const [game, now] = [
      { action: 6, undo: { steps: 2 } },
      { ...place, era: 3 },
    ];
    expect(open([buy, place], game, [{ era: 1, keep: 5 }]), 'the sixth is another').toEqual([buy]);
    expect(open([buy, now], game, [{ era: 1, keep: 5 }]), 'done since').toEqual([buy, now]);
    expect(open([buy, now], game, [{ era: 4, keep: 0 }])).toEqual([]);
    expect(next([place], { action: 5 }, [{ era: 1, keep: 5 }]), 'what it follows is the same').toEqual([place]);
    expect(next([place], { action: 5 }, [{ era: 1, keep: 4 }])).toEqual([]);
    expect(cutAt(cutAt(cutAt([], 1, 40), 2, 12), 3, 30), 'the furthest way back is enough').toEqual([
      { era: 2, keep: 12 },
      { era: 3, keep: 30 },
    ]);
  });
  it('does again only what follows without a gap', () => {
    expect(next([place], { action: 5 })).toEqual([place]);
    expect(next([place], { action: 6 })).toEqual([]);
    expect(next([], { action: 5 })).toEqual([]);
  });
  it('finds the same choice in a new list by what it points at', () => {
    const same = option(9, 'place', [piece(7), cell(1, 0)]);
    expect(again(decision([option(1, 'place', [piece(7), cell(0, 1)]), same]), place)).toBe(same);
    expect(again(decision([option(1, 'place', [piece(8), cell(1, 0)])]), place)).toBeUndefined();
    expect(again(null, place)).toBeUndefined();
  });
  it('knows which choice put a tile where it is', () => {
    expect(laid([buy, place], 7)).toBe(place);
    expect(laid([buy], 7), 'bought is not laid').toBeUndefined();
  });
  it('survives a reload, and forgets what it cannot read', () => {
    remember('TABLE', { deeds: [buy], undone: [place] });
    expect(recall('TABLE')).toEqual({
      deeds: [JSON.parse(JSON.stringify(buy))],
      undone: [JSON.parse(JSON.stringify(place))],
    });
    sessionStorage.setItem('alhambra.draft.TABLE', '{"deeds": 3}');
    expect(recall('TABLE')).toEqual({ deeds: [], undone: [] });
  });
});

describe('options', () => {
  it('go to the chooser only if they have no place on the table', () => {
    const list = [
      option(0, 'take'),
      option(1, 'buy', [piece(1)]),
      option(2, 'module', [], { act: 'viziers-favour.wake' }),
      option(3, 'end_turn'),
      option(4, 'pass', [], { passes: true }),
      option(5, 'module', [{ type: 'word', by: 'characters', word: 'bid_no_more' }], {
        act: 'characters.pass',
        passes: true,
      }),
    ];
    expect(chosen(decision(list)).map((o) => o.id)).toEqual([2]);
    expect(list.filter(passing).map((o) => o.id)).toEqual([4, 5]);
  });
  it('are asked sort by sort', () => {
    const list = [
      option(0, 'module', [], { act: 'a.x' }),
      option(1, 'module', [], { act: 'a.y' }),
      option(2, 'module', [], { act: 'a.x' }),
    ];
    expect(groups(list).map((group) => [group.act, group.options.map((o) => o.id)])).toEqual([
      ['a.x', [0, 2]],
      ['a.y', [1]],
    ]);
  });
  it('say what they lead to', () => {
    choose({ language: 'en' });
    const lay = option(0, 'place', [piece(1), cell(0, 1)], {
      effects: [
        { type: 'wall', from: 2, to: 4 },
        { type: 'majority', building: 'garden', from: 2, to: 1, sharing: 1 },
        { type: 'majority', building: 'tower', from: 0, to: 1, sharing: 2 },
      ],
    });
    expect(wallText(lay)).toBe('wall 2 → 4');
    expect(majorityText(lay)).toEqual(['Garden: place 1', 'Tower: place 1, shared by 2']);
    expect(exact(option(1, 'buy', [], { effects: [{ type: 'extra_action' }] }))).toBe(true);
    expect(exact(option(1, 'buy', [], { effects: [{ type: 'lost', amount: 1 }] }))).toBe(false);
  });
  it('of modules speak German too, and the words of the engine only where there are none', () => {
    const bid = option(0, 'module', [{ type: 'number', number: 4 }], { act: 'characters.bid', text: 'bid 4' });
    choose({ language: 'de' });
    expect(optionText(bid)).toBe('4 bieten');
    expect(optionText({ ...bid, act: 'unheard.of' })).toBe('bid 4');
    choose({ language: 'en' });
    expect(optionText(bid)).toBe('bid 4');
    const stand = option(0, 'module', [cell(-3, 2)], { act: 'street-trader.place', text: 'put the trader at (-3, 2)' });
    expect(optionText(stand), 'cells are called as everywhere on the page').toBe('put the trader at W3 N2');
  });
});

it('tells refusals in the language of the page: by key, at the least by sort', () => {
  choose({ language: 'de' });
  expect(
    refusalText({
      code: 'illegal',
      rule: 'too_little',
      text: 'x',
      refs: [
        { type: 'number', number: 5 },
        { type: 'number', number: 8 },
      ],
    }),
  ).toBe('5 ist zu wenig, der Preis ist 8.');
  expect(
    refusalText({
      code: 'illegal',
      rule: 'the_vizier_is_asleep',
      text: 'Vizier’s Favour: the vizier is asleep',
      refs: [],
    }),
  ).toBe('Dein Wesir schläft.');
  // Two modules may refuse under one key: the words are those of the one that does.
  for (const [module, words] of [
    ['first-of-all', 'der Erste will nicht'],
    ['second', 'der Zweite will nicht'],
  ] as const)
    learn(module, { ...look('thieves'), words: { title: module, 'refuse.not_like_this': words } }, 'de');
  expect(refusalText({ code: 'illegal', rule: 'not_like_this', by: 'second', text: 'x', refs: [] })).toMatch(
    /: der Zweite will nicht\.$/,
  );
  const forbids = { type: 'not_allowed', by: 'second', why: 'not_like_this' } as const;
  expect(refusalText({ code: 'illegal', rule: 'does_not_fit', text: 'x', refs: [], fault: forbids })).toMatch(
    /Der Zweite will nicht\./,
  );
  expect(refusalText({ code: 'illegal', rule: 'no_such_modifier', by: 'second', text: 'x', refs: [] })).toMatch(
    /^.+: ./,
  );
  expect(
    refusalText({ code: 'bad_setup', rule: 'name_length', text: '', refs: [{ type: 'number', number: 40 }] }),
  ).toBe('Ein Name hat 1 bis 40 Zeichen.');
  // A set-up by its key, in the words of the module it is about or in those of the base game.
  const bounds = [2, 4].map((number): Ref => ({ type: 'number', number }));
  expect(refusalText({ code: 'bad_setup', rule: 'number_of_players', by: 'thieves', text: '', refs: bounds })).toBe(
    'Diebe: ist für 2 bis 4 Personen.',
  );
  expect(
    refusalText({ code: 'bad_setup', rule: 'of_two_nobody_could_steal', by: 'thieves', text: '', refs: [] }),
  ).toMatch(/^Diebe: /);
  expect(
    refusalText({ code: 'not_now', rule: 'on_sundays', text: 'never on a Sunday', refs: [] }),
    'English is not spoken',
  ).toBe('Das geht jetzt nicht.');
  expect(refusalText({ code: 'unavailable', rule: 'here', text: 'Keine Verbindung.', refs: [] })).toBe(
    'Keine Verbindung.',
  );
  choose({ language: 'en' });
  expect(refusalText({ code: 'illegal', rule: 'on_sundays', text: 'x', refs: [] })).toBe(
    'The rules do not allow that.',
  );
  expect(refusalText({ code: 'illegal', rule: 'does_not_fit', text: 'x', refs: [], fault: { type: 'on_foot' } })).toBe(
    'No way on foot from the fountain.',
  );
});

it('tells notes of the table in the language of the page, and what people wrote as they wrote it', () => {
  const line = (voice: ChatLine['voice'], text: string) => chatText({ seq: 1, at: 0, turn: 0, voice, text });
  choose({ language: 'de' });
  expect(line({ type: 'table', key: 'resigned', names: ['Ann'] }, 'Ann resigns')).toBe('Ann gibt auf.');
  expect(line({ type: 'table', key: 'renamed', names: ['Ann', 'Eve'] }, 'x')).toBe('Ann heißt jetzt Eve.');
  expect(line({ type: 'table', key: 'seat_added' }, 'the host adds a seat')).toBe(
    'Die Tischleitung fügt einen Platz hinzu.',
  );
  expect(line({ type: 'table', key: 'resigned' }, 'Ann resigns'), 'of an older server').toBe('Ann resigns');
  expect(line({ type: 'table', key: 'sunday' }, 'it is Sunday'), 'of a newer one').toBe('it is Sunday');
  expect(line({ type: 'seat', seat: 0 }, 'Well built!')).toBe('Well built!');
  choose({ language: 'en' });
});

describe('answers set before', () => {
  const tower: Tile = { piece: 1, building: 'tower', price: 9, walls: '' };
  const window = decision(
    [option(0, 'module', [piece(1)], { act: 'viziers-favour.buy' }), option(1, 'pass', [], { passes: true })],
    { kind: 'special_move' },
  );
  it('know what a question is about, and which cannot be passed', () => {
    expect(topic(window)).toBe('special_move');
    expect(topic({ ...window, kind: 'module', module: 'characters' })).toBe('characters');
    expect(
      topic(decision([option(0, 'take'), option(1, 'pass', [], { passes: true })])),
      'a turn is never passed unasked',
    ).toBeNull();
    expect(topic(decision([option(0, 'module', [], { act: 'a.b' })], { kind: 'module', module: 'a' }))).toBeNull();
  });
  it('pass always, never, or unless a wanted building is at stake', () => {
    const set = (mode: 'ask' | 'pass' | 'only', buildings: Tile['building'][] = []) => ({
      special_move: { mode, buildings: buildings as never },
    });
    expect(answer(window, {}, () => tower)).toBeNull();
    expect(answer(window, set('ask'), () => tower)).toBeNull();
    expect(answer(window, set('pass'), () => tower)?.option.id).toBe(1);
    expect(stakes(window, () => tower)).toEqual(['tower']);
    expect(
      answer(window, set('only', ['tower']), () => tower),
      'wanted: ask',
    ).toBeNull();
    expect(answer(window, set('only', ['garden']), () => tower)?.option.id).toBe(1);
  });
  it('are not needed where nothing is the only answer, unless giving it at once would tell a secret', () => {
    const nothing = decision([option(4, 'pass', [], { passes: true })], { kind: 'special_move' });
    expect(needless(nothing, true)?.id).toBe(4);
    expect(needless(nothing, false), 'others would see how soon it was given').toBeNull();
    expect(needless(window, true), 'there is something to choose').toBeNull();
    expect(needless({ ...nothing, kind: 'confirm_turn' }, true), 'a turn is ended by hand').toBeNull();
    expect(needless(decision([option(0, 'take')], { kind: 'module' }), true), 'that would be a deed').toBeNull();
  });
  it('are kept for the seat', () => {
    preset('HERE', 0, 'thieves', { mode: 'pass', buildings: [] });
    expect(presets('HERE', 0)['thieves']?.mode).toBe('pass');
    expect(JSON.parse(localStorage.getItem('alhambra.presets.HERE.0') ?? '{}')).toEqual({
      thieves: { mode: 'pass', buildings: [] },
    });
    expect(presets('HERE', 1), 'somebody else at the same screen').toEqual({});
    expect(presets('THERE', 0)).toEqual({});
  });
  it('of one answer nothing for another at the same screen', async () => {
    preset('TABLE', 0, 'special_move', { mode: 'pass', buildings: [] });
    const sees = (seat: number, step: number): Table => {
      const at = table({ ...window, seat }, {}, { step });
      return { ...at, you: { seats: [0, 1], viewing: seat, host: false } } as Table;
    };
    const ann = seated(sees(0, 2));
    ann.now(ann.play.table);
    expect(ann.play.table.choose, 'Ann always passes').toHaveBeenCalledWith(0, 1, undefined);
    await vi.waitFor(() => expect(ann.play.notice).not.toBe(''));
    ann.now(sees(1, 3));
    expect(ann.play.table.choose, 'Ben is asked').not.toHaveBeenCalled();
    expect([ann.play.notice, ann.play.noticeAbout], 'nor is he told of it').toEqual(['', null]);
  });
});

it('says once what stands on a land: with it, or in the sentence', () => {
  box.catalogue = {
    pieces: [{ kind: 'land', price: 9, building: [null, null], walls: ['E', ''] }],
  } as unknown as Catalogue;
  const [land, tower]: Ref[] = [piece(0), { type: 'building', building: 'tower' }];
  expect(moduleText('red-palace', 'act.preview', [land!, tower!])).toBe('buy Tower on Land 9 from the preview');
  expect(moduleText('red-palace', 'said.building', [tower!, land!])).toBe('Tower comes up on Land 9');
  box.catalogue = null;
});
