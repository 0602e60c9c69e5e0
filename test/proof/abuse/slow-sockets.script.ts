/**
 * npm run proof -- slow-socket [sockets] [seconds]
 *
 * Sockets that say nothing, send headers or bodies byte by byte, or take no answer, against a service
 * process. Prints the 99th percentile of honest requests without and with them, and how many connections the
 * service still holds.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startIdentityServer, users } from '../../support/identity-server.ts';
import { startService, temporaryDirectory } from '../../support/service-process.ts';
import { quantile } from '../cluster/instances.ts';
import { openSlowSockets } from './slow-sockets.ts';

const sockets = Number(process.argv[2]);
const seconds = Number(process.argv[3]);

const identity = await startIdentityServer();
const service = await startService(temporaryDirectory(), {
  MODELREF_AUTH_URL: identity.url,
  MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
  MODELREF_LOG_LEVEL: 'fatal',
});
try {
  await honest(3);
  const alone = await honest(seconds / 4);
  using _slow = await openSlowSockets(Number(new URL(service.url).port), sockets, 1_000);
  const held = openFiles();
  const among = await honest(seconds);
  const stillHeld = openFiles();
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const ratio = among.p99 / alone.p99;
  console.log(`alone: ${alone.requests} requests, p50 ${ms(alone.p50)}, p99 ${ms(alone.p99)}`);
  console.log(
    `among ${sockets} slow sockets: ${among.requests} requests, p50 ${ms(among.p50)}, p99 ${ms(among.p99)}`,
  );
  console.log(`p99 ratio ${ratio.toFixed(2)}; not answered ${alone.failed + among.failed}`);
  // A reader who takes nothing does not see that it is let go of either: the service's descriptors tell.
  console.log(`descriptors of the service: ${held} with them, ${stillHeld} after ${seconds} s`);
  process.exitCode = ratio < 2 && alone.failed + among.failed === 0 ? 0 : 1;
} finally {
  await service.stop();
  await identity.close();
}

function openFiles(): number {
  return readdirSync(`/proc/${service.pid}/fd`).length;
}

/** Returns the milliseconds of 8 clients that ask for one thing after another, 5 ms apart. */
async function honest(
  length: number,
): Promise<{ requests: number; failed: number; p50: number; p99: number }> {
  const times: number[] = [];
  let failed = 0;
  const end = performance.now() + length * 1000;
  const client = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      try {
        const answer = await fetch(`${service.url}/api/model_references/v2/model_categories`);
        await answer.arrayBuffer();
        if (answer.status !== 200) failed += 1;
      } catch {
        failed += 1;
      }
      times.push(performance.now() - began);
      await pause(5);
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  times.sort((a, b) => a - b);
  return { requests: times.length, failed, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
