// A drawing of the page as a file of its own: every style that counts is written into it, and everything it points at.

const PAINT = [
  'color',
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'fill-rule',
  'paint-order',
];

const SVG = 'http://www.w3.org/2000/svg';

/** Attributes that are written by name, not by what stands for them elsewhere. */
function settle(element: Element, value: (name: string) => string): void {
  for (const { name, value: text } of [...element.attributes])
    if (text.includes('var('))
      element.setAttribute(
        name,
        text.replace(/var\((--[\w-]+)(?:,\s*([^()]*))?\)/g, (_, said: string, else_ = '') => value(said) || else_),
      );
}

/** The drawing of a symbol where something points at it: a file has no page to point into. */
function unfold(use: Element, value: (name: string) => string): void {
  const symbol = document.getElementById((use.getAttribute('href') ?? '').slice(1));
  if (!symbol) return;
  const [frame, group] = [document.createElementNS(SVG, 'svg'), document.createElementNS(SVG, 'g')];
  for (const name of ['x', 'y', 'width', 'height'])
    if (use.hasAttribute(name)) frame.setAttribute(name, use.getAttribute(name)!);
  for (const name of ['viewBox', 'overflow'])
    if (symbol.hasAttribute(name)) frame.setAttribute(name, symbol.getAttribute(name)!);
  for (const { name, value: text } of [...use.attributes])
    if (!['href', 'x', 'y', 'width', 'height'].includes(name)) group.setAttribute(name, text);
  frame.append(...[...symbol.childNodes].map((node) => node.cloneNode(true)));
  for (const inner of frame.querySelectorAll('*')) settle(inner, value);
  for (const inner of [...frame.querySelectorAll('use')]) unfold(inner, value);
  group.append(frame);
  use.replaceWith(group);
}

/** Gradients and patterns a drawing is painted with, from wherever they stand on the page. */
function paints(drawing: Element): Element[] {
  const root = getComputedStyle(document.documentElement);
  const found = new Map<string, Element>();
  const follow = (from: Element): void => {
    for (const element of [from, ...from.querySelectorAll('*')])
      for (const { value } of element.attributes) {
        const id = /^(?:url\(["']?)?#([\w-]+)/.exec(value)?.[1];
        const paint = id && !found.has(id) && document.getElementById(id);
        if (!id || !paint || paint.localName === 'symbol') continue;
        const copy = paint.cloneNode(true) as Element;
        for (const part of [copy, ...copy.querySelectorAll('*')])
          settle(part, (name) => root.getPropertyValue(name).trim());
        found.set(id, copy);
        follow(copy);
      }
  };
  follow(drawing);
  return [...found.values()];
}

/** The text of a stand-alone SVG file that looks like this drawing does now. */
export function standAlone(drawing: SVGSVGElement, title: string): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [from, to] = [
    [drawing, ...drawing.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ];
  const hidden: Element[] = [];
  to.forEach((element, i) => {
    if (!(element instanceof SVGElement)) return;
    const style = getComputedStyle(from[i]!);
    if (element !== copy && style.display === 'none') hidden.push(element);
    for (const name of PAINT) {
      const value = style.getPropertyValue(name);
      if (value && element !== copy) element.setAttribute(name, value);
    }
    for (const { name } of [...element.attributes]) {
      if (
        name === 'class' ||
        name === 'style' ||
        name === 'role' ||
        name === 'tabindex' ||
        name.startsWith('data-') ||
        name.startsWith('aria-')
      )
        element.removeAttribute(name);
    }
    if (style.mixBlendMode && style.mixBlendMode !== 'normal')
      element.setAttribute('style', `mix-blend-mode:${style.mixBlendMode}`);
    settle(element, (name) => style.getPropertyValue(name).trim());
  });
  to.forEach((element, i) => {
    if (element.localName !== 'use') return;
    // What a wall or a figure is painted with is said where it stands.
    const style = getComputedStyle(from[i]!);
    unfold(element, (name) => style.getPropertyValue(name).trim());
  });
  for (const element of hidden) element.remove();
  const defs = document.createElementNS(SVG, 'defs');
  defs.append(...paints(copy));
  copy.prepend(defs);
  const box = (copy.getAttribute('viewBox') ?? '0 0 100 100').split(/[ ,]+/).map(Number);
  copy.setAttribute('width', String(box[2]));
  copy.setAttribute('height', String(box[3]));
  copy.setAttribute('font-family', 'system-ui, sans-serif');
  const name = document.createElementNS(SVG, 'title');
  name.textContent = title;
  copy.prepend(name);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Hands a text to the person as a file. */
export function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
