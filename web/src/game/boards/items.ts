// Reading what a module shows: its items by name.

import type { Building, Card, ModuleView, PieceId, Seat, Shown } from '../../protocol';
import { wording } from '../../words/engine';

type Kind = Shown['type'];
type Is<T extends Kind> = { [K in Kind]: Extract<Shown, { type: K }>['is'] }[T];

function item<T extends Kind>(module: ModuleView, name: string, type: T): Is<T> | undefined {
  const shown = module.shows.find((each) => each.name === name)?.shown;
  return shown?.type === type ? (shown.is as Is<T>) : undefined;
}

export const number = (module: ModuleView, name: string): number | undefined => item(module, name, 'number');
export const words = (module: ModuleView, name: string): string[] => item(module, name, 'words') ?? [];
export const seats = (module: ModuleView, name: string): Seat[] => item(module, name, 'seats') ?? [];
export const cards = (module: ModuleView, name: string): Card[] => item(module, name, 'cards') ?? [];
export const tiles = (module: ModuleView, name: string): PieceId[] => item(module, name, 'tiles') ?? [];
export const buildings = (module: ModuleView, name: string): Building[] => item(module, name, 'buildings') ?? [];
export const bySeat = (module: ModuleView, name: string): number[] => item(module, name, 'by_seat') ?? [];
export const wordsBySeat = (module: ModuleView, name: string): [Seat, string[]][] => item(module, name, 'words_by_seat') ?? [];
export const marked = (module: ModuleView, name: string): Marked[] => item(module, name, 'marked') ?? [];
export const markedBySeat = (module: ModuleView, name: string): [Seat, Marked[]][] => item(module, name, 'marked_by_seat') ?? [];
export const tilesBySeat = (module: ModuleView, name: string): [Seat, PieceId[]][] => item(module, name, 'tiles_by_seat') ?? [];

/** A card with its mark. */
export type Marked = [Card, Building];

/** What an item is called. */
export function itemName(module: string, name: string): string {
  return wording(module, `shown.${name}`) ?? name.replaceAll('_', ' ');
}
