// The words of options, effects and refusals, in the language of the page.

import type { ChatLine, OptionView, Ref, Refusal } from '../protocol';
import { asTile, moduleTitle, printed } from '../catalogue.svelte';
import { Refused } from '../net/api';
import { settings } from '../settings.svelte';
import { en } from '../words/en';
import { blanks, filled, HERE, objection, whole, word, wording } from '../words/engine';
import {
  apart,
  building,
  cardName,
  cellName,
  faultText,
  list,
  seatName,
  t,
  tileName,
  type Key,
} from '../words/index.svelte';
import { noteWords, refusalWords } from '../words/refusals.svelte';
import * as o from './options';
import { compose, type Sentence } from './sentence';

/** What an option points at, in words. */
export function refText(ref: Ref): string {
  switch (ref.type) {
    case 'cell':
      return cellName(ref.at);
    case 'piece':
      return tileName(asTile(ref.piece));
    case 'cards':
      return list(ref.cards.map(cardName));
    case 'seat':
      return seatName(ref.seat);
    case 'building':
      return building(ref.building);
    case 'number':
      return String(ref.number);
    case 'turn':
      // Upright is not worth a word.
      return ref.turn === 0 ? '' : t('play.turned', { n: ref.turn * 90 });
    case 'side':
      return t(`side.${ref.side}`);
    case 'currency':
      return t(`currency.${ref.currency}`);
    case 'space':
      return t('play.space', { n: ref.space + 1 });
    case 'word':
      return word(ref.by, ref.word);
    case 'text':
      return ref.text;
  }
}

/** A land alone, where the words say the building that stands on it, before it or after it; else nothing. */
export function landText(words: string, refs: readonly Ref[], i: number): string | undefined {
  const says = (at: number): boolean => refs[at]?.type === 'building' && words.includes(`{${'abcdef'[at]}}`);
  const ref = refs[i];
  const card = ref?.type === 'piece' ? printed(ref.piece) : undefined;
  return card?.kind === 'land' && (says(i + 1) || says(i - 1)) ? t('piece.land', { price: card.price }) : undefined;
}

/** What a module says under a key, with what it points at. */
export function moduleText(
  module: string,
  key: string,
  refs: Ref[],
  values: Record<string, string | number> = {},
): string | undefined {
  const words = wording(module, key);
  if (words === undefined) return undefined;
  const parts = refs.map((ref, i) => landText(words, refs, i) ?? refText(ref));
  return filled(words, { ...values, ...blanks(parts, list) });
}

/** Words at the beginning of a button. */
export function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** An option as a button says it. */
export function optionText(option: Pick<OptionView, 'key' | 'act' | 'refs' | 'text'>, dirk = t('game.dirk')): string {
  const [tile = '', out = ''] = option.refs.filter((ref) => ref.type === 'piece').map(refText);
  const at = o.cell(option);
  const cell = at ? cellName(at) : '';
  const cards = list(o.cards(option).map(cardName));
  switch (option.key) {
    case 'end_turn':
      return t('game.endturn');
    case 'decline':
      return t('game.stop');
    case 'pass':
      return t('game.pass');
    case 'take':
      return t('game.take', { cards });
    case 'buy':
      return t('story.do.buy', { tile, cards });
    case 'target':
      return t('game.buy', { what: option.refs.map(refText).join(' ') });
    case 'pay':
      return t('story.do.pay', { cards });
    case 'modify':
      return option.refs.map(refText).join(' ');
    case 'modify_nothing':
      return t('game.modify.nothing');
    case 'take_tile':
      return t('game.taketile', { tile });
    case 'pay_card':
      return t('game.paycard', { card: cards });
    case 'place':
    case 'move':
      return t('game.lay', { tile, cell });
    case 'add':
      return t('story.do.add', { tile, cell });
    case 'remove':
      return t('story.do.remove', { tile });
    case 'swap':
      return t('story.do.swap', { tile, out });
    case 'reserve':
      return t('story.do.reserve', { tile });
    case 'gift':
      return t('story.do.gift', { tile, dirk });
    case 'module': {
      const [module = '', act = ''] = (option.act ?? '').split('.');
      return moduleText(module, `act.${act}`, option.refs) ?? option.text ?? act.replaceAll('_', ' ');
    }
    default:
      return option.text ?? option.key;
  }
}

/** Options of one sort as a sentence with blanks. */
export function sentenceOf(options: OptionView[]): Sentence {
  const [module = '', act = ''] = (options[0]?.act ?? '').split('.');
  const literals = (items: string[]): string[] =>
    new Intl.ListFormat(settings.language, { type: 'conjunction' })
      .formatToParts(items)
      .flatMap((part) => (part.type === 'literal' ? [part.value] : []));
  const between = [...new Set([...literals(['1', '2', '3']), ...literals(['1', '2'])])];
  return compose((act && wording(module, `act.${act}`)) || '{all}', options, between);
}

