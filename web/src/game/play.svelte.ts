// What one person is doing at the table: what is touched, and what comes of it.
// Every possibility comes from the decision the server sent; here it is only found, shown and sent back.

import { untrack } from 'svelte';
import type { Table } from '../net/table.svelte';
import type { OptionView, PieceId } from '../protocol';
import { told } from '../learn/told.svelte';
import { settings } from '../settings.svelte';
import { t, tileName } from '../words/index.svelte';
import { laid } from './draft';
import type { Mark } from './marks';
import * as o from './options';
import { answer, needless, preset, presets } from './presets.svelte';
import { Questions } from './questions.svelte';
import { refusalText, wallText } from './say';

export type { Panel, Room } from './seat.svelte';

/** What a wire that was cut left unanswered is answered when it is whole again. To be called while a component is made. */
export function resuming(play: Play, table: () => Table): void {
  let whole = true;
  $effect(() => {
    const now = table().link === 'open';
    if (now && !whole) untrack(() => play.resumed());
    whole = now;
  });
}

/** Whether somebody writes on one of the papers. */
function writing(): boolean {
  const { activeElement } = document;
  return activeElement?.closest('.paper') != null && activeElement.matches('input, textarea, select');
}

export class Play extends Questions {
  redesigning = $state(false);
  /** What was asked of me last: the same question a step later is no other one. */
  #question = '';
  /** What would be done at the place that is pointed at. */
  pointed = $state.raw<OptionView | null>(null);
  marks = $derived.by((): Mark[] => {
    if (this.shown !== this.me) return [];
    return this.selected === null ? this.chosenCells() : this.layingCells(this.selected);
  });
  /** Places for the tile in hand, with what comes of each. */
  places = $derived.by(() =>
    this.selected === null ? [] : this.marks.filter(({ legal, option }) => legal && option !== undefined),
  );
  /** The place a finger chose. */
  chosenPlace = $derived.by(() => this.places.find(({ at }) => `${at[0]},${at[1]}` === this.tapped));
  /** Tiles of the palace that can be touched now. */
  touchable = $derived.by((): PieceId[] => {
    if (this.shown !== this.me) return [];
    if (this.selected !== null) return this.swaps.map((option) => o.other(option)!);
    const pointed = [
      ...this.choices.flatMap((option) => (option.refs[0]?.type === 'piece' ? [option.refs[0].piece] : [])),
      ...this.open().flatMap(({ ref }) => (ref.type === 'piece' ? [ref.piece] : [])),
    ];
    const taken = this.redesigning ? [...this.removals, ...this.moves].map((option) => o.piece(option)!) : [];
    return [...new Set([...this.movable, ...taken, ...pointed])];
  });
  /** What touching a tile of the palace leads to: a swap, or taking it away. */
  touches = $derived.by((): Map<PieceId, { text: string; notes: string[] }> => {
    const found = new Map<PieceId, { text: string; notes: string[] }>();
    const tell = (piece: PieceId, words: string, option: OptionView) => {
      const notes = [wallText(option)].filter(Boolean);
      found.set(piece, { text: [words, ...notes, ...this.majorities(option)].join(', '), notes });
    };
    if (this.shown !== this.me) return found;
    for (const option of this.swaps) {
      const [tile, out] = [tileName(this.tile(o.piece(option)!)), tileName(this.tile(o.other(option)!))];
      if (!found.has(o.other(option)!)) tell(o.other(option)!, t('story.do.swap', { tile, out }), option);
    }
    if (this.selected === null && this.redesigning)
      for (const option of this.removals)
        tell(o.piece(option)!, t('story.do.remove', { tile: tileName(this.tile(o.piece(option)!)) }), option);
    return found;
  });

