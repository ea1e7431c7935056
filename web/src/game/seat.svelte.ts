// What one person sees at the table and is offered there: found in what the server sent, and sorted by where it is drawn.

import { asTile, lying } from '../catalogue.svelte';
import type { Table } from '../net/table.svelte';
import type { OptionView, PieceId, Seat, Tile } from '../protocol';
import { personName } from '../words/index.svelte';
import { keepRead, lastRead } from './draft';
import { pointsOf } from '../story/rounds';
import { stage } from '../story/stage.svelte';
import { wide } from '../wide.svelte';
import * as o from './options';
import { majorityText } from './say';

export type Room = 'market' | 'palace' | 'rivals';
export type Panel = 'matrix' | 'log' | 'chat' | 'modules';

export abstract class AtSeat {
  readonly #table: () => Table;
  /** Whose palace is in the middle, if not one's own. */
  looking = $state<Seat | null>(null);
  /** The tile in hand. */
  selected = $state<PieceId | null>(null);
  turning = $state(0);
  /** What the last try was refused for. */
  trouble = $state('');
  /** What was done without asking, and may surprise. */
  notice = $state('');
  /** What the notice was passed about, and for whom; asking can begin again. */
  noticeAbout = $state.raw<{ seat: Seat; topic: string } | null>(null);
  busy = $state(false);
  panel = $state<Panel>('matrix');
  /** Whether a paper is looked at although something is asked. */
  peeking = $state(false);
  room = $state<Room>('palace');
  /** The last line of the chat that was looked at. */
  read = $state(0);
  /** What people said since the chat was looked at. */
  unread = $derived.by(
    () =>
      this.table.chat.filter(
        ({ seq, voice }) =>
          seq > this.read &&
          voice.type !== 'table' &&
          !(voice.type === 'seat' && this.table.you.seats.includes(voice.seat)),
      ).length,
  );
  table = $derived.by(() => this.#table());
  game = $derived.by(() => this.table.game!);
  view = $derived.by(() => this.game.view);
  decision = $derived.by(() => this.game.decision);
  /** What the next scoring would bring, where it was agreed that such sums are done for one. */
  nextScoring = $derived.by(() => (this.table.info?.options.aids === 'table' ? null : this.game.next_scoring));
  me = $derived.by(() => this.table.you.viewing ?? this.table.you.seats[0] ?? 0);
  playing = $derived.by(() => this.table.you.seats.length > 0);
  /** Whether nobody else at the table is a person. */
  lone = $derived.by(
    () => this.playing && this.table.info!.seats.every(({ seat, sitter }) => sitter.type === 'bot' || seat === this.me),
  );
  names = $derived.by(() => this.table.info!.seats.map((seat) => personName(seat.name)));
  shown = $derived.by(() => this.looking ?? this.me);
  takes = $derived.by(() => o.keyed(this.decision, 'take'));
  single = $derived.by(
    () =>
      new Map(
        this.takes.filter((option) => o.cards(option).length === 1).map((option) => [o.cards(option)[0]!, option]),
      ),
  );
  bundles = $derived.by(() => this.takes.filter((option) => o.cards(option).length > 1));
  purchases = $derived.by(() => o.keyed(this.decision, 'buy', 'target'));
  /** Tiles for sale that lie on no space of the market. */
  elsewhere = $derived.by(() => {
    const market = this.view.market.map((space) => space.tile?.piece);
    const preview = (this.view.preview ?? []).map((tile) => tile?.piece);
    return [...new Set(this.purchases.map((option) => o.piece(option)!))].filter(
      (piece) => !market.includes(piece) && !preview.includes(piece),
    );
  });
  payments = $derived.by(() => (this.selected === null ? [] : this.offers(this.selected)));
  owed = $derived.by(() => o.keyed(this.decision, 'pay', 'pay_card'));
  swaps = $derived.by(() =>
    this.selected === null ? [] : o.keyed(this.decision, 'swap').filter((option) => o.piece(option) === this.selected),
  );
  removals = $derived.by(() => o.keyed(this.decision, 'remove'));
  moves = $derived.by(() => o.keyed(this.decision, 'move'));
  keep = $derived.by(() =>
    this.selected === null
      ? []
      : o.keyed(this.decision, 'reserve', 'gift').filter((option) => o.piece(option) === this.selected),
  );
  passes = $derived.by(
    () => this.decision?.options.filter((option) => option.key !== 'decline' && o.passing(option)) ?? [],
  );
  declines = $derived.by(() => o.keyed(this.decision, 'decline'));
  ending = $derived.by(() => o.keyed(this.decision, 'end_turn')[0]);
  choices = $derived.by(() => o.chosen(this.decision));

  constructor(table: () => Table) {
    this.#table = table;
    this.read = lastRead(table().id);
  }

  /** A paper is asked for, whatever else has its place. */
  show(panel: Panel): void {
    this.panel = panel;
    this.peeking = true;
    if (!wide.current) this.room = 'rivals';
  }

  /** The chat is looked at. */
  look(): void {
    const last = this.table.chat.at(-1)?.seq ?? 0;
    if (last <= this.read) return;
    this.read = last;
    keepRead(this.table.id, last);
  }

  /** Places in the majorities a choice would bring, where such sums are done for one. */
  majorities(option: OptionView): string[] {
    return this.table.info?.options.aids === 'table' ? [] : majorityText(option);
  }

  /** The ways to get a tile. */
  offers(piece: PieceId): OptionView[] {
    return this.purchases.filter((option) => o.piece(option) === piece);
  }

  /** What somebody has, without the scoring that is still being told. */
  points(scorer: Seat | 'dirk'): number {
    const score = (scorer === 'dirk' ? this.view.dirk?.score : this.view.players[scorer]?.score) ?? 0;
    const told = stage.telling;
    return told === null
      ? score
      : score -
          pointsOf(
            this.game.scores.filter(({ round }) => round === told),
            String(scorer),
          );
  }

  tile(piece: PieceId): Tile {
    return lying(this.view).find((tile) => tile.piece === piece) ?? asTile(piece);
  }
}
