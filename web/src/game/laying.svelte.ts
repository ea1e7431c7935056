// Tiles and their places: where the one in hand may lie, and bought ones laid in thought before the rules ask for them.

import type { DecisionView, Laid, OptionView, PieceId, Refusal, Tile } from '../protocol';
import { cellName, faultText, list, t, tileName } from '../words/index.svelte';
import { onePerCell, type Mark } from './marks';
import * as o from './options';
import { planning, sameLaying, wish } from './plan';
import { wallText } from './say';
import { Turn } from './turn.svelte';

export abstract class Laying extends Turn {
  /** The cell (`x,y`) a finger chose for the tile in hand: the tile is shown there, and laid by the next touch. */
  tapped = $state<string | null>(null);
  /** Where the other bought tiles could go, by the server's word; good for one step of the game. */
  #thought = $state.raw<{ step: number; decision: DecisionView | null }>({ step: -1, decision: null });
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
  ghost = $derived.by((): { tile: Tile; turn: number } | null =>
    this.selected === null ? null : { tile: this.tile(this.selected), turn: this.turning },
  );

  protected layingCells(piece: PieceId): Mark[] {
    const legal = this.layings
      .filter((option) => o.turn(option) === this.turning)
      .map((option): Mark => {
        const at = o.cell(option)!;
        const notes = [wallText(option)].filter(Boolean);
        const text = [
          t('game.lay', { tile: tileName(this.tile(piece)), cell: cellName(at) }),
          ...notes,
          ...this.majorities(option),
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
    return onePerCell([...legal, ...refused, ...turned]);
  }

  /** Asks the server what of a plan fits, and where the other bought tiles could go. */
  protected async think(wishes: Laid[]): Promise<void> {
    const answer = await this.table.plan(this.me, wishes);
    if (!answer || answer.step !== this.game.step) return;
    this.#thought = { step: answer.step, decision: answer.decision };
    // Before it can be told, the plan stays as it is.
    if (!answer.decision && answer.laid.length === 0) return;
    const gone = wishes.filter((wished) => !answer.laid.some((laid) => laid.piece === wished.piece));
    this.intend(answer.laid);
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
    await this.think(this.plan.filter((laid) => laid.piece !== piece));
    if (this.selected !== piece) return;
    this.turning = this.turns[0] ?? 0;
    this.room = 'palace';
    if (this.layings.length === 0) this.trouble = t('plan.nowhere', { tile: tileName(this.tile(piece)) });
  }

  /** Lays a tile in thought; it can be moved again until the turn is over. */
  protected async layInThought(option: OptionView): Promise<void> {
    this.selected = null;
    await this.think([...this.plan, wish(option)]);
  }

  /** The rules ask for the tiles: what was planned is done. */
  protected async fulfil(): Promise<void> {
    const lost: PieceId[] = [];
    await this.alone(async () => {
      for (const laid of this.plan) {
        const option = o.keyed(this.decision, 'place').find((option) => sameLaying(wish(option), laid));
        if (option) await this.#asPlanned(option);
        else lost.push(laid.piece);
        this.#forget(laid.piece);
      }
    });
    if (lost.length > 0)
      this.trouble = t('plan.gone', { n: lost.length, tiles: list(lost.map((piece) => tileName(this.tile(piece)))) });
  }

  /** Hands in a planned place. What was refused is planned no more; what was only cut off is tried again. */
  async #asPlanned(option: OptionView): Promise<void> {
    try {
      await this.handIn(option);
    } catch (refusal) {
      if ((refusal as Refusal).code !== 'unavailable') this.#forget(o.piece(option)!);
      throw refusal;
    }
  }

  #forget(piece: PieceId): void {
    this.intend(this.plan.filter((laid) => laid.piece !== piece));
  }

  /** Takes a tile of this turn up again, laid or laid in thought. */
  async raise(piece: PieceId): Promise<void> {
    if (this.plannable.includes(piece)) await this.consider(piece);
    else await this.lift(piece);
  }

  turnOn(): void {
    this.tapped = null;
    if (this.turns.length > 1)
      this.turning = this.turns[(this.turns.indexOf(this.turning) + 1) % this.turns.length] ?? 0;
  }
}
