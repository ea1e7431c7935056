// What one person is doing at the table: what is selected, what it could become, what was handed in.
// Every possibility comes from the decision the server sent; here it is only found, shown and sent back.

import { asTile, lying } from '../catalogue.svelte';
import type { Table } from '../net/table.svelte';
import type {
  Card,
  Cell,
  DecisionView,
  Effect,
  Fault,
  Laid,
  OptionView,
  PieceId,
  Ref,
  Refusal,
  Seat,
  Side,
  Tile,
} from '../protocol';
import { told } from '../learn/told.svelte';
import { settings } from '../settings.svelte';
import { cellName, faultText, list, personName, t, tileName } from '../words/index.svelte';
import { LISTS, offeredAt } from './boards/items';
import { again, deed, keepRead, laid, lastRead, like, next, open, recall, remember, type Deed } from './draft';
import { loss, type Loss } from './losses';
import * as o from './options';
import { answer, preset, presets } from './presets.svelte';
import { planning, sameLaying, wish } from './plan';
import { capital, majorityText, optionText, refusalText, sentenceOf, wallText } from './say';
import { asSentence, fill, placeFor, values, type Filling, type Sentence } from './sentence';

export type Room = 'market' | 'palace' | 'rivals';
export type Panel = 'matrix' | 'log' | 'chat' | 'modules';

