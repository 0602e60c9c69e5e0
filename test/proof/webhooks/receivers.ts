import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '../../../src/app/app.ts';
import { readSettings } from '../../../src/app/settings.ts';
import { keys, startIdentityServer, users } from '../../support/identity-server.ts';

const habits = ['answers', 'answers too', 'hangs', 'drips', 'answers 500'] as const;
type Habit = (typeof habits)[number];

export interface ReceiversResult {
  readonly events: number;
  readonly receivers: readonly {
    readonly habit: Habit;
    /** Ids in the order in which they came, repetitions included. */
    readonly ids: readonly number[];
    /** From the answer to the proposal to the arrival of its event, the longest, in milliseconds. */
    readonly slowestMs: number;
  }[];
}

/**
 * Runs a service with five webhook targets of which three never take anything, and proposes.
 *
 * @param proposals how many; each makes one event
 * @param everyMs between two
 * @param patienceMs how long the healthy receivers may need for what is left at the end
 */
export async function runReceivers({
  proposals,
  everyMs,
  patienceMs,
}: {
  proposals: number;
  everyMs: number;
  patienceMs: number;
}): Promise<ReceiversResult> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'modelref-receivers-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const identity = await startIdentityServer();
  undo.defer(() => identity.close());
  const receivers = [];
  for (const habit of habits) receivers.push(undo.adopt(await startReceiver(habit), (each) => each.close()));
  const { settings } = readSettings({
    MODELREF_REPLICATE_MODE: 'PRIMARY',
    MODELREF_DATABASE_URL: `sqlite:${join(folder, 'registry.db')}`,
    MODELREF_AUTH_URL: identity.url,
    MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
    MODELREF_WEBHOOKS: JSON.stringify(
      receivers.map(({ url }) => ({ url, secret: 'a secret of some length' })),
    ),
    MODELREF_WEBHOOKS_ALLOW_PRIVATE: 'true',
    MODELREF_LOG_LEVEL: 'silent',
  });
  const app = undo.use(await createApp(settings));
  const answered = new Map<number, number>();
  for (let number = 1; number <= proposals; number += 1) {
    const answer = await app.server.inject({
      method: 'POST',
      url: '/api/model_references/v2/clip',
      headers: { apikey: keys.requestor },
      payload: { name: `model ${number}`, description: 'x' },
    });
    if (answer.statusCode !== 202)
      throw new Error(`a proposal was answered ${answer.statusCode}: ${answer.body}`);
    answered.set(number, performance.now());
    await pause(everyMs);
  }
  const deadline = performance.now() + patienceMs;
  const healthy = receivers.filter(({ habit }) => habit.startsWith('answers') && habit !== 'answers 500');
  while (healthy.some(({ arrivals }) => arrivals.size < proposals) && performance.now() < deadline) {
    await pause(10);
  }
  return {
    events: proposals,
    receivers: receivers.map(({ habit, ids, arrivals }) => ({
      habit,
      ids,
      slowestMs: Math.max(
        0,
        ...[...answered].map(([id, at]) => (arrivals.get(id) ?? Number.POSITIVE_INFINITY) - at),
      ),
    })),
  };
}

async function startReceiver(habit: Habit) {
  const ids: number[] = [];
  const arrivals = new Map<number, number>();
  const dripping = new Set<NodeJS.Timeout>();
  const server = createServer(async (request, response) => {
    try {
      for await (const _ of request);
    } catch {
      return;
    }
    const id = Number(request.headers['modelref-event-id']);
    ids.push(id);
    if (!arrivals.has(id)) arrivals.set(id, performance.now());
    answer(habit, response, dripping);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    habit,
    ids,
    arrivals,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      for (const timer of dripping) clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(habit: Habit, response: ServerResponse, dripping: Set<NodeJS.Timeout>): void {
  if (habit === 'hangs') return;
  if (habit === 'answers 500') response.writeHead(500);
  if (habit !== 'drips') {
    response.end();
    return;
  }
  // A head that never ends, one byte at a time.
  response.socket?.write('HTTP/1.1 200 OK\r\nx: ');
  const timer = setInterval(() => response.socket?.write('x'), 200);
  dripping.add(timer);
  response.on('close', () => clearInterval(timer));
}
