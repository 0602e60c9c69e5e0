import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Timeout for one picture, in milliseconds. */
const timeoutMs = 10_000;
/** Maximum size of a result, in bytes. A WebP of 512 × 512 pixels is smaller. */
const maxBytes = 512 * 1024;

const scriptPath = fileURLToPath(new URL(`./resize-process${extname(import.meta.url)}`, import.meta.url));

/** Returns the folder of the resizing library and the packages that it loads. */
function libraryFolder(): string {
  const entry = createRequire(import.meta.url).resolve('sharp');
  return `${entry.slice(0, entry.lastIndexOf(join('node_modules', 'sharp')))}node_modules`;
}

/**
 * Converts a JPEG, PNG or WebP to a WebP of at most 512 × 512 pixels. Decodes it in a separate process
 * without environment or network, which can read only its own code and is killed on timeout: whatever the
 * picture does to the decoder, the service continues.
 *
 * @throws Error when the bytes are not such a picture, or are animated, too large or take too long
 */
export async function resize(picture: Uint8Array): Promise<Buffer> {
  if (!isKnownFormat(picture)) throw new Error('not a JPEG, PNG or WebP');
  const child = spawn(
    process.execPath,
    [
      '--permission',
      '--allow-addons',
      `--allow-fs-read=${join(dirname(scriptPath), '*')}`,
      `--allow-fs-read=${join(libraryFolder(), '*')}`,
      '--no-warnings',
      '--max-old-space-size=128',
      scriptPath,
    ],
    { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'], timeout: timeoutMs, killSignal: 'SIGKILL' },
  );
  const exitCode = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // Ignore write errors: the process may have ended already.
  child.stdin.on('error', () => {});
  child.stdin.end(picture);
  const chunks: Buffer[] = [];
  let byteCount = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    byteCount += chunk.length;
    if (byteCount > maxBytes) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  if ((await exitCode) !== 0 || byteCount === 0 || byteCount > maxBytes)
    throw new Error('it cannot be resized');
  return Buffer.concat(chunks);
}

/** Returns whether the bytes begin with the signature of a JPEG, a PNG or a WebP. */
function isKnownFormat(bytes: Uint8Array): boolean {
  const signature = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return (
    signature.startsWith('\xff\xd8\xff') ||
    signature.startsWith('\x89PNG\r\n\x1a\n') ||
    /^RIFF.{4}WEBP/s.test(signature)
  );
}
