import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Longest time for one picture, in milliseconds. */
const timeoutMs = 10_000;
/** Largest number of bytes of a result; a WebP of its size is smaller. */
const maxBytes = 512 * 1024;

const script = fileURLToPath(new URL(`./resize-process${extname(import.meta.url)}`, import.meta.url));

/** The folder that holds the resizing library, beside the packages that it loads. */
function libraryFolder(): string {
  const entry = createRequire(import.meta.url).resolve('sharp');
  return `${entry.slice(0, entry.lastIndexOf(join('node_modules', 'sharp')))}node_modules`;
}

/**
 * Makes a WebP of at most 512 × 512 pixels from a JPEG, PNG or WebP. A process of its own decodes it, without
 * environment, network and the right to read anything but its own code, and is killed when it takes too long:
 * whatever the picture does to the decoder, the service goes on.
 *
 * @throws Error when the bytes are no such picture, are animated, too large or take too long
 */
export async function resize(picture: Uint8Array): Promise<Buffer> {
  if (!isKnownFormat(picture)) throw new Error('not a JPEG, PNG or WebP');
  const child = spawn(
    process.execPath,
    [
      '--permission',
      '--allow-addons',
      `--allow-fs-read=${join(dirname(script), '*')}`,
      `--allow-fs-read=${join(libraryFolder(), '*')}`,
      '--no-warnings',
      '--max-old-space-size=128',
      script,
    ],
    { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'], timeout: timeoutMs, killSignal: 'SIGKILL' },
  );
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A process that has already ended does not read.
  child.stdin.on('error', () => {});
  child.stdin.end(picture);
  const chunks: Buffer[] = [];
  let length = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  if ((await exit) !== 0 || length === 0 || length > maxBytes) throw new Error('it cannot be resized');
  return Buffer.concat(chunks);
}

/** Returns whether the bytes begin like a JPEG, a PNG or a WebP. */
function isKnownFormat(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return (
    head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF.{4}WEBP/s.test(head)
  );
}