/** A sentence whose blanks are still open, as a button says it. */
export function gapped(options: OptionView[]): string {
  const { parts, blanks } = sentenceOf(options);
  const words = parts.map((part) =>
    typeof part === 'string'
      ? part
      : blanks.includes(part)
        ? '…'
        : options[0]!.refs[part]
          ? refText(options[0]!.refs[part]!)
          : '',
  );
  return capital(
    words
      .join('')
      .replace(/…(?:[^\p{L}…]*…)+/gu, '…')
      .trim(),
  );
}

/** What the longest wall becomes, if it changes. */
export function wallText(option: OptionView): string {
  const wall = o.wall(option);
  return wall && wall.to !== wall.from ? t('game.wallchange', wall) : '';
}

/** What places in majorities become. */
export function majorityText(option: OptionView): string[] {
  return option.effects.flatMap((effect) => {
    if (effect.type !== 'majority') return [];
    const words = { building: building(effect.building), to: effect.to, n: effect.sharing };
    return [
      t(effect.to === 0 ? 'play.majority.none' : effect.sharing > 1 ? 'play.majority.shared' : 'play.majority', words),
    ];
  });
}

/** The place among those who have a building type, in one or two words. */
export function standingText({ to, sharing }: { to: number; sharing: number }): string {
  if (to === 0) return t('play.standing.none');
  const place = t(`story.place.${Math.min(to, 6)}` as 'story.place.1');
  return sharing > 1 ? t('play.standing.shared', { place }) : place;
}

/** What a payment leads to. */
export function consequence(option: o.Leading): string {
  if (o.effect(option, 'extra_action')) return t('game.pay.exact');
  if (o.exact(option)) return t('game.pay.justexact');
  return o.lost(option) > 0 ? t('game.pay.lost', { n: o.lost(option) }) : '';
}

/** What the rules say against an action: its words name numbers, cards and the one thing it is about. */
function ruleText(key: Key, refs: Ref[]): string {
  const [a = 0, b = 0] = refs.flatMap((ref) => (ref.type === 'number' ? [ref.number] : []));
  const cards = refs.flatMap((ref) => (ref.type === 'cards' ? ref.cards : []));
  const things = refs.filter((ref) => ['piece', 'cell', 'seat'].includes(ref.type));
  return t(key, {
    a,
    b,
    n: Math.abs(b - a),
    cards: list(cards.map(cardName)),
    it: things[0] ? refText(things[0]) : '',
  });
}

/** What is said under the key of a refusal: by the module it is about, with its name, by the base game, by whichever module
 *  refuses under this key, or by the server. */
function reasonText({ code, rule, by, refs }: Refusal & { rule: string }): string | undefined {
  const key = `why.${rule}`;
  const fill = (words: string): string => filled(words, blanks(refs.map(refText), list));
  const general = key in en ? (code === 'bad_setup' ? fill(t(key as Key)) : ruleText(key as Key, refs)) : undefined;
  if (by !== undefined) {
    const own = moduleText(by, `refuse.${rule}`, refs) ?? general;
    return own === undefined ? undefined : `${moduleTitle(by)}: ${own}`;
  }
  const words = general ?? objection(rule) ?? refusalWords(rule);
  return general ?? (words === undefined ? undefined : fill(words));
}

/** A refusal in the language of the page: by its key, and at the least by its sort. */
export function refusalText(refusal: Refusal): string {
  if (refusal.fault) return faultText(refusal.fault);
  const { code, rule, text } = refusal;
  if (rule === HERE) return text;
  return whole((rule && reasonText({ ...refusal, rule })) || t(`why.${code}`));
}

/** A line of the chat: what people wrote as they wrote it, a note of the table in the language of the page. */
export function chatText({ voice, text }: ChatLine): string {
  const words = voice.type === 'table' ? noteWords(voice.key) : undefined;
  if (voice.type !== 'table' || words === undefined) return text;
  const names = voice.names ?? [];
  // Lines of an older server have no names.
  if (names.length === 0 && words.includes('{a}')) return text;
  return whole(filled(words, blanks(names.map(apart), list)));
}

/** Whatever went wrong, as a sentence. */
export function troubleText(error: unknown): string {
  if (error instanceof Refused) return refusalText(error.refusal);
  const refusal = error as Partial<Refusal> | null;
  return refusal && typeof refusal === 'object' && refusal.code && refusal.refs
    ? refusalText(refusal as Refusal)
    : String(error);
}
