// Questions of the rules and of modules: sentences whose blanks are filled by touching things, and the cells and sides they
// point at.

import type { OptionView, Ref } from '../protocol';
import { cellName } from '../words/index.svelte';
import { LISTS, offeredAt } from './boards/items';
import { Laying } from './laying.svelte';
import { onePerCell, type Edge, type Mark } from './marks';
import * as o from './options';
import { capital, optionText, sentenceOf } from './say';
import { asPayment, asSentence, fill, placeFor, values, type Filling, type Sentence } from './sentence';

export abstract class Questions extends Laying {
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
          .filter(
            ([act, { sentence, options }]) =>
              (asSentence(sentence, options) || asPayment(options)) && !this.#onBoard(act),
          ),
      ),
  );
  /** The question somebody opened on the desk. */
  asking = $state<string | null>(null);
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
  protected open(): { ref: Ref; on: boolean; act: string }[] {
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

  protected chosenCells(): Mark[] {
    const pointed = this.open().flatMap(({ ref, on, act }): Mark[] =>
      ref.type === 'cell'
        ? [
            {
              at: ref.at,
              legal: true,
              text: `${cellName(ref.at)}: ${act}`,
              notes: on ? ['✓'] : [],
              on,
              option: this.choices.find((option) => o.through(option, ref.at))!,
            },
          ]
        : [],
    );
    const plain = this.choices.flatMap((option): Mark[] => {
      const at = o.cell(option);
      return at && !o.side(option) && !this.sentences.has(o.actOf(option))
        ? [{ at, legal: true, text: capital(optionText(option)), notes: [], option }]
        : [];
    });
    return onePerCell([...pointed, ...plain]);
  }

  /** Touches things some options point at: what asks with a sentence has its blanks filled, anything else is done. */
  protected touch(refs: Ref[], pointing: OptionView[]): void {
    const [option] = pointing;
    const acts = pointing.map(o.actOf).filter((act) => this.sentences.has(act));
    // The question that is open has the first claim on what two of them point at.
    const asked = acts.find((act) => act === this.asked) ?? acts[0];
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
    this.touch(
      [
        { type: 'cell', at: edge.at },
        { type: 'side', side: edge.side },
      ],
      pointing,
    );
  }
}
