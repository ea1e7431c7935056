// A module whose language is begun: exactly what it lacks is said in English. No real module is like that, so this is a double.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { optionText, refusalText } from '../../src/game/say';
import { learn, meet } from '../../src/looks.svelte';
import type { ModuleLook, OptionView, Ref } from '../../src/protocol';
import { choose } from '../../src/settings.svelte';
import { word } from '../../src/words/engine';

const three: Ref[] = [{ type: 'number', number: 3 }];
const option = (act: string): OptionView => ({ id: 0, key: 'module', act: `dolls.${act}`, refs: three, effects: [] });
const refusal = (rule: string) => refusalText({ code: 'illegal', rule, text: '', refs: three });

const ENGLISH = {
  'act.wake_dolls': 'wake {a} dolls',
  'act.hide_dolls': 'hide {a} dolls',
  'refuse.dolls_awake': 'the dolls are awake',
  'refuse.dolls_hidden': 'the dolls are hidden',
  'word.doll': 'a doll',
  'word.stage': 'a stage',
};
const GERMAN = {
  'act.wake_dolls': 'wecke {a} Puppen',
  'refuse.dolls_hidden': 'die Puppen sind versteckt',
  'word.doll': 'eine Puppe',
};
const looking = (words: Record<string, string>): ModuleLook => ({ words, sentences: {}, board: null, signs: '' });

/** Everything the module says, as the page says it. */
const said = (): string[] => [
  optionText(option('wake_dolls')),
  optionText(option('hide_dolls')),
  refusal('dolls_awake'),
  refusal('dolls_hidden'),
  word('dolls', 'doll'),
  word('dolls', 'stage'),
];
const MIXED = [
  'wecke 3 Puppen',
  'hide 3 dolls',
  'The dolls are awake.',
  'Die Puppen sind versteckt.',
  'eine Puppe',
  'a stage',
];

describe('a module whose German is begun', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    choose({ language: 'en' });
  });

  it('says what it lacks in English, sentence by sentence, and nothing else', () => {
    learn('dolls', looking(ENGLISH), 'en');
    learn('dolls', looking(GERMAN), 'de');
    choose({ language: 'en' });
    expect(said()).toEqual([
      'wake 3 dolls',
      'hide 3 dolls',
      'The dolls are awake.',
      'The dolls are hidden.',
      'a doll',
      'a stage',
    ]);
    choose({ language: 'de' });
    expect(said()).toEqual(MIXED);
    choose({ language: 'pl' });
    expect(said()[0], 'a language that has not been begun').toBe('wake 3 dolls');
  });

  it('says the same with what the server hands out, which has put English where German is missing', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: URL) => {
      asked.push(url.pathname + url.search);
      return new Response(JSON.stringify(looking({ ...ENGLISH, ...GERMAN })));
    });
    learn('dolls', looking({}), 'en');
    learn('dolls', looking({}), 'de');
    choose({ language: 'pl' });
    await meet(['dolls']);
    expect(asked).toEqual(['/api/modules/dolls?lang=pl']);
    expect(said(), 'one answer is enough').toEqual(MIXED);
  });
});
