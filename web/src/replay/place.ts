// The part of an address behind the `#`: at which moment, and through whose eyes. `#57` alone is a moment, too.

export type Place = { at: number | null; as: string | null };

export function readPlace(hash: string): Place {
  const text = hash.replace(/^#/, '');
  if (/^\d+$/.test(text)) return { at: Number(text), as: null };
  const values = new URLSearchParams(text);
  const at = values.get('at') ?? '';
  const as = values.get('as') ?? '';
  return { at: /^\d{1,6}$/.test(at) ? Number(at) : null, as: /^(open|public|[0-5])$/.test(as) ? as : null };
}

export function writePlace(at: number, as: string): string {
  return `#at=${at}&as=${as}`;
}
