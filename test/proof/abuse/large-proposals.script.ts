/**
 * npm run proof -- large-proposals [proposals]
 *
 * Proposals as large as they may be, then clients that ask for all of them: one that reads as fast as it can, and
 * eight that take nothing. Prints the memory of the service process, and how long reads beside them took. Ends
 * with 1 when the memory is over its bound, or reads wait longer than they may.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startIdentityServer, users } from '../../support/identity-server.ts';
import { residentMiB } from '../../support/process-memory.ts';
import { startService, temporaryDirectory } from '../../support/service-process.ts';
import { quantile } from '../cluster/instances.ts';
import { askWithoutReading, bytesOfOne, type List, lists, proposeLarge } from './large-proposals.ts';

const proposals = Number(process.argv[2]);
/** The most memory that the service may take: that of a small container. */
const mostMiB = 512;
/** What `deploy/Dockerfile` starts the service with, which keeps it small. */
const asInTheImage = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=8',
};
/** The milliseconds by which the 99th percentile of reads may rise beside such answers. */
const mostMs = 50;

const wrong: string[] = [];
const identity = await startIdentityServer();
const service = await startService(temporaryDirectory(), {
  ...asInTheImage,
  MODELREF_AUTH_URL: identity.url,
  MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
  MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
  MODELREF_LOG_LEVEL: 'fatal',
});
try {
  const alone = await beside(() => pause(3_000));
  report('alone', alone, alone);
  await proposeLarge(service.url, proposals);
  console.log(`${proposals} proposed: memory ${residentMiB(service.pid).peak} MiB`);
  for (const list of lists) report(`beside ${shortly(list.path)}`, await beside(() => readFast(list)), alone);
  using _idle = askWithoutReading(Number(new URL(service.url).port), 8);
  report('beside 8 clients that take nothing', await beside(() => pause(5_000)), alone);
} finally {
  await service.stop();
  await identity.close();
}
for (const what of wrong) console.error(what);
process.exitCode = wrong.length > 0 ? 1 : 0;

async function readFast({ path, key, most }: List): Promise<void> {
  const workerData = { url: service.url + path, key };
  const reader = new Worker(new URL('./large-reader.ts', import.meta.url), { workerData });
  const [{ status, length }] = (await once(reader, 'message')) as [{ status: number; length: number }];
  if (status !== 200 || length < Math.min(most, proposals) * bytesOfOne) {
    wrong.push(`${shortly(path)}: ${status}, ${length} bytes`);
  }
}

interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** Returns the times of reads of something else while `work` was done, in milliseconds. */
async function beside(work: () => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  let done = false;
  const working = work().finally(() => {
    done = true;
  });
  while (!done) {
    const began = performance.now();
    await (await fetch(`${service.url}/api/model_references/v2/model_categories`)).arrayBuffer();
    times.push(performance.now() - began);
  }
  await working;
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), longest: times.at(-1) ?? 0 };
}

function report(what: string, { p50, p99, longest }: Times, alone: Times): void {
  const { peak } = residentMiB(service.pid);
  console.log(
    `reads ${what}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms, memory ${peak} MiB`,
  );
  if (p99 - alone.p99 > mostMs) wrong.push(`reads ${what}: p99 is more than ${mostMs} ms over that alone`);
  if (peak > mostMiB) wrong.push(`reads ${what}: memory is over ${mostMiB} MiB`);
}

function shortly(path: string): string {
  return path.length > 60 ? `${path.slice(0, 60)}…` : path;
}
