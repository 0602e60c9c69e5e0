import { hash } from 'node:crypto';
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import pLimit from 'p-limit';
import { createApp } from '../app/app.ts';
import { createPublisherDependencies } from '../app/edition.ts';
import { systemClock } from '../kernel/clock.ts';
import { RegistryError } from '../kernel/errors.ts';
import { readRegularBytes } from '../kernel/files/read-regular-file.ts';
import { buildEditionUrl, manifestBounds, readManifest } from '../kernel/transparency/edition-manifest.ts';
import { EditionFolder, publishEdition } from '../modules/edition/index.ts';
import { openServiceCalls } from '../outside/service-calls.ts';
import { createVerifier } from './audit-trail.ts';
import { readEnvironment } from './read-environment.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/** Runs `modelref publish`. */
export async function runPublish(
  terminal: Terminal,
  { check, key }: { readonly check: boolean; readonly key: string | undefined },
  place: string,
): Promise<void> {
  if (check) return checkEdition(terminal, place, key);
  const { settings } = await readEnvironment(terminal, 'PRIMARY');
  if (settings.replicateMode === 'REPLICA' || !settings.auditEnabled)
    throw new CommandFailed('Editions are published by a PRIMARY with MODELREF_AUDIT__ENABLED=true.');
  // This service only responds to requests: background work is left to the serving process.
  const disabledWork = {
    webhooks: [],
    discordWebhooks: [],
    bridge: [],
    fileChecks: false,
    publishDirectory: null,
  };
  await using app = await createApp({ ...settings, ...disabledWork, logLevel: 'error' });
  const dependencies = await createPublisherDependencies(app);
  using folder = await EditionFolder.open(place, dependencies.signer.name);
  if (folder === null) throw new CommandFailed(`Another process is publishing to ${place}.`);
  const { name, files } = await publishEdition(folder, dependencies);
  await folder.sweep(systemClock.now());
  terminal.print(`${place}: edition ${name} with ${files} files`);
}

const timeoutMs = 20_000;
/** Maximum number of files to read at the same time, and of problems to print. */
const [maxConcurrentReads, maxProblems] = [8, 20];

/** The encodings in which servers send a file, each with its file name suffix. */
const [identityForm, ...compressedForms] = [
  { encoding: 'identity', suffix: '' },
  { encoding: 'gzip', suffix: '.gz' },
  { encoding: 'br', suffix: '.br' },
] as const;
type Form = typeof identityForm | (typeof compressedForms)[number];

/**
 * Reads the file at a path of an edition. The decoded file may have at most `bytes` bytes. Returns null when
 * the file does not exist.
 */
type ReadFile = (path: string, bytes: number, form: Form) => Promise<{ bytes: Buffer; type?: string } | null>;

/**
 * @throws CommandFailed when the manifest is not signed by the key, a file differs from the manifest, or a
 *   folder contains files that are not in the manifest
 */
async function checkEdition(terminal: Terminal, place: string, key: string | undefined): Promise<void> {
  const verifier = await createVerifier(terminal, key);
  await using resources = new AsyncDisposableStack();
  const root = rootOf(place);
  const readFile = root === null ? createHttpReader(place, resources) : createFolderReader(root);
  const text = (await readFile('manifest.json', manifestBounds.bytes, identityForm))?.bytes;
  if (text === undefined) throw new CommandFailed(`${place} has no manifest.json.`);
  const { files, event_id, time } = readManifest(text.toString(), verifier);
  const manifest = { sha256: hash('sha256', text), size: text.length, content_type: 'application/json' };
  const filesByPath = new Map([...files, ['manifest.json', manifest]]);
  const problems = root === null ? [] : findUnlistedFiles(root, filesByPath.keys());
  const limit = pLimit(maxConcurrentReads);
  const checkFile = async (path: string, { sha256, size, content_type }: typeof manifest) => {
    for (const form of [identityForm, ...compressedForms]) {
      if (problems.length >= maxProblems) return;
      const name = form === identityForm ? path : `${path} (${form.encoding})`;
      const readResult = await readFile(path, size, form).catch((error: Error) => error);
      if (readResult instanceof Error) problems.push(`${name}: ${readResult.message}`);
      else if (readResult === null && form === identityForm) problems.push(`${path} is missing`);
      else if (readResult && hash('sha256', readResult.bytes) !== sha256)
        problems.push(`${name} differs from the manifest`);
      else if (readResult?.type !== undefined && essenceOf(readResult.type) !== essenceOf(content_type))
        problems.push(
          `${name} has the content type '${readResult.type}'; the manifest states '${content_type}'`,
        );
    }
  };
  await Promise.all(Array.from(filesByPath, ([path, file]) => limit(checkFile, path, file)));
  for (const problem of problems.slice(0, maxProblems)) terminal.note(problem);
  if (problems.length > 0) throw new CommandFailed(`${place} is not the edition of event ${event_id}.`);
  const timeText = new Date(time * 1000).toISOString();
  terminal.print(
    `${place}: ${files.size} files of event ${event_id}, ${timeText}, signed by ${verifier.name}`,
  );
}

