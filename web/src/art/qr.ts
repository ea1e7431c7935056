// A QR code of a short text (ISO/IEC 18004, byte mode, error correction M, versions 1 to 10): enough for a link.

/** Per version: error correction bytes of a block, number of blocks, bytes altogether. */
const VERSIONS: [number, number, number][] = [
  [10, 1, 26],
  [16, 1, 44],
  [26, 1, 70],
  [18, 2, 100],
  [24, 2, 134],
  [16, 4, 172],
  [18, 4, 196],
  [22, 4, 242],
  [22, 5, 292],
  [26, 5, 346],
];

/** The code as rows of dark (true) and light modules; null for a text that is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version =
    1 + VERSIONS.findIndex(([ecc, blocks, total], i) => bytes.length + (i < 9 ? 2 : 3) <= total - ecc * blocks);
  if (version === 0) return null;
  const grids = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => drawn(version, words(bytes, version), mask));
  return grids.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}

/** The code as one SVG path in units of modules, with the quiet border of four around it. */
export function qrPath(text: string): { size: number; path: string } | null {
  const grid = qr(text);
  if (!grid) return null;
  const path = grid.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4},${y + 4}h1v1h-1z` : ''))).join('');
  return { size: grid.length + 8, path };
}

/** Data and error correction, interleaved as they are drawn. */
function words(bytes: number[], version: number): number[] {
  const [ecc, count, total] = VERSIONS[version - 1]!;
  const room = total - ecc * count;
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 > 0) bits.push(0);
  for (let pad = 0; bits.length < room * 8; pad++) put(pad % 2 === 0 ? 0xec : 0x11, 8);
  const data = Array.from({ length: room }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  // Short blocks first, the long ones have one byte more.
  const short = Math.floor(room / count);
  const longs = room % count;
  const blocks = Array.from({ length: count }, (_, i) => {
    const from = i * short + Math.max(0, i - (count - longs));
    return data.slice(from, from + short + (i >= count - longs ? 1 : 0));
  });
  const checks = blocks.map((block) => remainder(block, generator(ecc)));
  const out: number[] = [];
  for (let i = 0; i <= short; i++) for (const block of blocks) if (i < block.length) out.push(block[i]!);
  for (let i = 0; i < ecc; i++) for (const check of checks) out.push(check[i]!);
  return out;
}

/** Product in the field of 256 elements. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> i) & 1) * a;
  }
  return product;
}

function generator(degree: number): number[] {
  const result = Array.from({ length: degree }, (_, i): number => (i === degree - 1 ? 1 : 0));
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) result[j] = times(result[j]!, root) ^ (result[j + 1] ?? 0);
    root = times(root, 2);
  }
  return result;
}

function remainder(data: number[], divisor: number[]): number[] {
  const result = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ result.shift()!;
    result.push(0);
    divisor.forEach((coefficient, i) => (result[i]! ^= times(coefficient, factor)));
  }
  return result;
}

/** Everything drawn, with one of the eight masks. */
function drawn(version: number, data: number[], mask: number): boolean[][] {
  const size = version * 4 + 17;
  const grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid[y]![x] = dark;
    fixed[y]![x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  const steps = version === 1 ? [] : version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
  for (const cy of steps) {
    for (const cx of steps) {
      if ((cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)) continue;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
  // Level M is 00, so the format is the mask alone.
  let check = mask;
  for (let i = 0; i < 10; i++) check = (check << 1) ^ ((check >>> 9) * 0x537);
  const format = ((mask << 10) | check) ^ 0x5412;
  const bit = (i: number) => ((format >>> i) & 1) === 1;
  for (let i = 0; i <= 5; i++) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const both = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const dark = ((both >>> i) & 1) === 1;
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, dark);
      set(b, a, dark);
    }
  }
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const upward = ((right + 1) & 2) === 0;
        const y = upward ? size - 1 - step : step;
        if (fixed[y]![x]) continue;
        const dark = next < data.length * 8 && ((data[next >>> 3]! >>> (7 - (next & 7))) & 1) === 1;
        grid[y]![x] = dark !== masked(mask, x, y);
        next++;
      }
    }
  }
  return grid;
}

function masked(mask: number, x: number, y: number): boolean {
  const value = [
    (x + y) % 2,
    y % 2,
    x % 3,
    (x + y) % 3,
    (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    ((x * y) % 2) + ((x * y) % 3),
    (((x * y) % 2) + ((x * y) % 3)) % 2,
    (((x + y) % 2) + ((x * y) % 3)) % 2,
  ][mask];
  return value === 0;
}

/** How hard it is to read: long runs, blocks, patterns like the corners, too much of one colour. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  let sum = 0;
  let dark = 0;
  const line = (cells: boolean[]) => {
    let run = 1;
    for (let i = 1; i <= size; i++) {
      if (i < size && cells[i] === cells[i - 1]) run++;
      else {
        if (run >= 5) sum += run - 2;
        run = 1;
      }
    }
    const text = cells.map((cell) => (cell ? '1' : '0')).join('');
    for (const pattern of ['10111010000', '00001011101'])
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) sum += 40;
  };
  for (let i = 0; i < size; i++) {
    line(grid[i]!);
    line(grid.map((row) => row[i]!));
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const cell = grid[y]![x];
      if (cell) dark++;
      if (
        x + 1 < size &&
        y + 1 < size &&
        cell === grid[y]![x + 1] &&
        cell === grid[y + 1]![x] &&
        cell === grid[y + 1]![x + 1]
      )
        sum += 3;
    }
  }
  return sum + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}
