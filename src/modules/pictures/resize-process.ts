/**
 * The process that converts one untrusted picture to a small WebP: bytes on standard input, WebP on standard
 * output. It runs without the service's environment and without rights to files, network or processes
 * (`resize.ts`), and ends after one picture.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/** Largest number of pixels that are decoded. */
const maxPixels = 40_000_000;
/** Longest side of the result, in pixels. */
const side = 512;

// Loaders for documents, vector graphics and rare formats have had most of the library's vulnerabilities.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);

const picture = sharp(await buffer(process.stdin), { limitInputPixels: maxPixels, failOn: 'error' });
const { pages = 1 } = await picture.metadata();
if (pages > 1) throw new Error('the picture is animated');
const small = await picture
  .rotate()
  .resize(side, side, { fit: 'inside', withoutEnlargement: true })
  .webp({ quality: 74, effort: 3 })
  .toBuffer();
process.stdout.write(small);
