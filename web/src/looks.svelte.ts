// How modules look and speak. Their boards, signs and words lie in their own folders; the server hands them out, and a
// page fetches those of the modules it has to do with. The client itself knows no module.

import { api } from './net/api';
import type { ModuleId, ModuleLook } from './protocol';
import { settings } from './settings.svelte';

const EMPTY: ModuleLook = { words: {}, sentences: {}, board: null, signs: '' };

/** What is here, by language and module. */
let known = $state.raw<Record<string, Record<ModuleId, ModuleLook>>>({});
/** Signs of modules, for places that show them without having to do with the modules. */
let glyphs = $state.raw<Record<ModuleId, string>>({});
const asked = new Map<string, Promise<void>>();

/** How a module looks and speaks, as far as it is here; in English while it is not here in another language. */
export function look(module: ModuleId, language: string = settings.language): ModuleLook {
  return known[language]?.[module] ?? known['en']?.[module] ?? EMPTY;
}

/** Everything that is here, in the language of the page where it is. */
export function looks(): [ModuleId, ModuleLook][] {
  const all = { ...known['en'], ...known[settings.language] };
  return Object.entries(all);
}

/** Takes in how a module looks and speaks. */
export function learn(module: ModuleId, look: ModuleLook, language: string = settings.language): void {
  known = { ...known, [language]: { ...known[language], [module]: look } };
}

/** Fetches what is missing of these modules, in the language of the page. What does not come is asked for again later. */
export function meet(modules: ModuleId[]): Promise<unknown> {
  const { language } = settings;
  return Promise.all(
    modules.map((module) => {
      const name = `${language} ${module}`;
      if (known[language]?.[module]) return undefined;
      const answer =
        asked.get(name) ??
        api.look(module, language).then(
          (look) => learn(module, look, language),
          () => void asked.delete(name),
        );
      asked.set(name, answer);
      return answer;
    }),
  );
}

/** Fetches the signs of all modules. */
export function meetSigns(): Promise<void> {
  const answer =
    asked.get('signs') ??
    api.signs().then(
      (signs) => void (glyphs = signs),
      () => void asked.delete('signs'),
    );
  asked.set('signs', answer);
  return answer;
}

/** All pictures of modules that are here, each once. */
export function pictures(): string {
  const whole = new Map(looks().map(([module, look]) => [module, look.signs]));
  const alone = Object.entries(glyphs).filter(([module]) => !whole.get(module));
  return [...whole.values(), ...alone.map(([, sign]) => sign)].join('');
}

/** The names of the pictures that are here. */
const drawn = $derived(new Set([...pictures().matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]!)));

/** The name of a module's picture, if there is one. */
export function sign(module: ModuleId, name: string): string | undefined {
  const id = `${module}-${name}`;
  return drawn.has(id) ? id : undefined;
}

/** What some module says under a key, whichever it is: cards and pieces are named by their own keys. */
export function anybody(key: string): string | undefined {
  for (const [, look] of looks()) if (look.words[key] !== undefined) return look.words[key];
  return undefined;
}

/** Some module's picture by its name. */
export function anyone(name: string): string | undefined {
  for (const [module] of looks()) {
    const found = sign(module, name);
    if (found) return found;
  }
  return undefined;
}