  /** A new decision clears what was selected for the old one, and may be answered by what was set before. */
  arrived(): void {
    const { decision, view, me } = this;
    if (this.noticeAbout && this.noticeAbout.seat !== me) this.#unsay();
    if (decision?.kind === 'main_action' && this.before.turn !== view.turn)
      this.before = { turn: view.turn, stake: this.stake };
    this.turning = 0;
    this.tapped = null;
    // Whoever writes goes on writing: their letters would be keys.
    const busy = writing();
    this.peeking = busy;
    this.asking = null;
    const question = decision ? `${decision.seat} ${decision.kind} ${decision.module ?? ''}` : '';
    if (question !== '' && question !== this.#question) this.looking = null;
    this.#question = question;
    this.redesigning = decision?.kind === 'redesign';
    const waiting = view.players[me]?.bought ?? [];
    const kept = this.plan.filter(({ piece }) => waiting.some((tile) => tile.piece === piece));
    if (kept.length < this.plan.length) this.intend(kept);
    const open = waiting.filter((tile) => !this.plan.some(({ piece }) => piece === tile.piece));
    this.selected =
      decision?.kind === 'place_tile' && !this.relaying
        ? ((open.find((tile) => o.keyed(decision, 'place').some((option) => o.piece(option) === tile.piece)) ?? open[0])
            ?.piece ?? null)
        : null;
    if (this.selected !== null) this.turning = this.turns[0] ?? 0;
    if (this.plannable.length > 0) void this.think(this.plan);
    if (decision) this.trouble = '';
    if (!busy) this.#go();
    this.unasked();
  }

  /** The wire is whole again: what needs no asking and was cut off is answered now. */
  resumed(): void {
    this.unasked();
  }

  /** To the room where the decision is answered. */
  #go(): void {
    const { decision } = this;
    // On a phone, what is asked about places of the palace is asked where a finger can touch them.
    const within = decision?.kind !== 'main_action' && this.edges.length + this.marks.length > 0;
    if (decision?.kind === 'place_tile' || decision?.kind === 'redesign' || within) this.room = 'palace';
    // What a module asks lies in the drawer below the palace; where it only may be passed, the souk is what it is about.
    if (this.asks) this.room = within || this.choices.length > 0 ? 'palace' : 'market';
    if (decision?.kind === 'main_action' && this.deeds.length === 0) this.room = 'market';
  }

  /** Puts away what was opened last: a question, the tile in hand, rebuilding, somebody's palace. */
  escape(): void {
    if (this.asking !== null) this.asking = null;
    else if (this.selected !== null) this.selected = null;
    else if (this.redesigning && this.decision?.kind !== 'redesign') this.redesigning = false;
    else this.looking = null;
  }

  /** Answers what needs no asking: what was set before, and the end of a turn where that is wished. */
  protected unasked(): void {
    const { decision } = this;
    if (this.busy || !decision || !this.playing) return;
    if (decision.kind === 'place_tile' && this.plan.length > 0) return void this.fulfil();
    const only = needless(decision, this.game.window !== undefined || this.lone);
    const found = answer(decision, presets(this.table.id, this.me), (piece) => this.tile(piece));
    if (only) void this.sendUnasked(only);
    else if (found) {
      const about = { seat: this.me, topic: found.about };
      void this.sendUnasked(found.option).then((done) => {
        // Somebody else may look at the screen by now: it was not their answer.
        if (!done || this.me !== about.seat) return;
        this.notice = found.text;
        this.noticeAbout = about;
      });
    } else if (settings.ending === 'instant' && this.finished) void this.sendUnasked(this.ending!);
  }

