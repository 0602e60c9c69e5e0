import { crc32, deflateSync } from 'node:zlib';
import type { RemoteFiles } from '../../outside/remote-files.ts';

const pictureHost = 'https://pictures.demo.example/';
const [width, height] = [480, 360];
const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Returns the URL of the showcase picture that the demo draws for a model. Its host cannot be registered. */
export function createDemoPictureUrl(name: string): string {
  return `${pictureHost}${encodeURIComponent(name)}.png`;
}

/** Serves drawn pictures at URLs that begin with `prefix`; `otherFiles` fetches all other URLs. */
export function createDemoPictureFiles(otherFiles: RemoteFiles, prefix: string = pictureHost): RemoteFiles {
  return {
    open: (request) => {
      if (!request.url.startsWith(prefix)) return otherFiles.open(request);
      const png = drawLandscape(request.url);
      return Promise.resolve({
        status: 200,
        headers: { 'content-type': 'image/png' },
        redirects: [],
        url: request.url,
        body: (async function* () {
          yield png;
        })(),
        bytes: async () => png,
        first: async (count) => png.subarray(0, count),
        [Symbol.asyncDispose]: async () => {},
      });
    },
  };
}

/** Draws hills under a sky; the text determines shapes and colours. Returns a PNG. */
function drawLandscape(text: string): Buffer {
  let state = crc32(text);
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const hue = random();
  const sun = {
    x: width * (0.15 + 0.7 * random()),
    y: height * (0.15 + 0.3 * random()),
    r: 22 + 26 * random(),
  };
  const hills = Array.from({ length: 4 }, (_, index) => ({
    base: height * (0.45 + 0.14 * index),
    waves: Array.from({ length: 3 }, (_, wave) => [
      (26 / (wave + 1)) * random(),
      (0.006 + 0.012 * random()) * (wave + 1),
      random() * 7,
    ]),
    colour: convertToRgb(hue + 0.07 * index, 0.42, 0.5 - 0.1 * index),
  }));
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let x = 0; x < width; x++) {
    const hilltops = hills.map(({ base, waves }) =>
      waves.reduce((top, [size = 0, pace = 0, shift = 0]) => top + size * Math.sin(x * pace + shift), base),
    );
    for (let y = 0; y < height; y++) {
      const hill = hilltops.findLastIndex((top) => y >= top);
      const isSun = Math.hypot(x - sun.x, y - sun.y) < sun.r;
      const sky = isSun
        ? [255, 244, 214]
        : convertToRgb(hue + 0.45 - y / 1_600, 0.55, 0.55 + (0.35 * y) / height);
      rows.set(hill >= 0 ? hills[hill]!.colour : sky, y * (1 + width * 3) + 1 + x * 3);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  return Buffer.concat([
    signature,
    createChunk('IHDR', head),
    createChunk('IDAT', deflateSync(rows)),
    createChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Converts a colour (hue, saturation and lightness from 0 to 1; hues wrap) to red, green and blue. */
function convertToRgb(hue: number, saturation: number, lightness: number): number[] {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const huePosition = (offset + hue * 12) % 12;
    return Math.round(
      255 * (lightness - spread * Math.max(-1, Math.min(huePosition - 3, 9 - huePosition, 1))),
    );
  });
}

function createChunk(type: string, data: Buffer): Buffer {
  const typedData = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(typedData));
  return Buffer.concat([length, typedData, check]);
}
