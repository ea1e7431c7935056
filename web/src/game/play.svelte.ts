// What one person is doing at the table: what is selected, what it could become, what was handed in.
// Every possibility comes from the decision the server sent; here it is only found, shown and sent back.

import { asTile } from '../catalogue.svelte';
import type { Table } from '../net/table.svelte';
import type { Card, Cell, Fault, OptionView, PieceId, Refusal, Seat, Side, Tile } from '../protocol';
import { settings } from '../settings.svelte';
import { cellName, faultText, t, tileName } from '../words/index.svelte';
import { again, deed, laid, next, open, recall, remember, type Deed } from './draft';
import * as o from './options';
import { answer, presets } from './presets.svelte';
import { majorityText, refusalText, wallText } from './say';

export type Room = 'market' | 'palace' | 'rivals';
export type Panel = 'matrix' | 'log' | 'chat' | 'modules';

/** A cell of the palace, and what can be done there or why not. */
export type Mark = { at: Cell; legal: boolean; text: string; notes: string[]; option?: OptionView; fault?: Fault };
/** A side of a cell where something can be built. */
export type Edge = { at: Cell; side: Side; text: string; option: OptionView };

export class Play {
  readonly #table: () => Table;

  /** Whose palace is in the middle, if not one's own. */
  looking = $state<Seat | null>(null);
  selected = $state<PieceId | null>(null);
  turning = $state(0);
  /** What the last try was refused for. */
  trouble = $state('');
  /** What was done without asking, and may surprise. */
  notice = $state('');
  busy = $state(false);
  panel = $state<Panel>('matrix');
  room = $state<Room>('palace');
  redesigning = $state(false);
  /** A tile is being moved: what happens meanwhile selects nothing. */
  #relaying = false;
  #deeds = $state.raw<Deed[]>([]);
  #undone = $state.raw<Deed[]>([]);

