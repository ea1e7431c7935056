// What happened and what can be done, as sentences in the reader's language. Facts come from the server.

import type {
  Card,
  EventView,
  OptionView,
  PieceId,
  Pin,
  Reason,
  ScoreLineView,
  ScoreSource,
  Seat,
  Shown,
} from '../protocol';
import { asTile, moduleTitle } from '../catalogue.svelte';
import { capital, moduleText, optionText, refText } from '../game/say';
import { mirrored, settings } from '../settings.svelte';
import { filled, word, wording } from '../words/engine';
import { building, cardName, cellName, list, personName, t, tileName, tongue, type Key } from '../words/index.svelte';
import { whose } from './turns';

/** What everybody is called, and who is read to: that one is "you". */
export type Names = { of: (seat: Seat) => string; dirk: string; me: Seat | null };

/** The names at a table; `mine` are the seats of whoever reads. Several people at one screen all keep their names. */
export function namesOf(seats: { name: string }[], mine: Seat[] = []): Names {
  return {
    of: (seat) => (seats[seat] ? personName(seats[seat].name) : t('new.seat', { n: seat + 1 })),
    dirk: t('game.dirk'),
    me: mine.length === 1 ? mine[0]! : null,
  };
}

export function scorerName(key: string, names: Names): string {
  return key === 'dirk' ? names.dirk : names.of(Number(key));
}

export function sourceName(source: ScoreSource): string {
  if (source === 'wall') return t('score.wall');
  return 'majority' in source ? building(source.majority) : moduleTitle(source.module);
}

/** A tile by its name; on a land stood what is said, if that is said. */
export function pieceName(piece: PieceId, lands: EventView['lands'] = []): string {
  return tileName(asTile(piece, lands.find(([land]) => land === piece)?.[1]));
}

export function cardList(cards: Card[]): string {
  return list(cards.map(cardName));
}

function manner(paid: number, price: number, again: boolean): string {
  const how = paid > price ? t('story.say.over', { n: paid - price }) : t('story.say.exactly');
  return again ? `${how}, ${t('story.say.again')}` : how;
}

/** What somebody does, and is told of with their name or as "you". */
type Own<Words> = Words extends `story.you.${infer Rest}` ? Rest : never;
type Personal = Exclude<Own<Key>, 'wins' | 'leftover'>;

function winning(winners: Seat[], names: Names): string {
  if (winners.length === 0) return t('story.say.dirk_wins', { name: names.dirk });
  if (winners.length === 1 && winners[0] === names.me) return t('story.you.wins');
  return t('story.say.wins', { n: winners.length, names: list(winners.map(names.of)) });
}