/** Returns a media type without its parameters. */
function essenceOf(type: string): string {
  return type.replace(/;.*/s, '').trim().toLowerCase();
}

/**
 * Returns the directory of an edition; null for a URL. For a published folder, returns the directory of its
 * newest edition instead of the link `current`, which may change later.
 */
function rootOf(place: string): string | null {
  if (/^https?:\/\//.test(place)) return null;
  const currentLink = join(place, 'current');
  return existsSync(currentLink) ? realpathSync(currentLink) : place;
}

/**
 * Lists the entries of an edition's directories that are not in the manifest. `paths`: the files in the
 * manifest.
 */
function findUnlistedFiles(root: string, paths: Iterable<string>): string[] {
  const listedPaths = new Set<string>();
  const directories = new Set(['.']);
  for (const path of ['manifest', ...paths]) {
    for (const { suffix } of [identityForm, ...compressedForms]) listedPaths.add(`${path}.json${suffix}`);
    for (let parent = dirname(path); !directories.has(parent); parent = dirname(parent))
      directories.add(parent);
  }
  return [...directories]
    .filter((directory) => statSync(join(root, directory), { throwIfNoEntry: false })?.isDirectory())
    .flatMap((directory) => readdirSync(join(root, directory)).map((name) => join(directory, name)))
    .filter((path) => !listedPaths.has(path) && !directories.has(path))
    .map((path) => `${path} is not in the manifest`);
}

function createFolderReader(root: string): ReadFile {
  return async (path, bytes, { encoding, suffix }) => {
    const file = join(root, (path === 'manifest.json' ? path : `${path}.json`) + suffix);
    const content = await readRegularBytes(file, bytes + (suffix === '' ? 0 : overheadBytes));
    return content && { bytes: await decode(content, encoding, bytes) };
  };
}

/** Maximum number of bytes by which a compressed file may exceed the original. */
const overheadBytes = 1_024;

/** Decompresses a file. Fails when the result has more than `bytes` bytes. */
async function decode(content: Buffer, encoding: string, bytes: number): Promise<Buffer> {
  if (encoding === 'identity') return content;
  const options = { maxOutputLength: Math.max(bytes, 1) };
  if (encoding === 'gzip') return promisify(gunzip)(content, options);
  if (encoding === 'br') return promisify(brotliDecompress)(content, options);
  throw new RegistryError(
    'bad_request',
    `the content encoding '${encoding}' is not supported; allowed: gzip, br`,
  );
}

function createHttpReader(base: string, resources: AsyncDisposableStack): ReadFile {
  const calls = openServiceCalls({
    connections: maxConcurrentReads,
    timeoutMs,
    maxAnswerBytes: manifestBounds.fileBytes,
  });
  resources.defer(() => calls.close());
  return async (path, bytes, form) => {
    const { statusCode, headers, body } = await calls.request(
      buildEditionUrl(base.replace(/\/+$/, ''), path),
      {
        headers: { 'accept-encoding': form.encoding },
        signal: AbortSignal.timeout(timeoutMs),
      },
    );
    if (statusCode === 404) return body.dump().then(() => null);
    if (statusCode !== 200) throw new RegistryError('bad_request', `it answered ${statusCode}`);
    const pieces: Buffer[] = [];
    const encoding = String(headers['content-encoding'] ?? identityForm.encoding);
    let bytesLeft = bytes + (encoding === identityForm.encoding ? 0 : overheadBytes);
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytesLeft -= piece.length;
      if (bytesLeft < 0) throw new RegistryError('bad_request', 'it is larger than the manifest states');
    }
    return {
      bytes: await decode(Buffer.concat(pieces), encoding, bytes),
      type: String(headers['content-type'] ?? ''),
    };
  };
}
