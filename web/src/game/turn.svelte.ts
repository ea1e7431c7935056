// A turn as it is played: what was handed in, what can be taken back and done again, and what was given away by it.

import type { Table } from '../net/table.svelte';
import type { Card, Effect, Laid, OptionView, PieceId, Refusal } from '../protocol';
import { lastOwn } from '../story/turns';
import { t, tileName } from '../words/index.svelte';
import { again, deed, laid, like, next, open, recall, remember, stepBack, type Deed } from './draft';
import { loss, type Loss } from './losses';
import { refusalText } from './say';
import { AtSeat } from './seat.svelte';

export abstract class Turn extends AtSeat {
  #deeds = $state.raw<Deed[]>([]);
  #undone = $state.raw<Deed[]>([]);
  /** Bought tiles laid in thought: the rules ask for them when the turn is over, and then they are laid so. */
  plan = $state.raw<Laid[]>([]);
  /** A tile is being moved: what happens meanwhile selects nothing. */
  protected relaying = false;
  /** Everything of mine that can be taken back: alone against bots that may be the whole game. */
  #done = $derived.by(() => open(this.#deeds, this.game, this.table.cuts));
  /** What can be taken back of this turn, and what can be done again. */
  deeds = $derived.by(() => this.#done.filter(({ turn }) => turn === this.view.turn));
  redos = $derived.by(() => next(this.#undone, this.game, this.table.cuts));
  /** Tiles laid in this turn that can still be moved. */
  movable = $derived.by(() =>
    this.deeds
      .filter((done) => done.key === 'place')
      .flatMap((done) => done.refs.flatMap((ref) => (ref.type === 'piece' ? [ref.piece] : []))),
  );
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
    const next = this.nextScoring;
    if (!next) return null;
    const modules = (next.modules ?? []).map(({ points }) => points[this.me] ?? 0);
    const majorities = next.majorities.map(({ standing }) => standing[this.me]?.[2] ?? 0);
    return [...modules, ...majorities].reduce((sum, points) => sum + points, next.walls[this.me] ?? 0);
  });
  /** The same when my turn began. */
  protected before = $state.raw<{ turn: number; stake: number | null }>({ turn: -1, stake: null });
  /** How many points fewer than when the turn began. */
  poorer = $derived.by(() =>
    this.before.turn === this.view.turn && this.stake !== null && this.before.stake !== null
      ? Math.max(0, this.before.stake - this.stake)
      : 0,
  );
  /** Whether something was taken off or exchanged in this turn: whoever rebuilds looks at it before the turn ends. */
  rebuilt = $derived.by(() => this.deeds.some(({ key }) => ['remove', 'swap', 'move'].includes(key)));
  /** Whether a module was used where nobody is told what the next scoring would bring: what it cost cannot be said for sure. */
  unsure = $derived.by(() => this.stake === null && this.deeds.some(({ act }) => act !== undefined));
  /** Whether nothing is left but to end the turn, and nothing speaks against it. */
  finished = $derived.by(
    () =>
      this.ending !== undefined &&
      this.choices.length === 0 &&
      this.warnings.length === 0 &&
      !this.rebuilt &&
      !this.unsure &&
      this.poorer === 0,
  );

  constructor(table: () => Table) {
    super(table);
    const draft = recall(table().id);
    this.#deeds = draft.deeds;
    this.#undone = draft.undone;
    this.plan = draft.plan ?? [];
  }

  /** Answers what needs no asking. */
  protected abstract unasked(): void;

  /** Hands in an option, with cards of one's own choice if there are any and what the server said of them. */
  async send(option: OptionView | undefined, cards?: Card[], effects?: Effect[]): Promise<boolean> {
    if (!option || this.busy) return false;
    return this.alone(() => this.handIn(option, cards, loss(this.decision, option, effects)));
  }

  /** Hands in what needed no asking. */
  protected async sendUnasked(option: OptionView): Promise<boolean> {
    return this.alone(() => this.handIn(option, undefined, null, true));
  }

  protected async handIn(
    option: OptionView,
    cards?: Card[],
    lost: Loss | null = loss(this.decision, option),
    unasked = false,
  ): Promise<void> {
    const seat = this.decision?.seat;
    if (seat === undefined) return;
    const done: Deed = {
      ...deed(this.game.action + 1, option, cards, lost ?? undefined),
      era: this.table.era,
      turn: this.view.turn,
      ...(unasked ? { unasked } : {}),
    };
    const redo = this.redos[0];
    const bare = (one: Deed): string => JSON.stringify({ ...one, action: 0, era: 0 });
    const repeats = redo !== undefined && bare(redo) === bare(done);
    await this.table.choose(seat, option.id, cards);
    this.keepDraft(
      [...this.#done.filter((other) => other.action < done.action), done],
      repeats ? this.#undone.slice(1) : [],
    );
  }

  /** One thing at a time; what is refused is said. */
  protected async alone(work: () => Promise<void>): Promise<boolean> {
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
      if (this.game.step !== step) this.unasked();
    }
  }

  protected keepDraft(deeds: Deed[], undone: Deed[]): void {
    this.#deeds = deeds;
    this.#undone = undone;
    this.#remember();
  }

  protected intend(plan: Laid[]): void {
    this.plan = plan;
    this.#remember();
  }

  /** A reload loses nothing, and learns what was taken back meanwhile. */
  #remember(): void {
    const seen = { step: this.game.step, eyes: this.table.you.viewing, era: this.table.era };
    remember(this.table.id, { deeds: this.#deeds, undone: this.#undone, plan: this.plan, seen });
  }

  protected async takeBack(actions: number): Promise<Deed[]> {
    const { action } = this.game;
    const taken = this.#done.filter((done) => done.action > action - actions);
    const after = this.redos;
    await this.table.undo(this.me, actions);
    const { era } = this.table;
    this.keepDraft(
      this.#deeds.filter((done) => done.action <= action - actions),
      taken.length === actions ? [...taken, ...after].map((done) => ({ ...done, era })) : [],
    );
    return taken;
  }

  /**
   * One step back. Where everything may be taken back, what bots did since my last choice goes with it: they would only do it
   * again, and nobody would ever come past them.
   */
  async undo(): Promise<void> {
    const { action, undo } = this.game;
    if (this.busy || undo.steps === 0) return;
    const free = this.table.info?.options.undo === 'free';
    const own = this.#done.filter((done) => !done.unasked).at(-1)?.action ?? lastOwn(this.table.log, this.me);
    const actions = free && own > 0 ? action - own + 1 : stepBack(this.#done, action);
    await this.alone(async () => void (await this.takeBack(Math.min(actions, undo.steps))));
  }

  async redo(): Promise<void> {
    const done = this.redos[0];
    if (this.busy || !done) return;
    const option = again(this.decision, done);
    if (option) await this.alone(() => this.handIn(option, done.cards, done.loss ?? null));
    else this.keepDraft(this.#deeds, []);
  }

  /** Takes a tile that was laid in this turn into the hand again; tiles laid after it stay where they can. */
  async lift(piece: PieceId): Promise<void> {
    const first = laid(this.deeds, piece);
    if (this.busy || !first) return;
    this.relaying = true;
    await this.alone(async () => {
      const after = this.deeds.filter((done) => done.action > first.action);
      if (after.length > 0 && (await this.#without(first, after))) return;
      const taken = await this.takeBack(this.game.action - first.action + 1);
      for (const done of taken.slice(1)) {
        const option = again(this.decision, done);
        if (option) await this.handIn(option, done.cards, done.loss ?? null);
      }
      this.keepDraft(this.#deeds, []);
    });
    this.relaying = false;
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
    const { era } = this.table;
    this.keepDraft([...before, ...after.map((other, i) => ({ ...other, era, action: first.action + i }))], []);
    return true;
  }
}
