// One sentence that says what to do, and one that says why something is not possible.

import { moduleTitle } from '../catalogue.svelte';
import { stage } from '../story/stage.svelte';
import { list, t, tileName } from '../words/index.svelte';
import * as o from './options';
import type { Play } from './play.svelte';

export function what(play: Play): string {
  const { view, decision, names } = play;
  if (stage.telling !== null) return t('score.title', { n: stage.telling });
  if (view.winners)
    return view.winners.length === 0
      ? t('play.dirkwon', { name: t('game.dirk') })
      : t('status.over', { n: view.winners.length, names: list(view.winners.map((seat) => names[seat]!)) });
  if (!decision) return waiting(play);
  switch (decision.kind) {
    case 'main_action':
      if (play.selected !== null && play.plannable.includes(play.selected))
        return t('plan.what', { tile: tileName(play.tile(play.selected)) });
      return main(play);
    case 'place_tile':
      return play.selected === null ? t('status.place') : t('play.place', { tile: tileName(play.tile(play.selected)) });
    case 'confirm_turn':
      return play.choices.length > 0
        ? t('play.confirm.more')
        : play.movable.length > 0
          ? t('play.confirm.move')
          : t('status.confirm');
    case 'special_move':
      return t('status.special');
    case 'payment':
      return t('status.payment');
    case 'redesign':
      return t('status.redesign');
    case 'before_placing':
      return t('status.before_placing');
    case 'leftover':
      return t('status.leftover');
    case 'module':
      return t('status.module', { module: decision.module ? moduleTitle(decision.module) : '' });
  }
}

function main(play: Play): string {
  const can = [
    play.takes.length > 0 && t('play.can.take'),
    play.purchases.length > 0 && t('play.can.buy'),
    o.keyed(play.decision, 'add', 'remove', 'swap', 'move').length > 0 && t('play.can.redesign'),
    play.choices.length > 0 && t('play.can.more'),
  ].filter((verb): verb is string => verb !== false);
  const turn = t('status.main', { n: play.view.actions_left });
  return can.length > 0
    ? `${turn}: ${t('play.can', { list: new Intl.ListFormat(t('play.locale'), { type: 'disjunction' }).format(can) })}`
    : turn;
}

function waiting(play: Play): string {
  const asked = play.view.asked;
  if (!asked) return '';
  const names = list(asked.seats.map((seat) => play.names[seat]!));
  if (play.game.window)
    return t(play.game.window.seats.includes(play.me) && play.playing ? 'window.answered' : 'window.others', {
      names: list(play.game.window.seats.map((seat) => play.names[seat]!)),
    });
  if (asked.module) return t('play.waiting.module', { names, module: moduleTitle(asked.module) });
  switch (asked.kind) {
    case 'place_tile':
      return t('play.waiting.place', { names });
    case 'payment':
      return t('play.waiting.payment', { names });
    case 'special_move':
      return t('play.waiting.special', { names });
    case 'main_action':
      return t('turn.taking', { names });
    default:
      return t('status.waiting', { names });
  }
}

/** Whether somebody may be trying things out that nobody else hears of before they are settled. */
function veiled(play: Play): boolean {
  const { asked } = play.view;
  const people = asked?.seats.filter((seat) => play.table.info?.seats[seat]?.sitter.type === 'person') ?? [];
  return asked?.kind === 'main_action' && people.length > 0 && (play.table.info?.options.undo ?? 'turn') !== 'none';
}

/** Why something a player may expect is not possible now. */
export function why(play: Play): string {
  const { decision, view } = play;
  if (!decision) return veiled(play) ? t('turn.veiled') : '';
  if (decision.kind === 'main_action') {
    const tiles = view.market.some((space) => space.tile);
    if (play.takes.length === 0 && play.purchases.length === 0 && play.choices.length === 0) return t('play.nothing');
    if (tiles && play.purchases.length === 0) return t('play.nopay');
    if (play.takes.length === 0 && view.display.length > 0) return t('play.nomoney');
  }
  if (decision.kind === 'confirm_turn' && play.warnings.length > 0) return play.warnings.join(' ');
  if (decision.kind === 'confirm_turn' && play.poorer > 0) return t('warn.poorer', { n: play.poorer });
  if (decision.kind === 'place_tile' && play.selected !== null && play.layings.length === 0) return t('play.nofit');
  return '';
}
