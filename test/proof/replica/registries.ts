import { type App, createApp } from '../../../src/app/app.ts';
import type { Overrides } from '../../../src/app/foundation.ts';
import { readSettings } from '../../../src/app/settings.ts';
import { categories } from '../../../src/records/categories/index.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { nobodyThere } from '../../support/app.ts';

/** A service on loopback whose settings say everything. Its log lines are kept. */
export interface Registry extends AsyncDisposable {
  readonly app: App;
  readonly url: string;
  readonly port: number;
  readonly logs: readonly string[];
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const user = { userId: '1', username: 'Somebody#1' };

export async function startRegistry(
  settings: Partial<Settings>,
  overrides: Overrides = {},
): Promise<Registry> {
  const { settings: defaults } = readSettings({
    MODELREF_REPLICATE_MODE: 'PRIMARY',
    MODELREF_AUTH_URL: 'http://127.0.0.1:9/api',
    MODELREF_PRIMARY_API_URL: 'none',
    MODELREF_ENABLE_GITHUB_FALLBACK: 'false',
    MODELREF_PENDING_QUEUE__APPROVER_IDS: user.userId,
  });
  const logs: string[] = [];
  const app = await createApp(
    { ...defaults, port: 0, accessLog: 'off', ...settings },
    {
      identity: { authenticate: async () => user },
      remoteFiles: nobodyThere,
      logTo: { write: (line) => void logs.push(line) },
      ...overrides,
    },
  );
  const origin = await app.listen();
  return {
    app,
    logs,
    url: `${origin}/api`,
    port: Number(new URL(origin).port),
    get: async (url, headers = {}) => {
      const { statusCode: status, headers: given, body } = await app.server.inject({ url, headers });
      return { status, headers: given, body };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

export const v2 = '/api/model_references/v2';

/** Proposes, approves and applies one write through the API of a primary. */
export async function write(
  { app }: Registry,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
): Promise<void> {
  const headers = { apikey: 'a-key' };
  const send = async (verb: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
    const answer = await app.server.inject({ method: verb, url, headers, ...(body && { payload: body }) });
    if (answer.statusCode >= 300)
      throw new Error(`${verb} ${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json() as { change_id: number };
  };
  const { change_id } = await send(method, v2 + path, payload);
  await send('POST', `${v2}/pending_queue/batches`, { batch_title: 'a batch', approved_ids: [change_id] });
  await send('POST', `${v2}/pending_queue/changes/${change_id}/apply`, {});
}

/** All that readers of the categories' bodies get, of both versions. */
export async function served(registry: Registry): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const { name } of categories) {
    for (const version of ['v1', 'v2']) {
      const path = `/api/model_references/${version}/${name}`;
      const { status, headers, body } = await registry.get(path);
      all[`${version}/${name}`] = { status, etag: headers.etag, body };
    }
  }
  return all;
}
