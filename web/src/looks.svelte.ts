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
/** What has been asked for and has not come, by language and module. */
const underway = new Map<string, Promise<void>>();
let signsAsked = false;

/** How a module looks and speaks, as far as it is here; in English while it is not here in another language. */
export function look(module: ModuleId, language: string = settings.language): ModuleLook {
  return known[language]?.[module] ?? known['en']?.[module] ?? EMPTY;
}

/** Takes in how a module looks and speaks. */
export function learn(module: ModuleId, look: ModuleLook, language: string = settings.language): void {
  known = { ...known, [language]: { ...known[language], [module]: look } };
}

/** Fetches what is missing of these modules, in the language of the page, and takes it in at once; over when all of it is here,
 *  whoever asked first. What does not come is asked for again later. */
export async function meet(modules: ModuleId[]): Promise<void> {
  const { language } = settings;
  const key = (module: ModuleId): string => `${language} ${module}`;
  const missing = modules.filter((module) => !known[language]?.[module]);
  const fresh = missing.filter((module) => !underway.has(key(module)));
  const coming = fetched(fresh, language).finally(() => fresh.forEach((module) => underway.delete(key(module))));
  fresh.forEach((module) => underway.set(key(module), coming));
  await Promise.all(missing.map((module) => underway.get(key(module))));
}

async function fetched(modules: ModuleId[], language: string): Promise<void> {
  const came = await Promise.all(modules.map((module) => api.look(module, language).catch(() => null)));
  const here = modules.flatMap((module, i) => (came[i] ? [[module, came[i]] as const] : []));
  // Whoever watches what is here would ask again at once if nothing came.
  if (here.length > 0) known = { ...known, [language]: { ...known[language], ...Object.fromEntries(here) } };
}

/** Fetches the signs of all modules, once; if they do not come, with the next page. */
export async function meetSigns(): Promise<void> {
  if (signsAsked) return;
  signsAsked = true;
  const came = await api.signs().catch(() => null);
  if (came) glyphs = came;
}

/** What follows from everything that is here; worked out once for every change of it. */
type Known = {
  from: unknown[];
  all: [ModuleId, ModuleLook][];
  pictures: string;
  names: Set<string>;
  found: Map<string, string | undefined>;
};
let worked: Known | null = null;

function everything(): Known {
  const from = [known, glyphs, settings.language];
  if (worked && worked.from.every((one, i) => one === from[i])) return worked;
  const all = Object.entries({ ...known['en'], ...known[settings.language] });
  const whole = new Map(all.map(([module, look]) => [module, look.signs]));
  const alone = Object.entries(glyphs).filter(([module]) => !whole.get(module));
  const pictures = [...whole.values(), ...alone.map(([, sign]) => sign)].join('');
  const names = new Set([...pictures.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]!));
  return (worked = { from, all, pictures, names, found: new Map() });
}

/** Everything that is here, in the language of the page where it is. */
export function looks(): [ModuleId, ModuleLook][] {
  return everything().all;
}

/** All pictures of modules that are here, each once. */
export function pictures(): string {
  return everything().pictures;
}

/** The name of a module's picture, if there is one. */
export function sign(module: ModuleId, name: string): string | undefined {
  const id = `${module}-${name}`;
  return everything().names.has(id) ? id : undefined;
}

/** The first module that has an answer to a question, and its answer. */
function first(
  question: string,
  answer: (module: ModuleId, look: ModuleLook) => string | undefined,
): string | undefined {
  const { all, found } = everything();
  if (!found.has(question)) {
    let said: string | undefined;
    for (const [module, look] of all) if ((said = answer(module, look)) !== undefined) break;
    found.set(question, said);
  }
  return found.get(question);
}

/** What some module says under a key, whichever it is: cards and pieces are named by their own keys. */
export function anybody(key: string): string | undefined {
  return first(key, (module, { words }) => words[key] ?? look(module, 'en').words[key]);
}

/** Some module's picture by its name. */
export function anyone(name: string): string | undefined {
  return first(`#${name}`, (module) => sign(module, name));
}
