/**
 * Clients that propose, approve, reject and apply, each with models of its own, and remember every answer;
 * readers beside them. They go on until they are told to stop; a request that is not answered ends a client's
 * turn, not the client.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { keys } from '../../support/identity-server.ts';
import { call, category, Refused } from './client.ts';
import type { History, Operation } from './history.ts';

export interface Traffic {
  /** Resolves when no request is under way. */
  stop(): Promise<void>;
}

const clients = 4;
const modelsOfClient = 7;

/** Numbers that are given out once in a run, over all restarts. */
export type Serial = () => number;

/** @param live the category as it is now: name → description; followed as the clients write */
export function startTraffic(
  url: string,
  history: History,
  next: Serial,
  live: ReadonlyMap<string, string | undefined>,
): Traffic {
  let stopped = false;
  const known = new Map(live);
  const goOn = async (turn: () => Promise<void>): Promise<void> => {
    while (!stopped) {
      try {
        await turn();
      } catch (error) {
        if (error instanceof Refused && error.status >= 500) history.failed(error.message);
        // Nobody listens any more, or the write is one that makes no sense now.
        await pause(1);
      }
    }
  };
  const running = [
    ...Array.from({ length: clients }, (_, client) =>
      goOn(() => writerTurn(url, history, `c${client}`, next, known)),
    ),
    goOn(() => readerTurn(url)),
  ];
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}

/**
 * Proposes something for one to three models, decides on it, applies it in one call, and sometimes asks for
 * the same once more.
 */
async function writerTurn(
  url: string,
  history: History,
  client: string,
  next: Serial,
  live: Map<string, string | undefined>,
): Promise<void> {
  const queue = `${url}/api/model_references/v2/pending_queue`;
  const serial = next();
  const jobId = `job-${serial}`;
  const proposed: { changeId: number; model: string; operation: Operation; marker: string }[] = [];
  for (let i = 0; i <= serial % 3; i += 1) {
    const model = `${client}/model-${(serial + i) % modelsOfClient}`;
    const marker = `written by ${serial}`;
    const operation = live.has(model) ? (serial % 5 === 0 ? 'delete' : 'update') : 'create';
    const changeId = await propose(url, model, operation, marker);
    const change = { changeId, model, operation, marker } as const;
    history.proposed({ ...change, jobId });
    proposed.push(change);
  }
  const changeIds = proposed.map(({ changeId }) => changeId);
  const rejects = serial % 7 === 0;
  await call('POST', `${queue}/batches`, keys.approver, {
    batch_title: `batch of ${client}`,
    [rejects ? 'rejected_ids' : 'approved_ids']: changeIds,
  });
  for (const id of changeIds) history.reached(id, rejects ? 'rejected' : 'approved');
  if (rejects) return;
  const apply = () => call('POST', `${queue}/apply`, keys.approver, { change_ids: changeIds, job_id: jobId });
  await apply();
  for (const { changeId, model, operation, marker } of proposed) {
    history.reached(changeId, 'applied');
    if (operation === 'delete') live.delete(model);
    else live.set(model, marker);
  }
  if (serial % 4 === 0) await apply();
}

async function propose(url: string, model: string, operation: Operation, marker: string): Promise<number> {
  const base = `${url}/api/model_references/v2/${category}`;
  const path = `${base}/model/${encodeURIComponent(model)}`;
  const body = { name: model, description: marker };
  const answer =
    operation === 'create'
      ? await call('POST', base, keys.requestor, body)
      : operation === 'update'
        ? await call('PUT', path, keys.requestor, body)
        : await call('DELETE', path, keys.requestor);
  return (answer as { change_id: number }).change_id;
}

async function readerTurn(url: string): Promise<void> {
  for (const version of ['v1', 'v2']) {
    const answer = await fetch(`${url}/api/model_references/${version}/${category}`);
    await answer.arrayBuffer();
    await pause(5);
  }
}
