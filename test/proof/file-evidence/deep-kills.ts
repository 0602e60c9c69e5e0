import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { fileStore } from '../../../src/modules/files/store.ts';
import { importReferences } from '../../../src/modules/transfer/import.ts';
import { joinReferenceFiles } from '../../../src/modules/transfer/reference-files.ts';
import { findCategory } from '../../../src/records/categories/index.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import type { CheckProcess } from './check-process.script.ts';

export interface DeepKills {
  readonly kills: number;
  readonly sizeBytes: number;
  /** Gives a number in [0, 1). */
  readonly random: () => number;
}

export interface DeepKillsResult {
  /** What was not as it has to be. */
  readonly contradictions: readonly string[];
  /** Kills that came while the file was read. */
  readonly killsUnderway: number;
}

const child = fileURLToPath(new URL('./check-process.script.ts', import.meta.url));
const address = 'https://files.example/model.safetensors';

/**
 * Reads one file whole, in processes that are killed while they do, each after a random part of it, until one
 * comes to the end.
 */
export async function runDeepKills(databaseUrl: string, options: DeepKills): Promise<DeepKillsResult> {
  const { kills, sizeBytes, random } = options;
  const contradictions: string[] = [];
  await using host = await startHost(sizeBytes);
  const store = await openStore(databaseUrl);
  try {
    await importFile(store, host.sha256, sizeBytes);
    let killsUnderway = 0;
    for (let run = 0; run <= kills; run += 1) {
      const before = host.ranges.length;
      const isLast = run === kills;
      const process = start({
        databaseUrl,
        where: { mirrors: { 'files.example': host.url }, allowPrivate: [] },
        hoursLater: 0,
        checkedBefore: Math.floor(Date.now() / 1000) - 3600,
        deep: true,
      });
      const bytes = Math.floor(sizeBytes * 0.9 * random()) + 1;
      host.killAt = isLast ? null : { bytes, kill: () => process.kill('SIGKILL') };
      const exit = await ended(process);
      if (exit === 'SIGKILL') killsUnderway += 1;
      else if (!isLast) contradictions.push(`run ${run} ended by itself: ${exit}`);
      const reads = host.ranges.slice(before);
      if (reads.join() !== '0') contradictions.push(`run ${run} read from ${reads.join(', ') || 'nowhere'}`);
    }
    const state = (await store.read((tx) => fileStore(tx).address(address)))?.state;
    const { observation } = state?.known ?? {};
    const said = observation?.outcome === 'there' ? observation.seen.sha256 : null;
    if (observation?.how !== 'full_download') contradictions.push(`learned by ${observation?.how}`);
    if (said !== host.sha256) contradictions.push(`the hash is ${host.sha256}, and ${said} was found`);
    return { contradictions, killsUnderway };
  } finally {
    await store.close();
  }
}

function start(given: CheckProcess): ChildProcess {
  return spawn(process.execPath, [child, JSON.stringify(given)], { stdio: ['ignore', 'ignore', 'inherit'] });
}

const ended = (started: ChildProcess) =>
  new Promise<number | NodeJS.Signals | null>((resolve) =>
    started.once('exit', (code, signal) => resolve(signal ?? code)),
  );

async function importFile(store: Store, sha256sum: string, size_bytes: number): Promise<void> {
  const definition = findCategory('clip');
  if (!definition) throw new Error('There is no category clip');
  const record = {
    name: 'large',
    config: { download: [{ file_name: 'model.safetensors', file_url: address, sha256sum, size_bytes }] },
  };
  const model = { definition, file: 'made', name: 'large', format: 'v2', record } as const;
  await importReferences(
    store,
    { ...joinReferenceFiles([]), models: [model] },
    { canonicalFormat: 'v2', now: 1 },
  );
}

async function roomIn(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve).once('close', resolve);
  await promise;
  response.off('drain', resolve).off('close', resolve);
}

const blockBytes = 1024 * 1024;

/** A file that is another in every block, so that bytes in the wrong place make another hash. */
async function startHost(sizeBytes: number) {
  const block = Buffer.alloc(blockBytes, 'not all the same, and not random either');
  const hash = createHash('sha256');
  for (let at = 0; at < sizeBytes; at += blockBytes) hash.update(blockAt(at));
  const sha256 = hash.digest('hex');
  const ranges: number[] = [];
  let sinceStart = 0;

  /** From a place that is within a block, to its end. */
  function blockAt(at: number): Buffer {
    const start = at - (at % blockBytes);
    block.writeDoubleLE(start + 1);
    return Buffer.from(block.subarray(at - start, Math.min(blockBytes, sizeBytes - start)));
  }

  const server = createServer(async (request, response) => {
    const headers = { etag: '"this-file"', 'accept-ranges': 'bytes' };
    if (request.method === 'HEAD') {
      response.writeHead(200, { ...headers, 'content-length': sizeBytes }).end();
      return;
    }
    const beginning = /^bytes=0-(\d+)$/.exec(String(request.headers.range))?.[1];
    if (beginning !== undefined) {
      const bytes = Buffer.from(blockAt(0).subarray(0, Number(beginning) + 1));
      const range = `bytes 0-${beginning}/${sizeBytes}`;
      response
        .writeHead(206, { ...headers, 'content-length': bytes.length, 'content-range': range })
        .end(bytes);
      return;
    }
    const from = Number(/^bytes=(\d+)-$/.exec(String(request.headers.range))?.[1] ?? 0);
    ranges.push(from);
    sinceStart = 0;
    response.writeHead(from === 0 ? 200 : 206, {
      ...headers,
      'content-length': sizeBytes - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${sizeBytes - 1}/${sizeBytes}` }),
    });
    for (let at = from; at < sizeBytes && !response.destroyed; ) {
      const bytes = blockAt(at);
      at += bytes.length;
      sinceStart += bytes.length;
      const took = response.write(bytes);
      if (host.killAt && sinceStart >= host.killAt.bytes) host.killAt.kill();
      if (!took) await roomIn(response);
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sha256,
    /** The first byte of each answer that goes to the file's end. */
    ranges,
    killAt: null as { bytes: number; kill: () => void } | null,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return host;
}