  /** What was done without asking is said no more. */
  #unsay(): void {
    this.notice = '';
    this.noticeAbout = null;
  }

  /** What was passed without asking is asked about again. */
  askAgain(): void {
    const about = this.noticeAbout;
    if (about) preset(this.table.id, about.seat, about.topic, { mode: 'ask', buildings: [] });
    this.#unsay();
  }

  /** A tile is touched: on the market, in the tray, in the reserve. */
  pick(piece: PieceId): void {
    this.turning = 0;
    this.tapped = null;
    this.looking = null;
    this.trouble = '';
    if (this.selected === piece) {
      this.selected = null;
      return;
    }
    if (this.plannable.includes(piece)) return void this.consider(piece);
    this.selected = piece;
    if (this.layings.length + this.swaps.length > 0) {
      this.turning = this.turns[0] ?? 0;
      this.room = 'palace';
    }
    const offers = this.offers(piece);
    const pointing = this.choices.filter((option) => o.piece(option) === piece);
    if (offers.length === 1 && offers[0]!.key === 'target' && pointing.length === 0) void this.send(offers[0]);
    else if (
      offers.length === 0 &&
      pointing.length === 0 &&
      this.layings.length + this.swaps.length + this.keep.length === 0
    )
      void this.explain(piece);
  }

  /** Asks the server why a tile cannot be had. */
  async explain(piece: PieceId): Promise<void> {
    const { decision, view } = this;
    const space = view.market.find((space) => space.tile?.piece === piece);
    if (laid(this.deeds, piece)) return this.lift(piece);
    this.selected = null;
    if (!decision) {
      this.trouble = t('play.notyours');
      return;
    }
    if (!space) {
      this.trouble = t('play.notile', { tile: tileName(this.tile(piece)) });
      return;
    }
    const payment = (view.hand ?? []).filter((card) => card.startsWith(`${space.currency}-`));
    const { refusal } = await this.table.check(decision.seat, { type: 'action', action: { buy: { piece, payment } } });
    this.trouble = refusal
      ? `${tileName(this.tile(piece))}: ${refusalText(refusal)}`
      : t('play.notile', { tile: tileName(this.tile(piece)) });
  }

  /** A cell is touched. A finger hides what it points at, so its first touch only shows what would come of it. */
  onmark(mark: Mark, finger = false): void {
    const cell = `${mark.at[0]},${mark.at[1]}`;
    if (finger && this.selected !== null && mark.option && this.tapped !== cell) {
      this.tapped = cell;
      this.trouble = '';
      return;
    }
    this.tapped = null;
    if (mark.option && this.thought?.options.includes(mark.option)) void this.layInThought(mark.option);
    else if (mark.option && this.choices.includes(mark.option))
      this.touch(
        [{ type: 'cell', at: mark.at }],
        this.choices.filter((option) => {
          const at = o.cell(option);
          // A sentence may have several places in it; what is one deed is about the first.
          if (this.sentences.has(o.actOf(option))) return !o.side(option) && o.through(option, mark.at);
          return !o.side(option) && at && o.same(at, mark.at);
        }),
      );
    else if (mark.option) void this.send(mark.option);
    else {
      this.trouble = mark.text;
      if (mark.fault) told.add(mark.fault.type);
    }
  }

  /** A carried tile is let go over a cell (`x,y`), or elsewhere. */
  drop(cell: string | null): void {
    const mark = this.marks.find((mark) => `${mark.at[0]},${mark.at[1]}` === cell);
    if (mark) this.onmark(mark);
    else this.tapped = null;
  }

  ontile(piece: PieceId): void {
    if (this.plannable.includes(piece)) return void this.consider(piece);
    if (this.selected !== null) return void this.send(this.swaps.find((option) => o.other(option) === piece));
    const pointed = this.choices.filter((option) =>
      option.refs.some(
        (ref, i) => ref.type === 'piece' && ref.piece === piece && (i === 0 || this.sentences.has(o.actOf(option))),
      ),
    );
    if (pointed.length === 1 || pointed.some((option) => this.sentences.has(o.actOf(option))))
      return this.touch([{ type: 'piece', piece }], pointed);
    if (this.movable.includes(piece)) return void this.lift(piece);
    if (this.moves.some((option) => o.piece(option) === piece)) return void (this.selected = piece);
    void this.send(this.removals.find((option) => o.piece(option) === piece));
  }
}
