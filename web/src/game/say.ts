// The words of options, effects and refusals, in the language of the page. Where the client has no words of its own,
// the engine's English stands.

import type { OptionView, Ref, Refusal } from '../protocol';
import { printed } from '../catalogue.svelte';
import { settings } from '../settings.svelte';
import { en, type Key } from '../words/en';
import { building, cardName, cellName, faultText, list, t } from '../words/index.svelte';
import * as o from './options';

/** What an option points at, in words. */
export function refText(ref: Ref): string {
  switch (ref.type) {
    case 'cell':
      return cellName(ref.at);
    case 'piece':
      return pieceText(ref.piece);
    case 'cards':
      return list(ref.cards.map(cardName));
    case 'seat':
      return t('new.seat', { n: ref.seat + 1 });
    case 'building':
      return building(ref.building);
    case 'number':
      return String(ref.number);
    case 'turn':
      return t('play.turned', { n: ref.turn * 90 });
    case 'side':
      return t(`side.${ref.side}`);
    case 'currency':
      return t(`currency.${ref.currency}`);
    case 'space':
      return t('play.space', { n: ref.space + 1 });
  }
}

function pieceText(piece: number): string {
  const card = printed(piece);
  if (!card) return String(piece);
  return card.building[0] ? t('tile.named', { building: building(card.building[0]), price: card.price || '' }).trim() : card.name;
}

/** Words at the beginning of a button. */
export function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** An option as a button says it. */
export function optionText(option: OptionView): string {
  switch (option.key) {
    case 'end_turn':
      return t('game.endturn');
    case 'decline':
      return t('game.stop');
    case 'pass':
      return t('game.pass');
    case 'take':
      return t('game.take', { cards: list(o.cards(option).map(cardName)) });
    case 'module': {
      // The engine speaks English best itself.
      if (!(`act.${option.act}` in en) || (settings.language === 'en' && option.text)) return option.text ?? option.act ?? '';
      const parts = option.refs.map(refText);
      return t(`act.${option.act}` as Key, { a: parts[0] ?? '', b: parts[1] ?? '', c: parts[2] ?? '', d: parts[3] ?? '' });
    }
    default:
      return option.text ?? option.key;
  }
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
    return [t(effect.to === 0 ? 'play.majority.none' : effect.sharing > 1 ? 'play.majority.shared' : 'play.majority', words)];
  });
}

/** What a payment leads to. */
export function consequence(option: OptionView): string {
  if (o.effect(option, 'extra_action')) return t('game.pay.exact');
  if (o.exact(option)) return t('game.pay.justexact');
  return o.lost(option) > 0 ? t('game.pay.lost', { n: o.lost(option) }) : '';
}

/** A refusal in the language of the page, as far as it has words for it. */
export function refusalText(refusal: Refusal): string {
  if (refusal.fault) return faultText(refusal.fault);
  const numbers = refusal.refs.flatMap((ref) => (ref.type === 'number' ? [ref.number] : []));
  const cards = refusal.refs.flatMap((ref) => (ref.type === 'cards' ? ref.cards : []));
  const key = refusal.rule ?? refusal.code;
  if (!(`why.${key}` in en)) return refusal.text;
  const [a = 0, b = 0] = numbers;
  return t(`why.${key}` as Key, { a, b, n: Math.abs(b - a), cards: list(cards.map(cardName)) });
}