  table = $derived.by(() => this.#table());
  game = $derived.by(() => this.table.game!);
  view = $derived.by(() => this.game.view);
  decision = $derived.by(() => this.game.decision);
  me = $derived.by(() => this.table.you.viewing ?? this.table.you.seats[0] ?? 0);
  playing = $derived.by(() => this.table.you.seats.length > 0);
  names = $derived.by(() => this.table.info!.seats.map((seat) => seat.name));
  shown = $derived.by(() => this.looking ?? this.me);

  takes = $derived.by(() => o.keyed(this.decision, 'take'));
  single = $derived.by(() => new Map(this.takes.filter((option) => o.cards(option).length === 1).map((option) => [o.cards(option)[0]!, option])));
  bundles = $derived.by(() => this.takes.filter((option) => o.cards(option).length > 1));
  purchases = $derived.by(() => o.keyed(this.decision, 'buy', 'target'));
  /** Tiles for sale that lie on no space of the market. */
  elsewhere = $derived.by(() => {
    const market = this.view.market.map((space) => space.tile?.piece);
    return [...new Set(this.purchases.map((option) => o.piece(option)!))].filter((piece) => !market.includes(piece));
  });
  payments = $derived.by(() => (this.selected === null ? [] : this.offers(this.selected)));
  owed = $derived.by(() => o.keyed(this.decision, 'pay', 'pay_card'));
  layings = $derived.by(() => (this.selected === null ? [] : o.keyed(this.decision, 'place', 'add', 'move').filter((option) => o.piece(option) === this.selected)));
  turns = $derived.by(() => [...new Set(this.layings.map(o.turn))].sort());
  swaps = $derived.by(() => (this.selected === null ? [] : o.keyed(this.decision, 'swap').filter((option) => o.piece(option) === this.selected)));
  removals = $derived.by(() => o.keyed(this.decision, 'remove'));
  moves = $derived.by(() => o.keyed(this.decision, 'move'));
  keep = $derived.by(() => (this.selected === null ? [] : o.keyed(this.decision, 'reserve', 'gift').filter((option) => o.piece(option) === this.selected)));
  passes = $derived.by(() => this.decision?.options.filter((option) => option.key !== 'decline' && o.passing(option)) ?? []);
  declines = $derived.by(() => o.keyed(this.decision, 'decline'));
  ending = $derived.by(() => o.keyed(this.decision, 'end_turn')[0]);
  choices = $derived.by(() => o.chosen(this.decision));

  /** What can be taken back and done again. */
  deeds = $derived.by(() => open(this.#deeds, this.game));
  redos = $derived.by(() => next(this.#undone, this.game));
  /** Tiles laid in this turn that can still be moved. */
  movable = $derived.by(() => this.deeds.filter((done) => done.key === 'place').flatMap((done) => done.refs.flatMap((ref) => (ref.type === 'piece' ? [ref.piece] : []))));

  ghost = $derived.by((): { tile: Tile; turn: number } | null => (this.selected === null ? null : { tile: this.tile(this.selected), turn: this.turning }));

  marks = $derived.by((): Mark[] => {
    if (this.shown !== this.me) return [];
    return this.selected === null ? this.#chosenCells() : this.#layingCells(this.selected);
  });

  edges = $derived.by((): Edge[] =>
    this.shown !== this.me
      ? []
      : this.choices.flatMap((option) => {
          const [at, side] = [o.cell(option), o.side(option)];
          return at && side ? [{ at, side, option, text: option.text ?? '' }] : [];
        }),
  );

  /** Tiles of the palace that can be touched now. */
  touchable = $derived.by((): PieceId[] => {
    if (this.shown !== this.me) return [];
    if (this.selected !== null) return this.swaps.map((option) => o.other(option)!);
    const pointed = this.choices.flatMap((option) => (option.refs[0]?.type === 'piece' ? [option.refs[0].piece] : []));
    const taken = this.redesigning ? [...this.removals, ...this.moves].map((option) => o.piece(option)!) : [];
    return [...new Set([...this.movable, ...taken, ...pointed])];
  });

  constructor(table: () => Table) {
    this.#table = table;
    const draft = recall(table().id);
    this.#deeds = draft.deeds;
    this.#undone = draft.undone;
  }

  /** The ways to get a tile. */
  offers(piece: PieceId): OptionView[] {
    return this.purchases.filter((option) => o.piece(option) === piece);
  }

  tile(piece: PieceId): Tile {
    const lying = [...this.view.market.map((space) => space.tile), ...this.view.players.flatMap((player) => [...player.bought, ...player.reserve, ...player.palace.map((at) => at.tile)])];
    return lying.find((tile) => tile?.piece === piece) ?? asTile(piece);
  }

  #chosenCells(): Mark[] {
    const found: Mark[] = [];
    for (const option of this.choices) {
      const at = o.cell(option);
      if (at && !o.side(option) && !found.some((mark) => o.same(mark.at, at))) found.push({ at, legal: true, text: option.text ?? '', notes: [], option });
    }
    return found;
  }

  #layingCells(piece: PieceId): Mark[] {
    const legal = this.layings
      .filter((option) => o.turn(option) === this.turning)
      .map((option): Mark => {
        const at = o.cell(option)!;
        const notes = [wallText(option)].filter(Boolean);
        const text = [t('game.lay', { tile: tileName(this.tile(piece)), cell: cellName(at) }), ...notes, ...majorityText(option)].join(', ');
        return { at, legal: true, text, notes, option };
      });
    const refused = (this.decision?.misfits ?? [])
      .filter((misfit) => misfit.piece === piece && !legal.some((mark) => o.same(mark.at, misfit.at)))
      .map((misfit): Mark => ({ at: misfit.at, legal: false, text: `${cellName(misfit.at)}: ${faultText(misfit.fault)}`, notes: [], fault: misfit.fault }));
    // A cell that takes the tile only when it is turned says so instead of saying nothing.
    const turned = this.layings
      .filter((option) => o.turn(option) !== this.turning && ![...legal, ...refused].some((mark) => o.same(mark.at, o.cell(option)!)))
      .map((option): Mark => ({ at: o.cell(option)!, legal: false, text: `${cellName(o.cell(option)!)}: ${t('play.turnfirst')}`, notes: [] }));
    return [...legal, ...refused, ...turned.filter((mark, i) => turned.findIndex((other) => o.same(other.at, mark.at)) === i)];
  }

  /** A new decision clears what was selected for the old one, and may be answered by what was set before. */
  arrived(): void {
    const { decision, view, me } = this;
    this.turning = 0;
    this.redesigning = decision?.kind === 'redesign';
    const waiting = view.players[me]?.bought ?? [];
    this.selected = decision?.kind === 'place_tile' && !this.#relaying ? (waiting.find((tile) => o.keyed(decision, 'place').some((option) => o.piece(option) === tile.piece)) ?? waiting[0])?.piece ?? null : null;
    if (decision) this.trouble = '';
    if (decision?.kind === 'place_tile' || decision?.kind === 'redesign') this.room = 'palace';
    if (decision?.kind === 'main_action' && this.deeds.length === 0) this.room = 'market';
    this.#unasked();
  }

  /** Answers what needs no asking: what was set before, and the end of a turn where that is wished. */
  #unasked(): void {
    const { decision } = this;
    if (this.busy || !decision || !this.playing) return;
    const preset = answer(decision, presets(this.table.id), (piece) => this.tile(piece));
    if (preset) void this.send(preset.option).then((done) => done && (this.notice = preset.text));
    else if (settings.instant && this.ending && this.choices.length === 0) void this.send(this.ending);
  }

  /** Hands in an option, with cards of one's own choice if there are any. */
  async send(option: OptionView | undefined, cards?: Card[]): Promise<boolean> {
    if (!option || this.busy) return false;
    return this.#alone(() => this.#hand(option, cards));
  }

  async #hand(option: OptionView, cards?: Card[]): Promise<void> {
    const seat = this.decision?.seat;
    if (seat === undefined) return;
    const done = deed(this.game.action + 1, option, cards);
    const redo = this.redos[0];
    const repeats = redo !== undefined && JSON.stringify({ ...redo, action: 0 }) === JSON.stringify({ ...done, action: 0 });
    await this.table.choose(seat, option.id, cards);
    this.#keep([...this.deeds.filter((other) => other.action < done.action), done], repeats ? this.#undone.slice(1) : []);
  }

  /** One thing at a time; what is refused is said. */
  async #alone(work: () => Promise<void>): Promise<boolean> {
    const { step } = this.game;
    this.busy = true;
    this.trouble = '';
    this.notice = '';
    try {
      await work();
      return true;
    } catch (refusal) {
      this.trouble = refusalText(refusal as Refusal);
      return false;
    } finally {
      this.busy = false;
      if (this.game.step !== step) this.#unasked();
    }
  }