/** An event as a sentence that fits whoever reads it. */
export function sentence({ what, text, lands }: EventView, names: Names): string {
  const seat = whose(what);
  const name = seat === null ? '' : names.of(seat);
  const mine = seat !== null && seat === names.me;
  // A language that has no words for "you" yet says the name.
  const own = (key: Personal): `story.${'say' | 'you'}.${Personal}` =>
    mine && tongue(`story.you.${key}`) === tongue(`story.say.${key}`) ? `story.you.${key}` : `story.say.${key}`;
  const tile = 'piece' in what ? pieceName(what.piece, lands) : '';
  switch (what.type) {
    case 'start_money':
    case 'took_money':
      return t(own(what.type), { name, cards: cardList(what.cards) });
    case 'begins':
    case 'declined':
    case 'passed':
      return t(own(what.type), { name });
    case 'turn_began':
      return t('story.turn', { n: what.turn, name });
    case 'bought':
      return t(own('bought'), {
        name,
        tile,
        cards: cardList(what.payment),
        how: manner(what.paid, what.price, what.extra_action),
      });
    case 'paid':
      return t(own('paid'), {
        name,
        cards: cardList(what.payment),
        how: manner(what.paid, what.price, what.extra_action),
      });
    case 'placed':
    case 'moved':
    case 'taken_off':
      return t(own(what.type), { name, tile, cell: cellName(what.at) });
    case 'discarded':
    case 'put_back':
    case 'reserved':
      return t(own(what.type), { name, tile });
    case 'gift':
      return t(own('gift'), { name, tile, dirk: names.dirk });
    case 'drew':
      return what.card ? t(own('drew'), { name, card: cardName(what.card) }) : t(own('drew_one'), { name });
    case 'put_by':
    case 'displayed':
      return t(`story.say.${what.type}`, { card: cardName(what.card) });
    case 'reshuffled':
    case 'scoring_card':
      return t(`story.say.${what.type}`);
    case 'on_market':
      return t('story.say.on_market', { tile, currency: t(`currency.${what.currency}`) });
    case 'end_triggered':
      return t(what.everybody_passed ? 'story.say.end_passed' : 'story.say.end');
    case 'dirk_drew':
      return t('story.say.dirk_drew', {
        name: names.dirk,
        tiles: what.pieces.length > 0 ? list(what.pieces.map((piece) => pieceName(piece, lands))) : '–',
      });
    case 'scoring_began':
      return t('score.title', { n: what.round });
    case 'scored': {
      const [points, source] = [signed(what.line.points), sourceName(what.line.source)];
      return t(own('scored'), { name: name || names.dirk, points, source });
    }
    case 'leftover':
      return what.to === null
        ? t('story.say.leftover_nobody', { tile })
        : t(what.to === names.me ? 'story.you.leftover' : 'story.say.leftover', { tile, name: names.of(what.to) });
    case 'game_over':
      return winning(what.winners, names);
    case 'module':
      return (
        (mine ? moduleText(what.by, `you.${what.key}`, what.refs, { dirk: names.dirk }) : undefined) ??
        moduleText(what.by, `said.${what.key}`, what.refs, { name, dirk: names.dirk }) ??
        text ??
        [name || `${moduleTitle(what.by)}:`, what.key.replaceAll('_', ' ')].join(' ')
      );
  }
}

export function signed(points: number): string {
  // Without a mark the sign would stand behind the number on a page that runs from the right.
  const mark = mirrored(settings.language) ? String.fromCodePoint(0x200e) : '';
  return mark + (points < 0 ? `−${-points}` : `+${points}`);
}

/** An option as an instruction with its consequences. */
export function instruction(option: OptionView, names: Names): string {
  const turned = option.refs.find((ref) => ref.type === 'turn');
  const words = capital(optionText(option, names.dirk));
  const effects = option.effects.flatMap((effect) => {
    switch (effect.type) {
      case 'extra_action':
        return [t('game.pay.exact')];
      case 'exact':
        return [t('game.pay.justexact')];
      case 'lost':
        return effect.amount > 0 ? [t('game.pay.lost', { n: effect.amount })] : [];
      case 'wall':
        return [t('game.wallchange', effect)];
      default:
        return [];
    }
  });
  // Modules have it in their words.
  if (turned && turned.turn > 0 && option.key !== 'module') effects.push(t('story.do.turned', { n: turned.turn }));
  return effects.length === 0 ? words : `${words} (${effects.join(', ')})`;
}

/** What a bot would do and why, in one sentence. */
export function advice(option: OptionView, reasons: Reason[], names: Names): string {
  return t('reason', { what: instruction(option, names), why: reasons.map(because).join(t('reason.and')) });
}

function because({ key, refs }: Reason): string {
  const numbers = refs.flatMap((ref) => (ref.type === 'number' ? [ref.number] : []));
  const type = refs.find((ref) => ref.type === 'building');
  const currencies = refs.flatMap((ref) => (ref.type === 'currency' ? [refText(ref)] : []));
  const it = refs.find((ref) => ref.type === 'piece');
  const by = refs.find((ref) => ref.type === 'word');
  return t(`reason.${key as 'only'}`, {
    a: numbers[0] ?? 0,
    b: numbers[1] ?? 0,
    many: type ? t(`buildings.${type.building}`) : '',
    tile: it ? refText(it) : '',
    module: by ? moduleTitle(by.by) : '',
    sums: list(currencies.map((currency, i) => `${numbers[i]} ${currency}`)),
  });
}

