// Still WebP pictures, as a browser writes them, put together into a moving one. The container is a list of chunks: a name of
// four letters, a length, and as many bytes (https://developers.google.com/speed/webp/docs/riff_container).

export type Frame = { milliseconds: number; webp: Buffer };

type Chunk = { name: string; body: Buffer };

function chunks(webp: Buffer): Chunk[] {
  if (webp.toString('latin1', 0, 4) !== 'RIFF' || webp.toString('latin1', 8, 12) !== 'WEBP')
    throw new Error('this is no WebP');
  const found: Chunk[] = [];
  for (let at = 12; at + 8 <= webp.length;) {
    const length = webp.readUInt32LE(at + 4);
    found.push({ name: webp.toString('latin1', at, at + 4), body: webp.subarray(at + 8, at + 8 + length) });
    // Chunks begin at even places.
    at += 8 + length + (length % 2);
  }
  return found;
}

function written(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** Width and height, from the first bytes of what is drawn. */
function size(drawn: Chunk): [number, number] {
  if (drawn.name === 'VP8 ') return [drawn.body.readUInt16LE(6) & 0x3fff, drawn.body.readUInt16LE(8) & 0x3fff];
  const bits = drawn.body.readUInt32LE(1);
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
}

const three = (number: number): Buffer => Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255]);

/** The frames one after the other, for ever. A frame like the one before only lengthens it. */
export function animation(frames: Frame[]): Buffer {
  const kept: Frame[] = [];
  for (const frame of frames) {
    const last = kept.at(-1);
    if (last?.webp.equals(frame.webp)) last.milliseconds += frame.milliseconds;
    else kept.push({ ...frame });
  }
  const first = kept[0];
  if (!first) throw new Error('a moving picture has at least one frame');
  const drawn = (frame: Frame) =>
    chunks(frame.webp).filter(({ name }) => name === 'VP8 ' || name === 'VP8L' || name === 'ALPH');
  const [wide, high] = size(drawn(first).at(-1)!);
  const bounds = Buffer.concat([three(wide - 1), three(high - 1)]);
  const parts = kept.map((frame) => {
    const picture = drawn(frame).map(({ name, body }) => written(name, body));
    // At the corner, whole; not mixed with the frame before it.
    const head = Buffer.concat([three(0), three(0), bounds, three(frame.milliseconds), Buffer.from([2])]);
    return written('ANMF', Buffer.concat([head, ...picture]));
  });
  const animated = Buffer.concat([Buffer.from([2, 0, 0, 0]), bounds]);
  // No colour behind it, and no end.
  const body = [written('VP8X', animated), written('ANIM', Buffer.alloc(6)), ...parts];
  return written('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...body]));
}