/** A cell of the palace, and what can be done there or why not. */
export type Mark = {
  at: Cell;
  legal: boolean;
  text: string;
  notes: string[];
  option?: OptionView;
  fault?: Fault;
  /** Whether it stands in a blank. */ on?: boolean;
};
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
  /** What the notice was passed about; asking can begin again. */
  noticeAbout = $state<string | null>(null);
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
  redesigning = $state(false);
  /** The cell (`x,y`) a finger chose for the tile in hand: the tile is shown there, and laid by the next touch. */
  tapped = $state<string | null>(null);
  /** What would be done at the place that is pointed at. */
  pointed = $state.raw<OptionView | null>(null);
  /** A tile is being moved: what happens meanwhile selects nothing. */
  #relaying = false;
  #deeds = $state.raw<Deed[]>([]);
  #undone = $state.raw<Deed[]>([]);
  /** Bought tiles laid in thought: the rules ask for them when the turn is over, and then they are laid so. */
  plan = $state.raw<Laid[]>([]);
  /** Where the other bought tiles could go, by the server's word; good for one step of the game. */
  #thought = $state.raw<{ step: number; decision: DecisionView | null }>({ step: -1, decision: null });

  table = $derived.by(() => this.#table());
  game = $derived.by(() => this.table.game!);
  view = $derived.by(() => this.game.view);
  decision = $derived.by(() => this.game.decision);
  me = $derived.by(() => this.table.you.viewing ?? this.table.you.seats[0] ?? 0);
  playing = $derived.by(() => this.table.you.seats.length > 0);
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
  /** Tiles bought in this turn whose place can be thought about before it is asked for. */
  plannable = $derived.by((): PieceId[] =>
    planning(this.decision) ? (this.view.players[this.me]?.bought.map((tile) => tile.piece) ?? []) : [],
  );
  /** The tiles laid in thought, to be drawn. */
  ghosts = $derived.by(() =>
    this.shown === this.me
      ? this.plan
          .filter(({ piece }) => this.plannable.includes(piece) || this.decision?.kind === 'place_tile')
          .map((laid) => ({ at: laid.at, turn: laid.turn ?? 0, tile: this.tile(laid.piece) }))
      : [],
  );
  thought = $derived.by(() => (this.#thought.step === this.game.step ? this.#thought.decision : null));
  layings = $derived.by(() =>
    this.selected === null
      ? []
      : [...o.keyed(this.decision, 'place', 'add', 'move'), ...o.keyed(this.thought, 'place')].filter(
          (option) => o.piece(option) === this.selected,
        ),
  );
  turns = $derived.by(() => [...new Set(this.layings.map(o.turn))].sort());
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
  /** The questions that are sentences with blanks, by what is asked. */
  sentences = $derived.by(
    () =>
      new Map(
        o
          .groups(this.choices)
          .map(({ act, options }): [string, { options: OptionView[]; sentence: Sentence }] => [
            act,
            { options, sentence: sentenceOf(options) },
          ])
          .filter(([act, { sentence, options }]) => asSentence(sentence, options) && !this.#onBoard(act)),
      ),
  );
  /** The question somebody opened on the desk. */
  asking = $state<string | null>(null);
  /** The question the desk asks: the one that was opened, or the only one there is. */
  asked = $derived.by((): string | null => {
    if (this.asking !== null && this.sentences.has(this.asking)) return this.asking;
    const only = o.groups(this.choices);
    return this.asks && only.length === 1 && this.sentences.has(only[0]!.act) ? only[0]!.act : null;
  });
  #filling = $state.raw<{ step: number; by: Record<string, Filling> }>({ step: -1, by: {} });
  /** With a tile in the hand only what concerns it is asked. */
  concerning = $derived.by(() => {
    const about = this.choices.filter(
      (option) =>
        this.selected !== null && option.refs.some((ref) => ref.type === 'piece' && ref.piece === this.selected),
    );
    return about.length > 0 ? about : this.choices;
  });
  /** Whether a question stands beside the palace, with its way out. */
  asks = $derived.by(
    () =>
      this.decision !== null &&
      this.decision.kind !== 'main_action' &&
      (this.choices.length > 0 ||
        this.decision.kind === 'special_move' ||
        this.decision.kind === 'before_placing' ||
        this.decision.kind === 'module'),
  );

  /** What can be taken back and done again. */
  deeds = $derived.by(() => open(this.#deeds, this.game));
  redos = $derived.by(() => next(this.#undone, this.game));
  /** Tiles laid in this turn that can still be moved. */
  movable = $derived.by(() =>
    this.deeds
      .filter((done) => done.key === 'place')
      .flatMap((done) => done.refs.flatMap((ref) => (ref.type === 'piece' ? [ref.piece] : []))),
  );

  ghost = $derived.by((): { tile: Tile; turn: number } | null =>
    this.selected === null ? null : { tile: this.tile(this.selected), turn: this.turning },
  );

  marks = $derived.by((): Mark[] => {
    if (this.shown !== this.me) return [];
    return this.selected === null ? this.#chosenCells() : this.#layingCells(this.selected);
  });

  /** Places for the tile in hand, with what comes of each. */
  places = $derived.by(() =>
    this.selected === null ? [] : this.marks.filter(({ legal, option }) => legal && option !== undefined),
  );
  /** The place a finger chose. */
  chosenPlace = $derived.by(() => this.places.find(({ at }) => `${at[0]},${at[1]}` === this.tapped));

  edges = $derived.by((): Edge[] =>
    this.shown !== this.me
      ? []
      : this.choices
          .flatMap((option) => {
            const [at, side] = [o.cell(option), o.side(option)];
            return at && side ? [{ at, side, option, text: capital(optionText(option)) }] : [];
          })
          .filter(
            (edge, i, all) => all.findIndex((other) => o.same(other.at, edge.at) && other.side === edge.side) === i,
          ),
  );

  /** Tiles of the palace that can be touched now. */
  touchable = $derived.by((): PieceId[] => {
    if (this.shown !== this.me) return [];
    if (this.selected !== null) return this.swaps.map((option) => o.other(option)!);
    const pointed = [
      ...this.choices.flatMap((option) => (option.refs[0]?.type === 'piece' ? [option.refs[0].piece] : [])),
      ...this.#open().flatMap(({ ref }) => (ref.type === 'piece' ? [ref.piece] : [])),
    ];
    const taken = this.redesigning ? [...this.removals, ...this.moves].map((option) => o.piece(option)!) : [];
    return [...new Set([...this.movable, ...taken, ...pointed])];
  });

  /** What touching a tile of the palace leads to: a swap, or taking it away. */
  touches = $derived.by((): Map<PieceId, { text: string; notes: string[] }> => {
    const found = new Map<PieceId, { text: string; notes: string[] }>();
    const tell = (piece: PieceId, words: string, option: OptionView) => {
      const notes = [wallText(option)].filter(Boolean);
      found.set(piece, { text: [words, ...notes, ...majorityText(option)].join(', '), notes });
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

  /** What was given away in this turn and can still be changed, in words. */
  warnings = $derived.by(() =>
    this.deeds.flatMap(({ loss }): string[] => {
      if (!loss) return [];
      switch (loss.type) {
        case 'overpaid':
          return [t('warn.overpaid', { n: loss.n })];
        case 'reserved':
          return [t('warn.reserved', { tile: tileName(this.tile(loss.piece)) })];
        case 'wall':
          // Another tile may have mended it.
          return (this.view.players[this.me]?.wall ?? 0) < loss.from ? [t('warn.wall', loss)] : [];
      }
    }),
  );
  /** What the next scoring would bring me as it stands, where that is told. */
  stake = $derived.by((): number | null => {
    const { next_scoring: next } = this.game;
    if (!next) return null;
    const modules = (next.modules ?? []).map(({ points }) => points[this.me] ?? 0);
    const majorities = next.majorities.map(({ standing }) => standing[this.me]?.[2] ?? 0);
    return [...modules, ...majorities].reduce((sum, points) => sum + points, next.walls[this.me] ?? 0);
  });
  /** The same when my turn began. */
  #before = $state.raw<{ turn: number; stake: number | null }>({ turn: -1, stake: null });
  /** How many points fewer than when the turn began. */
  poorer = $derived.by(() =>
    this.#before.turn === this.view.turn && this.stake !== null && this.#before.stake !== null
      ? Math.max(0, this.#before.stake - this.stake)
      : 0,
  );
  /** Whether nothing is left but to end the turn, and nothing speaks against it. */
  finished = $derived.by(
    () =>
      this.ending !== undefined &&
      this.choices.length === 0 &&
      this.warnings.length === 0 &&
      !this.rebuilt &&
      this.poorer === 0,
  );
  /** Whether something was taken off or exchanged in this turn: whoever rebuilds looks at it before the turn ends. */
  rebuilt = $derived.by(() => this.deeds.some(({ key }) => ['remove', 'swap', 'move'].includes(key)));

  constructor(table: () => Table) {
    this.#table = table;
    const draft = recall(table().id);
    this.#deeds = draft.deeds;
    this.#undone = draft.undone;
    this.plan = draft.plan ?? [];
    this.read = lastRead(table().id);
  }

  /** The chat is looked at. */
  look(): void {
    const last = this.table.chat.at(-1)?.seq ?? 0;
    if (last <= this.read) return;
    this.read = last;
    keepRead(this.table.id, last);
  }

  /** The ways to get a tile. */
  offers(piece: PieceId): OptionView[] {
    return this.purchases.filter((option) => o.piece(option) === piece);
  }

  tile(piece: PieceId): Tile {
    return lying(this.view).find((tile) => tile.piece === piece) ?? asTile(piece);
  }

  #chosenCells(): Mark[] {
    const found: Mark[] = this.#open().flatMap(({ ref, on, act }): Mark[] =>
      ref.type === 'cell'
        ? [
            {
              at: ref.at,
              legal: true,
              text: `${cellName(ref.at)}: ${act}`,
              notes: on ? ['✓'] : [],
              on,
              option: this.choices.find((option) => o.cell(option) && o.same(o.cell(option)!, ref.at))!,
            },
          ]
        : [],
    );
    for (const option of this.choices) {
      const at = o.cell(option);
      if (at && !o.side(option) && !this.sentences.has(o.actOf(option)) && !found.some((mark) => o.same(mark.at, at)))
        found.push({ at, legal: true, text: capital(optionText(option)), notes: [], option });
    }
    return found;
  }

  /** Whether an action is chosen among the things of its module's board. */
  #onBoard(act: string): boolean {
    const [name, deed = ''] = act.split('.');
    const module = this.view.modules.find((one) => one.module === name);
    const item = module && offeredAt(module, deed);
    return item !== undefined && LISTS.includes(item.as);
  }

  /** What stands in the blanks of a question. */
  filling(act: string): Filling {
    return this.#filling.step === this.game.step ? (this.#filling.by[act] ?? {}) : {};
  }

  fillIn(act: string, filling: Filling): void {
    this.#filling = {
      step: this.game.step,
      by: { ...(this.#filling.step === this.game.step ? this.#filling.by : {}), [act]: filling },
    };
  }

  /** Everything that could be touched to fill a blank now, or stands in one. Sides of cells have marks of their own. */
  #open(): { ref: Ref; on: boolean; act: string }[] {
    return [...this.sentences].flatMap(([act, { options, sentence }]) =>
      o.side(options[0]!) && o.cell(options[0]!)
        ? []
        : sentence.blanks.flatMap((place) =>
            values(sentence, options, this.filling(act), place).flatMap(({ ref, id, fits }) =>
              ref && fits
                ? [
                    {
                      ref,
                      on: this.filling(act)[place] === id,
                      act: capital(
                        optionText(options.find((option) => option.refs.some((other) => o.refId(other) === id))!),
                      ),
                    },
                  ]
                : [],
            ),
          ),
    );
  }

  /** Touches things some options point at: what asks with a sentence has its blanks filled, anything else is done. */
  #touch(refs: Ref[], pointing: OptionView[]): void {
    const [option] = pointing;
    const asked = pointing.map(o.actOf).find((act) => this.sentences.has(act));
    if (asked === undefined) return void this.send(option);
    const { options, sentence } = this.sentences.get(asked)!;
    let filling = this.filling(asked);
    for (const ref of refs) {
      const place = placeFor(sentence, options, filling, o.refId(ref));
      if (place !== undefined) filling = fill(sentence, options, filling, place, o.refId(ref));
    }
    this.trouble = '';
    this.asking = asked;
    this.fillIn(asked, filling);
  }

  /** A side of a cell is touched. */
  onedge(edge: Edge): void {
    const pointing = this.choices.filter(
      (option) => o.cell(option) && o.same(o.cell(option)!, edge.at) && o.side(option) === edge.side,
    );
    this.#touch(
      [
        { type: 'cell', at: edge.at },
        { type: 'side', side: edge.side },
      ],
      pointing,
    );
  }

  #layingCells(piece: PieceId): Mark[] {
    const legal = this.layings
      .filter((option) => o.turn(option) === this.turning)
      .map((option): Mark => {
        const at = o.cell(option)!;
        const notes = [wallText(option)].filter(Boolean);
        const text = [
          t('game.lay', { tile: tileName(this.tile(piece)), cell: cellName(at) }),
          ...notes,
          ...majorityText(option),
        ].join(', ');
        return { at, legal: true, text, notes, option };
      });
    const refused = [...(this.decision?.misfits ?? []), ...(this.thought?.misfits ?? [])]
      .filter((misfit) => misfit.piece === piece && !legal.some((mark) => o.same(mark.at, misfit.at)))
      .map((misfit): Mark => ({
        at: misfit.at,
        legal: false,
        text: `${cellName(misfit.at)}: ${faultText(misfit.fault)}`,
        notes: [],
        fault: misfit.fault,
      }));
    // A cell that takes the tile only when it is turned says so instead of saying nothing.
    const turned = this.layings
      .filter(
        (option) =>
          o.turn(option) !== this.turning && ![...legal, ...refused].some((mark) => o.same(mark.at, o.cell(option)!)),
      )
      .map((option): Mark => ({
        at: o.cell(option)!,
        legal: false,
        text: `${cellName(o.cell(option)!)}: ${t('play.turnfirst')}`,
        notes: [],
      }));
    return [
      ...legal,
      ...refused,
      ...turned.filter((mark, i) => turned.findIndex((other) => o.same(other.at, mark.at)) === i),
    ];
  }

  /** A new decision clears what was selected for the old one, and may be answered by what was set before. */
  arrived(): void {
    const { decision, view, me } = this;
    if (decision?.kind === 'main_action' && this.#before.turn !== view.turn)
      this.#before = { turn: view.turn, stake: this.stake };
    this.turning = 0;
    this.tapped = null;
    this.peeking = false;
    this.asking = null;
    this.redesigning = decision?.kind === 'redesign';
    const waiting = view.players[me]?.bought ?? [];
    const kept = this.plan.filter(({ piece }) => waiting.some((tile) => tile.piece === piece));
    if (kept.length < this.plan.length) this.#intend(kept);
    const open = waiting.filter((tile) => !this.plan.some(({ piece }) => piece === tile.piece));
    this.selected =
      decision?.kind === 'place_tile' && !this.#relaying
        ? ((open.find((tile) => o.keyed(decision, 'place').some((option) => o.piece(option) === tile.piece)) ?? open[0])
            ?.piece ?? null)
        : null;
    if (this.plannable.length > 0) void this.#think(this.plan);
    if (decision) this.trouble = '';
    if (decision?.kind === 'place_tile' || decision?.kind === 'redesign') this.room = 'palace';
    if (decision?.kind === 'main_action' && this.deeds.length === 0) this.room = 'market';
    this.#unasked();
  }

  /** Answers what needs no asking: what was set before, and the end of a turn where that is wished. */
  #unasked(): void {
    const { decision } = this;
    if (this.busy || !decision || !this.playing) return;
    if (decision.kind === 'place_tile' && this.plan.length > 0) return void this.#fulfil();
    const found = answer(decision, presets(this.table.id), (piece) => this.tile(piece));
    if (found) {
      void this.send(found.option).then((done) => {
        if (!done) return;
        this.notice = found.text;
        this.noticeAbout = found.about;
      });
    } else if (settings.ending === 'instant' && this.finished) void this.send(this.ending);
  }

  /** What was passed without asking is asked about again. */
  askAgain(): void {
    if (this.noticeAbout) preset(this.table.id, this.noticeAbout, { mode: 'ask', buildings: [] });
    this.notice = '';
    this.noticeAbout = null;
  }

  /** Hands in an option, with cards of one's own choice if there are any and what the server said of them. */
  async send(option: OptionView | undefined, cards?: Card[], effects?: Effect[]): Promise<boolean> {
    if (!option || this.busy) return false;
    return this.#alone(() => this.#hand(option, cards, loss(this.decision, option, effects)));
  }

  async #hand(option: OptionView, cards?: Card[], lost: Loss | null = loss(this.decision, option)): Promise<void> {
    const seat = this.decision?.seat;
    if (seat === undefined) return;
    const done = deed(this.game.action + 1, option, cards, lost ?? undefined);
    const redo = this.redos[0];
    const repeats =
      redo !== undefined && JSON.stringify({ ...redo, action: 0 }) === JSON.stringify({ ...done, action: 0 });
    await this.table.choose(seat, option.id, cards);
    this.#keep(
      [...this.deeds.filter((other) => other.action < done.action), done],
      repeats ? this.#undone.slice(1) : [],
    );
  }

  /** One thing at a time; what is refused is said. */
  async #alone(work: () => Promise<void>): Promise<boolean> {
    const { step } = this.game;
    this.busy = true;
    this.trouble = '';
    this.notice = '';
    this.noticeAbout = null;
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
    remember(this.table.id, { deeds, undone, plan: this.plan });
  }

  #intend(plan: Laid[]): void {
    this.plan = plan;
    remember(this.table.id, { deeds: this.#deeds, undone: this.#undone, plan });
  }

  /** Asks the server what of a plan fits, and where the other bought tiles could go. */
  async #think(wishes: Laid[]): Promise<void> {
    const answer = await this.table.plan(this.me, wishes);
    if (!answer || answer.step !== this.game.step) return;
    this.#thought = { step: answer.step, decision: answer.decision };
    // Before it can be told, the plan stays as it is.
    if (!answer.decision && answer.laid.length === 0) return;
    const gone = wishes.filter((wished) => !answer.laid.some((laid) => laid.piece === wished.piece));
    this.#intend(answer.laid);
    if (gone.length > 0)
      this.trouble = t('plan.gone', {
        n: gone.length,
        tiles: list(gone.map(({ piece }) => tileName(this.tile(piece)))),
      });
  }

  /** A bought tile is taken into the hand to think about its place. */
  async consider(piece: PieceId): Promise<void> {
    this.selected = piece;
    this.looking = null;
    this.trouble = '';
    await this.#think(this.plan.filter((laid) => laid.piece !== piece));
    if (this.selected !== piece) return;
    this.turning = this.turns[0] ?? 0;
    this.room = 'palace';
    if (this.layings.length === 0) this.trouble = t('plan.nowhere', { tile: tileName(this.tile(piece)) });
  }

  /** Lays a tile in thought; it can be moved again until the turn is over. */
  async #lay(option: OptionView): Promise<void> {
    this.selected = null;
    await this.#think([...this.plan, wish(option)]);
  }

  /** The rules ask for the tiles: what was planned is done. */
  async #fulfil(): Promise<void> {
    const plan = this.plan;
    this.#intend([]);
    const lost: PieceId[] = [];
    await this.#alone(async () => {
      for (const laid of plan) {
        const option = o.keyed(this.decision, 'place').find((option) => sameLaying(wish(option), laid));
        if (option) await this.#hand(option);
        else lost.push(laid.piece);
      }
    });
    if (lost.length > 0)
      this.trouble = t('plan.gone', { n: lost.length, tiles: list(lost.map((piece) => tileName(this.tile(piece)))) });
  }

  async #back(actions: number): Promise<Deed[]> {
    const { action } = this.game;
    const taken = this.deeds.filter((done) => done.action > action - actions);
    await this.table.undo(this.me, actions);
    this.#keep(
      this.#deeds.filter((done) => done.action <= action - actions),
      taken.length === actions ? [...taken, ...this.redos] : [],
    );
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
    if (option) await this.#alone(() => this.#hand(option, done.cards, done.loss ?? null));
    else this.#keep(this.#deeds, []);
  }

  /** Takes a tile that was laid in this turn into the hand again; tiles laid after it stay where they can. */
  async lift(piece: PieceId): Promise<void> {
    const first = laid(this.deeds, piece);
    if (this.busy || !first) return;
    this.#relaying = true;
    await this.#alone(async () => {
      const after = this.deeds.filter((done) => done.action > first.action);
      if (after.length > 0 && (await this.#without(first, after))) return;
      const taken = await this.#back(this.game.action - first.action + 1);
      for (const done of taken.slice(1)) {
        const option = again(this.decision, done);
        if (option) await this.#hand(option, done.cards, done.loss ?? null);
      }
      this.#keep(this.#deeds, []);
    });
    this.#relaying = false;
    this.selected = piece;
    this.looking = null;
    this.room = 'palace';
  }

  /** Takes back one choice and does again what came after it, in one request; whether all of that was possible. */
  async #without(first: Deed, after: Deed[]): Promise<boolean> {
    const done = await this.table
      .actAll(this.me, this.game.action - first.action + 1, after.map(like))
      .catch(() => null);
    if (done?.type !== 'done') return false;
    const before = this.#deeds.filter((other) => other.action < first.action);
    this.#keep([...before, ...after.map((other, i) => ({ ...other, action: first.action + i }))], []);
    return true;
  }

  /** Takes a tile of this turn up again, laid or laid in thought. */
  async raise(piece: PieceId): Promise<void> {
    if (this.plannable.includes(piece)) await this.consider(piece);
    else await this.lift(piece);
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
    if (mark.option && this.thought?.options.includes(mark.option)) void this.#lay(mark.option);
    else if (mark.option && this.choices.includes(mark.option))
      this.#touch(
        [{ type: 'cell', at: mark.at }],
        this.choices.filter((option) => !o.side(option) && o.cell(option) && o.same(o.cell(option)!, mark.at)),
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
      return this.#touch([{ type: 'piece', piece }], pointed);
    if (this.movable.includes(piece)) return void this.lift(piece);
    if (this.moves.some((option) => o.piece(option) === piece)) return void (this.selected = piece);
    void this.send(this.removals.find((option) => o.piece(option) === piece));
  }

  turnOn(): void {
    this.tapped = null;
    if (this.turns.length > 1)
      this.turning = this.turns[(this.turns.indexOf(this.turning) + 1) % this.turns.length] ?? 0;
  }
}
