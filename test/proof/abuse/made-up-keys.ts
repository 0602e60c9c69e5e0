import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { quantile } from '../cluster/instances.ts';

export const approver = { key: 'key-of-an-approver', id: '102' };

/**
 * An identity service that knows the approver only, takes its time, and answers a limited number of calls a
 * second.
 */
export interface LimitedIdentity extends AsyncDisposable {
  readonly url: string;
  /** The calls that were answered, and those refused with 429. */
  readonly calls: { answered: number; limited: number };
}

export async function startLimitedIdentity(limits: {
  perSecond: number;
  takesMs: number;
}): Promise<LimitedIdentity> {
  const calls = { answered: 0, limited: 0 };
  let second = 0;
  let inThisSecond = 0;
  const server = createServer((request, response) => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) inThisSecond = 0;
    second = now;
    inThisSecond += 1;
    if (inThisSecond > limits.perSecond) {
      calls.limited += 1;
      response.writeHead(429, { 'retry-after': '1' }).end('{}');
      return;
    }
    calls.answered += 1;
    const known = request.headers.apikey === approver.key;
    setTimeout(() => {
      if (known) response.end(JSON.stringify({ username: `ada#${approver.id}` }));
      else response.writeHead(404).end('{}');
    }, limits.takesMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    calls,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface Seen {
  /** The number of answers with each status. */
  readonly statuses: Record<string, number>;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Measures an approver's looks at the queue, `apartMs` milliseconds apart. */
export async function approve(url: string, requests: number, apartMs: number): Promise<Seen> {
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  for (let i = 0; i < requests; i += 1) {
    const began = performance.now();
    const answer = await fetch(`${url}/api/model_references/v2/pending_queue/changes`, {
      headers: { apikey: approver.key },
    });
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    await pause(Math.max(0, apartMs - (performance.now() - began)));
  }
  times.sort((a, b) => a - b);
  return { statuses, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

export interface Flooded {
  readonly statuses: Record<string, number>;
  readonly withoutRetryAfter: number;
}

/** Runs `work` while clients without a key of their own ask for their roles, in a thread of their own. */
export async function flooded<T>(
  url: string,
  clients: number,
  work: () => Promise<T>,
): Promise<[T, Flooded]> {
  const worker = new Worker(new URL('./made-up-keys-flood.ts', import.meta.url), {
    workerData: { url: `${url}/api/model_references/v2/me/roles`, clients },
  });
  const result = once(worker, 'message') as Promise<[Flooded]>;
  try {
    const done = await work();
    worker.postMessage('stop');
    const [counts] = await result;
    return [done, counts];
  } finally {
    await worker.terminate();
  }
}
