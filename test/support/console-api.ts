import type { ConsoleUnderTest } from './console.ts';
import { keys } from './identity-server.ts';

/** Shortcuts to the API of the service under test, for steps that a test does not do in the browser. */
export interface ConsoleApi {
  send(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<{ status: number; body: unknown }>;
  /** The live record of the image model `Picture Model <number>`. */
  recordOf(number: number): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Proposes, as the requestor or with another key, other values for fields of that model, or a description
   * that no proposal had before. Returns the id of the change.
   */
  edit(number: number, fields?: object, key?: string): Promise<number>;
  /** Approves changes, and returns the number of their batch. */
  approve(...changeIds: number[]): Promise<number>;
  statusOf(changeId: number): Promise<string>;
  /** All changes of a model in the queue, oldest first. */
  changesOf(name: string): Promise<QueuedChange[]>;
  /** Approves and applies a change. */
  apply(changeId: number): Promise<void>;
  reject(changeId: number, reason: string): Promise<void>;
  /** Empties the queue of the changes that earlier tests, or earlier attempts at the same test, left open. */
  emptyQueue(): Promise<void>;
}

interface QueuedChange {
  readonly change_id: number;
  readonly operation: string;
  readonly status: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const pathOf = (number: number) => `/image_generation/model/Picture%20Model%20${number}`;

/** Sends a request to the API under `/model_references/v2`. */
async function request(site: ConsoleUnderTest, method: string, path: string, body: unknown, key: string) {
  const answer = await fetch(`${site.origin}/api/model_references/v2${path}`, {
    method,
    headers: { apikey: key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

/**
 * Sends a request as the requestor, or with another key, and returns the body of the answer.
 * @throws Error when the answer is no success
 */
export async function send<T = { change_id: number }>(
  site: ConsoleUnderTest,
  method: string,
  path: string,
  body?: unknown,
  key: string = keys.requestor,
): Promise<T> {
  const answer = await request(site, method, path, body, key);
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export function consoleApi(site: ConsoleUnderTest): ConsoleApi {
  const ok = <T>(method: string, path: string, body?: unknown) =>
    send<T>(site, method, path, body, keys.approver);
  const decide = <T>(decision: object) =>
    ok<T>('POST', '/pending_queue/batches', { batch_title: 'A batch', ...decision });
  const recordOf = (number: number) => ok<Record<string, unknown>>('GET', pathOf(number));
  return {
    send: (method, path, body, key = keys.approver) => request(site, method, path, body, key),
    recordOf,
    edit: async (number, fields = { description: crypto.randomUUID() }, key = keys.requestor) => {
      const record = { ...(await recordOf(number)), ...fields };
      return (await send(site, 'PUT', pathOf(number), record, key)).change_id;
    },
    approve: async (...changeIds) =>
      (await decide<{ batch_id: number }>({ approved_ids: changeIds })).batch_id,
    statusOf: async (changeId) =>
      (await ok<{ status: string }>('GET', `/pending_queue/changes/${changeId}`)).status,
    changesOf: async (name) => {
      const query = new URLSearchParams({ model_name: name });
      const { items } = await ok<{ items: QueuedChange[] }>('GET', `/pending_queue/changes?${query}`);
      return items;
    },
    apply: async (changeId) => {
      await decide({ approved_ids: [changeId] });
      await ok('POST', '/pending_queue/apply', { change_ids: [changeId] });
    },
    reject: async (changeId, reason) => {
      await decide({ rejected_ids: [changeId], reject_reason: reason });
    },
    emptyQueue: async () => {
      await ok('POST', '/pending_queue/purge', { purge_all: true });
    },
  };
}
