// Moorish geometry as plain numbers: stars, polygons, rosettes. Everything is drawn in a box of 100 by 100.

export type Point = [number, number];

export function polygon(points: Point[]): string {
  return points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
}

function round(n: number): number {
  return Math.round(n * 100) / 100;
}

/** A star with `n` points around `cx`, `cy`; its first point looks up. */
export function star(cx: number, cy: number, n: number, outer: number, inner: number, turn = 0): Point[] {
  return Array.from({ length: 2 * n }, (_, i) => {
    const radius = i % 2 === 0 ? outer : inner;
    const angle = -Math.PI / 2 + turn + (i * Math.PI) / n;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)] as Point;
  });
}

/** A regular polygon, the middle of its lowest side below the centre. */
export function regular(cx: number, cy: number, n: number, radius: number, turn = 0): Point[] {
  return Array.from({ length: n }, (_, i) => {
    const angle = -Math.PI / 2 + turn + ((2 * i + 1) * Math.PI) / n;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)] as Point;
  });
}

/** `n` lobes around a centre, as a path: half circles side by side that reach out to `radius`. */
export function lobes(cx: number, cy: number, n: number, radius: number): string {
  const half = Math.PI / n;
  const ring = radius / (Math.cos(half) + Math.sin(half));
  const r = ring * Math.sin(half);
  const at = (i: number): Point => {
    const angle = -Math.PI / 2 + (i * 2 * Math.PI) / n - Math.PI / n;
    return [cx + ring * Math.cos(angle), cy + ring * Math.sin(angle)];
  };
  const parts = Array.from({ length: n }, (_, i) => {
    const [x, y] = at(i + 1);
    return `A${round(r)},${round(r)} 0 0 1 ${round(x)},${round(y)}`;
  });
  const [x, y] = at(0);
  return `M${round(x)},${round(y)} ${parts.join(' ')} Z`;
}