  #keep(deeds: Deed[], undone: Deed[]): void {
    this.#deeds = deeds;
    this.#undone = undone;
    remember(this.table.id, { deeds, undone });
  }

  async #back(actions: number): Promise<Deed[]> {
    const { action } = this.game;
    const taken = this.deeds.filter((done) => done.action > action - actions);
    await this.table.undo(this.me, actions);
    this.#keep(this.#deeds.filter((done) => done.action <= action - actions), taken.length === actions ? [...taken, ...this.redos] : []);
    return taken;
  }

  async undo(): Promise<void> {
    if (this.busy || this.game.undo.steps === 0) return;
    await this.#alone(async () => void (await this.#back(1)));
  }

  async redo(): Promise<void> {
    const done = this.redos[0];
    if (this.busy || !done) return;
    const option = again(this.decision, done);
    if (option) await this.send(option, done.cards);
    else this.#keep(this.#deeds, []);
  }

  /** Takes a tile that was laid in this turn into the hand again; tiles laid after it stay where they can. */
  async lift(piece: PieceId): Promise<void> {
    const first = laid(this.deeds, piece);
    if (this.busy || !first) return;
    this.#relaying = true;
    await this.#alone(async () => {
      const taken = await this.#back(this.game.action - first.action + 1);
      for (const done of taken.slice(1)) {
        const option = again(this.decision, done);
        if (option) await this.#hand(option, done.cards);
      }
      this.#keep(this.#deeds, []);
    });
    this.#relaying = false;
    this.selected = piece;
    this.looking = null;
    this.room = 'palace';
  }

  /** A tile is touched: on the market, in the tray, in the reserve. */
  pick(piece: PieceId): void {
    this.turning = 0;
    this.looking = null;
    this.trouble = '';
    if (this.selected === piece) {
      this.selected = null;
      return;
    }
    this.selected = piece;
    if (this.layings.length > 0) {
      this.turning = this.turns[0] ?? 0;
      this.room = 'palace';
    }
    const offers = this.offers(piece);
    const pointing = this.choices.filter((option) => o.piece(option) === piece);
    if (offers.length === 1 && offers[0]!.key === 'target' && pointing.length === 0) void this.send(offers[0]);
    else if (offers.length === 0 && pointing.length === 0 && this.layings.length + this.swaps.length + this.keep.length === 0) void this.explain(piece);
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
    const refusal = await this.table.check(decision.seat, { type: 'action', action: { buy: { piece, payment } } });
    this.trouble = refusal ? `${tileName(this.tile(piece))}: ${refusalText(refusal)}` : t('play.notile', { tile: tileName(this.tile(piece)) });
  }

  onmark(mark: Mark): void {
    if (mark.option) void this.send(mark.option);
    else this.trouble = mark.text;
  }

  /** A carried tile is let go over a cell (`x,y`), or elsewhere. */
  drop(cell: string | null): void {
    const mark = this.marks.find((mark) => `${mark.at[0]},${mark.at[1]}` === cell);
    if (mark) this.onmark(mark);
  }

  ontile(piece: PieceId): void {
    if (this.selected !== null) return void this.send(this.swaps.find((option) => o.other(option) === piece));
    const pointed = this.choices.filter((option) => option.refs[0]?.type === 'piece' && option.refs[0].piece === piece);
    if (pointed.length === 1) return void this.send(pointed[0]);
    if (this.movable.includes(piece)) return void this.lift(piece);
    if (this.moves.some((option) => o.piece(option) === piece)) return void (this.selected = piece);
    void this.send(this.removals.find((option) => o.piece(option) === piece));
  }

  turnOn(): void {
    if (this.turns.length > 1) this.turning = this.turns[(this.turns.indexOf(this.turning) + 1) % this.turns.length] ?? 0;
  }
}
