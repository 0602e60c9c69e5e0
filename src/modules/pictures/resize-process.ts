/**
 * The process that converts one untrusted picture to a small WebP. Reads the picture from standard input and
 * writes the WebP to standard output. Runs without the service's environment and without access to files,
 * network or processes (`resize.ts`), and ends after one picture.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/** Maximum number of pixels to decode. */
const maxPixels = 40_000_000;
/** Longest side of the result, in pixels. */
const maxSidePixels = 512;

// Most vulnerabilities of the library were in its loaders for documents, vector graphics and rare formats.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);

const picture = sharp(await buffer(process.stdin), { limitInputPixels: maxPixels, failOn: 'error' });
const { pages = 1 } = await picture.metadata();
if (pages > 1) throw new Error('the picture is animated');
const resizedPicture = await picture
  .rotate()
  .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
  .webp({ quality: 74, effort: 3 })
  .toBuffer();
process.stdout.write(resizedPicture);
