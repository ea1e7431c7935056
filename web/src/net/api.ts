// The HTTP part of the protocol. Addresses are relative, so any base path works.

import type {
  ApiError,
  Catalogue,
  CreateTable,
  Created,
  JoinTable,
  Joined,
  ModuleHelp,
  ModuleId,
  ModuleLook,
  Refusal,
  ServerInfo,
  SetupCheck,
  SetupChecked,
  TableInfo,
  TableList,
} from '../protocol';
import { HERE } from '../words/engine';
import { t } from '../words/index.svelte';
import { meetRefusals } from '../words/refusals.svelte';

/** A request the server refused, with its reason. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.text);
    this.refusal = refusal;
  }
}

/** The folder the page was loaded from. */
export function base(): URL {
  return new URL('./', document.baseURI);
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(new URL(`api/${path}`, base()), {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refused({ code: 'unavailable', rule: HERE, text: t('link.noanswer'), refs: [] });
  }
  return read<T>(answer);
}

/** What an answer holds; if it is a refusal, that is thrown when the words for it are here. */
export async function read<T>(answer: Response): Promise<T> {
  if (answer.ok) return (await answer.json()) as T;
  const error = (await answer.json().catch(() => null)) as ApiError | null;
  if (error) await meetRefusals();
  throw new Refused(
    error?.refusal ?? {
      code: 'unavailable',
      rule: HERE,
      text: t('link.answered', { status: answer.status }),
      refs: [],
    },
  );
}

/** What the catalogue said of a module: what has this mark may be kept for good. */
let marks: Record<ModuleId, string> = {};
export function marked(all: Record<ModuleId, string>): void {
  marks = all;
}
const mark = (module: ModuleId): string => (marks[module] ? `&v=${marks[module]}` : '');

export const api = {
  catalogue: (language: string, edition?: string) =>
    ask<Catalogue>(`catalogue?lang=${language}${edition ? `&edition=${edition}` : ''}`),
  look: (module: ModuleId, language: string) => ask<ModuleLook>(`modules/${module}?lang=${language}${mark(module)}`),
  help: (module: ModuleId, language: string) =>
    ask<ModuleHelp>(`modules/${module}/help?lang=${language}${mark(module)}`),
  signs: () => ask<Record<ModuleId, string>>('signs'),
  server: () => ask<ServerInfo>('info'),
  tables: () => ask<TableList>('tables'),
  table: (table: string) => ask<TableInfo>(`tables/${encodeURIComponent(table)}`),
  create: (wish: CreateTable) => ask<Created>('tables', wish),
  join: (table: string, wish: JoinTable) => ask<Joined>(`tables/${encodeURIComponent(table)}/join`, wish),
  setup: (check: SetupCheck) => ask<SetupChecked>('setup', check),
};
