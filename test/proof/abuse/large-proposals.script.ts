/**
 * npm run proof -- large-proposals [proposals]
 *
 * Proposals of a megabyte each, then clients that ask for all of them: one that reads, and eight that take
 * nothing. Prints the memory of the service process, and how long reads beside them took.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startService, temporaryDirectory } from '../../../bench/service.ts';
import { startIdentityServer, users } from '../../support/identity-server.ts';
import { quantile } from '../cluster/instances.ts';
import { askWithoutReading, lists, proposeLarge } from './large-proposals.ts';

const proposals = Number(process.argv[2]);
const megabyte = 1024 * 1024;

const identity = await startIdentityServer();
const service = await startService(temporaryDirectory(), {
  MODELREF_AUTH_URL: identity.url,
  MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
  MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
  // Beyond what the defaults let one account have.
  MODELREF_PENDING_QUEUE__MAX_WAITING_BYTES: String(2_000 * megabyte),
  MODELREF_LOG_LEVEL: 'fatal',
});
try {
  await proposeLarge(service.url, proposals);
  console.log(`${proposals} proposed: ${memory()} MiB`);
  const alone = await beside(async () => pause(3_000));
  console.log(`reads alone: ${alone}`);
  for (const list of lists) {
    const times = await beside(async () => {
      // Parsed, half a gigabyte would hold up this process, which takes the times.
      const { status, body } = await fetch(service.url + list.path, { headers: { apikey: list.key } });
      let length = 0;
      for await (const piece of body ?? []) length += piece.length;
      if (status !== 200 || length < Math.min(500, proposals) * 1_000_000) {
        throw new Error(`${list.path}: ${status}, ${length} bytes`);
      }
    });
    console.log(`reads beside ${list.path}: ${times}, memory ${memory()} MiB`);
  }
  using _idle = askWithoutReading(Number(new URL(service.url).port), 8);
  const idle = await beside(async () => pause(5_000));
  console.log(`reads beside 8 clients that take nothing: ${idle}, memory ${memory()} MiB`);
} finally {
  await service.stop();
  await identity.close();
}

/** Most memory that the process has had so far, in MiB. */
function memory(): number {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** What a reader of something else saw while that was done. */
async function beside(work: () => Promise<unknown>): Promise<string> {
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
  return `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, longest ${times.at(-1)?.toFixed(0)} ms`;
}
