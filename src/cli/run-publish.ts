import { hash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { createApp } from '../app/app.ts';
import { publishParts } from '../app/edition.ts';
import { systemClock } from '../kernel/clock.ts';
import { RegistryError } from '../kernel/errors.ts';
import { readRegularFile } from '../kernel/files/read-regular-file.ts';
import { editionUrl, manifestBounds, readManifest } from '../kernel/transparency/edition-manifest.ts';
import { EditionFolder, publishEdition } from '../modules/edition/index.ts';
import { openServiceCalls } from '../outside/service-calls.ts';
import { verifierFrom } from './audit-trail.ts';
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
  // A service that only answers: what it does in the background is left to the one that serves.
  const quiet = { webhooks: [], discordWebhooks: [], bridge: [], fileChecks: false, publishDirectory: null };
  await using app = await createApp({ ...settings, ...quiet, logLevel: 'error' });
  const parts = await publishParts(app);
  using folder = await EditionFolder.open(place, parts.signer.name);
  if (folder === null) throw new CommandFailed(`Another process publishes in ${place}.`);
  const { name, files } = await publishEdition(folder, parts);
  await folder.sweep(systemClock.now(), () => true);
  terminal.print(`${place}: edition ${name} with ${files} files`);
}

const timeoutMs = 20_000;
/** Largest number of files that are read at a time, and of problems that are printed. */
const [atOnce, mostProblems] = [8, 20];

/** Reads a path of an edition, of at most `bytes` bytes; null when there is no such file. */
type Read = (path: string, bytes: number) => Promise<Buffer | null>;

/** @throws CommandFailed when the manifest is not signed by the key, or a file is not that of the manifest */
async function checkEdition(terminal: Terminal, place: string, key: string | undefined): Promise<void> {
  const verifier = await verifierFrom(terminal, key);
  await using opened = new AsyncDisposableStack();
  const read = /^https?:\/\//.test(place) ? readOverHttp(place, opened) : readInFolder(place);
  const text = await read('manifest.json', manifestBounds.bytes);
  if (text === null) throw new CommandFailed(`${place} has no manifest.json.`);
  const { files, event_id, time } = readManifest(text.toString(), verifier);
  const problems: string[] = [];
  const limit = pLimit(atOnce);
  const checkFile = async ([path, { sha256, size }]: readonly [string, { sha256: string; size: number }]) => {
    if (problems.length >= mostProblems) return;
    const bytes = await read(path, size).catch((error: Error) => error);
    if (bytes instanceof Error) problems.push(`${path}: ${bytes.message}`);
    else if (bytes === null) problems.push(`${path} is missing`);
    else if (hash('sha256', bytes) !== sha256)
      problems.push(`${path} has other bytes than the manifest states`);
  };
  await Promise.all(Array.from(files, (file) => limit(checkFile, file)));
  for (const problem of problems) terminal.note(problem);
  if (problems.length > 0) throw new CommandFailed(`${place} is not the edition of event ${event_id}.`);
  const at = new Date(time * 1000).toISOString();
  terminal.print(`${place}: ${files.size} files of event ${event_id}, ${at}, signed by ${verifier.name}`);
}

/** Reads a published folder, whose edition stays the same meanwhile, or a copy of an edition. */
function readInFolder(folder: string): Read {
  const current = join(folder, 'current');
  const root = existsSync(current) ? realpathSync(current) : folder;
  return async (path, bytes) => {
    const text = await readRegularFile(join(root, path === 'manifest.json' ? path : `${path}.json`), bytes);
    return text === null ? null : Buffer.from(text);
  };
}

function readOverHttp(base: string, opened: AsyncDisposableStack): Read {
  const calls = openServiceCalls({
    connections: atOnce,
    timeoutMs,
    maxAnswerBytes: manifestBounds.fileBytes,
  });
  opened.defer(() => calls.close());
  return async (path, bytes) => {
    const { statusCode, body } = await calls.request(editionUrl(base.replace(/\/+$/, ''), path), {
      headers: { 'accept-encoding': 'identity' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (statusCode === 404) return body.dump().then(() => null);
    if (statusCode !== 200) throw new RegistryError('bad_request', `it answered ${statusCode}`);
    const pieces: Buffer[] = [];
    let left = bytes;
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece);
      left -= piece.length;
      if (left < 0) throw new RegistryError('bad_request', 'it is larger than the manifest states');
    }
    return Buffer.concat(pieces);
  };
}
