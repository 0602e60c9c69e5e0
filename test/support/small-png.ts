import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Largest number of colours in a reduced screenshot. Pages use few, and the edges of letters need only some
 * shades.
 */
const mostColours = 64;
/** Largest squared RGB distance between a colour and a kept one at which the kept one replaces it. */
const nearEnough = 150;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** A number 0xRRGGBB for each pixel, row by row. */
  readonly colours: Uint32Array;
}

/**
 * Reduces a picture to a palette of few colours: a third of the size, and as readable. Takes opaque 8-bit
 * PNGs, as browsers make them.
 */
export function smallPng(png: Buffer): Buffer {
  const pixels = decode(png);
  const palette = paletteOf(pixels.colours);
  return encode(pixels, palette);
}

function decode(png: Buffer): Pixels {
  const header = chunk(png, 'IHDR')[0];
  if (header?.[8] !== 8 || header[12] !== 0) throw new Error('not an 8-bit PNG without interlacing');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = header[9] === 6 ? 4 : header[9] === 2 ? 3 : 0;
  if (channels === 0) throw new Error(`not an RGB or RGBA PNG: colour type ${header[9]}`);
  const data = inflateSync(Buffer.concat(chunk(png, 'IDAT')));
  const stride = width * channels;
  const colours = new Uint32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    const row = new Uint8Array(data.subarray(start + 1, start + 1 + stride));
    unfilter(data[start] ?? 0, row, above, channels);
    for (let x = 0; x < width; x++) {
      const at = x * channels;
      colours[y * width + x] = ((row[at] ?? 0) << 16) | ((row[at + 1] ?? 0) << 8) | (row[at + 2] ?? 0);
    }
    above = row;
  }
  return { width, height, colours };
}

/**
 * Undoes the filter of a row in place: the filter has stored each byte as its difference from a value
 * predicted from neighbouring bytes.
 */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, channels: number): void {
  for (let index = 0; index < row.length; index++) {
    const left = row[index - channels] ?? 0;
    const up = above[index] ?? 0;
    const corner = index < channels ? 0 : (above[index - channels] ?? 0);
    const foretold = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    row[index] = ((row[index] ?? 0) + foretold) & 0xff;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function chunk(png: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === type) found.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return found;
}

function distance(a: number, b: number): number {
  const red = (a >> 16) - (b >> 16);
  const green = ((a >> 8) & 0xff) - ((b >> 8) & 0xff);
  const blue = (a & 0xff) - (b & 0xff);
  return red * red + green * green + blue * blue;
}

/**
 * Chooses the colours of the reduced picture: the most frequent ones. It passes over a colour that is very
 * near to one already chosen, unless it fills a large area itself.
 */
function paletteOf(colours: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette: number[] = [];
  for (const [colour] of [...counts].sort(([, a], [, b]) => b - a)) {
    if (palette.length === mostColours) break;
    // A colour of large areas is kept, however near it is to another.
    const isCommon = (counts.get(colour) ?? 0) > colours.length / 500;
    if (isCommon || palette.every((kept) => distance(kept, colour) > nearEnough)) palette.push(colour);
  }
  return palette;
}

function encode({ width, height, colours }: Pixels, palette: readonly number[]): Buffer {
  const places = new Map<number, number>(palette.map((colour, place) => [colour, place]));
  const placeOf = (colour: number): number => {
    const known = places.get(colour);
    if (known !== undefined) return known;
    let nearest = 0;
    for (let place = 1; place < palette.length; place++) {
      const [candidate = 0, best = 0] = [palette[place], palette[nearest]];
      if (distance(candidate, colour) < distance(best, colour)) nearest = place;
    }
    places.set(colour, nearest);
    return nearest;
  };
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = placeOf(colours[y * width + x] ?? 0);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of palette index, deflate, no filter, no interlacing.
  header.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]));
  return Buffer.concat([
    signature,
    written('IHDR', header),
    written('PLTE', table),
    written('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    written('IEND', Buffer.alloc(0)),
  ]);
}

function written(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
