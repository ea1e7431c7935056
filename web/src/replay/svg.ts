// A drawing of the page as a file of its own: every style that counts is written into it.

const PAINT = [
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

/** The text of a stand-alone SVG file that looks like this drawing does now. */
export function standAlone(drawing: SVGSVGElement, title: string): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [from, to] = [
    [drawing, ...drawing.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ];
  to.forEach((element, i) => {
    if (!(element instanceof SVGElement)) return;
    const style = getComputedStyle(from[i]!);
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
  });
  const box = (copy.getAttribute('viewBox') ?? '0 0 100 100').split(/[ ,]+/).map(Number);
  copy.setAttribute('width', String(box[2]));
  copy.setAttribute('height', String(box[3]));
  copy.setAttribute('font-family', 'system-ui, sans-serif');
  const name = document.createElementNS('http://www.w3.org/2000/svg', 'title');
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