/** Why a module gave points. */
export function scoreReason(line: ScoreLineView): string {
  const args = line.args.map(String);
  const words =
    typeof line.source === 'object' && 'module' in line.source ? wording(line.source.module, line.reason) : undefined;
  return words === undefined
    ? args.join(', ')
    : filled(words, { a: args[0] ?? '', b: args[1] ?? '', all: args.join(', ') });
}

/** Where something stands, in words. */
function pinnedAt({ on }: Pin, names: Names): string {
  switch (on.type) {
    case 'piece':
      return pieceName(on.piece);
    case 'space':
      return t('play.space', { n: on.space + 1 });
    case 'edge':
      return `${names.of(on.of)} ${cellName(on.at)} ${t(`side.${on.side}`)}`;
    default:
      return `${names.of(on.of)} ${cellName(on.at)}`;
  }
}

type Of<Sort extends Shown['type']> = Extract<Shown, { type: Sort; is: unknown[] }>['is'][number];

/** The parts that say something. */
const joined = (parts: string[]): string => parts.filter(Boolean).join(' ');

function rowText(row: Of<'slots'>, names: Names): string {
  const cells = row.cells.map((cell) =>
    cell.holds ? refText(cell.holds) : cell.wants ? `(${refText(cell.wants)})` : '–',
  );
  const who = row.seat === null ? '' : names.of(row.seat);
  return joined([who, row.side ? refText(row.side) : '', cells.join(' '), row.worth === null ? '' : `= ${row.worth}`]);
}

function trackText(track: Of<'tracks'>, names: Names): string {
  const stops = track.at.map(([seat, at]) => `${seat === null ? '' : `${names.of(seat)} `}${track.stops[at] ?? at}`);
  return joined([track.seat === null ? '' : names.of(track.seat), track.of ? refText(track.of) : '', ...stops]);
}

/** What a module shows, in one line. */
export function shownText(module: string, shown: Shown, names: Names): string {
  const bySeat = <T>(all: [Seat, T[]][], one: (item: T) => string) =>
    all.map(([seat, own]) => `${names.of(seat)}: ${own.map(one).join(', ')}`);
  const say = (key: string) => word(module, key);
  const mark = ([card, type]: [Card, Parameters<typeof building>[0]]) => `${cardName(card)}: ${building(type)}`;
  const items = ((): string[] => {
    switch (shown.type) {
      case 'words':
        return shown.is.map(say);
      case 'words_by_seat':
        return bySeat(shown.is, say);
      case 'numbers':
        return shown.is.map(String);
      case 'cards_by_seat':
        return bySeat(shown.is, cardName);
      case 'marked':
        return shown.is.map(mark);
      case 'marked_by_seat':
        return bySeat(shown.is, mark);
      case 'buildings_by_seat':
        return bySeat(shown.is, building);
      case 'number':
        return [String(shown.is)];
      case 'seats':
        return shown.is.map(names.of);
      case 'by_seat':
        return shown.is.map((n, seat) => `${names.of(seat)} ${n}`);
      case 'cards':
        return shown.is.map(cardName);
      case 'currencies':
        return shown.is.map((currency) => t(`currency.${currency}`));
      case 'ascending':
      case 'buildings':
        return shown.is.map(building);
      case 'tiles':
        return shown.is.map((piece) => pieceName(piece));
      case 'tiles_by_seat':
        return bySeat(shown.is, pieceName);
      case 'cell_by_seat':
        return shown.is.map(([seat, cell]) => `${names.of(seat)} ${cellName(cell)}`);
      case 'counter':
        return [`${shown.is.n} ${t('board.of', { n: shown.is.of })}`];
      case 'pile':
        return [[String(shown.is.n), shown.is.top ? refText(shown.is.top) : ''].filter(Boolean).join(', ')];
      case 'slots':
        return shown.is.map((row) => rowText(row, names));
      case 'tracks':
        return shown.is.map((track) => trackText(track, names));
      case 'pins':
        return shown.is.map((pin) =>
          joined([
            pin.seat === null ? '' : names.of(pin.seat),
            pin.building ? building(pin.building) : say(pin.sign),
            pinnedAt(pin, names),
            pin.n === null ? '' : String(pin.n),
          ]),
        );
    }
  })();
  return items.join(' · ') || '–';
}
