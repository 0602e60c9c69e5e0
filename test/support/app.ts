import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type App, createApp } from '../../src/app/app.ts';
import { buildServer } from '../../src/app/build-server.ts';
import type { Overrides } from '../../src/app/foundation.ts';
import { readSettings } from '../../src/app/settings.ts';
import { RemoteFailure, type RemoteFiles } from '../../src/outside/remote-files.ts';
import type { Settings } from '../../src/settings/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { checkAnswersAgainstDocument } from './check-answers.ts';
import { eventually } from './eventually.ts';
import { type IdentityServer, keys, startIdentityServer, users } from './identity-server.ts';
import { type Contents, makeDefaultDatabase } from './make-database.ts';

export interface TestAppOptions {
  settings?: Partial<Settings>;
  /** The contents of the new database. Default: tables without rows. */
  contents?: Contents;
  /** Receives every log line, parsed. Without this function the service logs nothing. */
  onLog?: (line: Record<string, unknown>) => void;
  /** Parts that the service uses in place of its own, such as the clock. */
  overrides?: Overrides;
}

/** The whole service on a temporary database, beside a fake identity service. Disposing removes all of it. */
export interface TestApp extends AsyncDisposable {
  readonly service: App;
  readonly server: FastifyInstance;
  readonly store: Store;
  readonly identity: IdentityServer;
  readonly settings: Settings;
  /** Sends a request; `key` goes into the `apikey` header. */
  send(method: string, path: string, options?: SendOptions): Promise<LightMyRequestResponse>;
  get(path: string, options?: SendOptions): Promise<LightMyRequestResponse>;
  /** Proposes a write through the v2 API as the requestor; returns the change id. */
  propose(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<number>;
  /** Approves changes as the approver; returns the batch id. */
  approve(...changeIds: number[]): Promise<number>;
  apply(...changeIds: number[]): Promise<void>;
  /** Proposes, approves and applies a write through the v2 API. */
  change(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<void>;
  /**
   * Resolves when the service has compressed its answers for all categories, which it does in the background.
   */
  settled(): Promise<void>;
  /** Repeats GET requests for a path until its answer is compressed. */
  compressed(path: string): Promise<void>;
  /** Proposes, approves and applies new records. */
  seed(category: string, ...records: Record<string, unknown>[]): Promise<void>;
}

interface SendOptions {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const v2 = '/api/model_references/v2';

// Set, so that beside a PostgreSQL database no key is made in the working directory.
const signingKeyFile = join(tmpdir(), 'modelref-tests.audit-key');

/** Fetches nothing, as on a machine without a network. */
export const unreachableService: RemoteFiles = {
  open: async ({ url }) => {
    throw new RemoteFailure('unreachable', `There is no network to ask for ${url}.`);
  },
};

/** Builds another HTTP server for a service, with other settings of what it answers. The caller closes it. */
export function serverWith({ service: { context } }: TestApp, settings: Partial<Settings>): FastifyInstance {
  return buildServer({ ...context, settings: { ...context.settings, ...settings } });
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database =
    options.settings?.databaseUrl === undefined ? await makeDefaultDatabase(options.contents) : null;
  const identity = await startIdentityServer();
  const { settings: defaults } = readSettings({
    MODELREF_REPLICATE_MODE: 'PRIMARY',
    ...(database && { MODELREF_DATABASE_URL: database.url }),
    MODELREF_AUTH_URL: identity.url,
    // A free one: the default port may be taken.
    MODELREF_PORT: '0',
    // No calls outside of loopback.
    MODELREF_PRIMARY_API_URL: 'none',
    MODELREF_ENABLE_GITHUB_FALLBACK: 'false',
    MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
    MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
    MODELREF_AUDIT_SIGNING_KEY_FILE: signingKeyFile,
  });
  const { onLog } = options;
  const settings: Settings = { ...defaults, logLevel: onLog ? 'info' : 'silent', ...options.settings };
  const service = await createApp(settings, {
    logTo: { write: (line) => onLog?.(JSON.parse(line) as Record<string, unknown>) },
    // No calls outside of loopback.
    remoteFiles: unreachableService,
    readyWhenEmpty: true,
    // A loaded machine may take longer than the limits of the product allow.
    identityTimeoutMs: 60_000,
    ...options.overrides,
    bounds: { writeDeadlineSeconds: 300, ...options.overrides?.bounds },
  });
  const { server, store } = service;
  checkAnswersAgainstDocument(server, settings.basePath, service.context.categories);
  const { catalog } = service.context;

  const send: TestApp['send'] = (method, path, { key, body, headers = {} } = {}) => {
    const request: InjectOptions = {
      method: method as 'GET',
      url: path,
      headers: { ...(key && { apikey: key }), ...headers },
    };
    if (typeof body === 'string' || Buffer.isBuffer(body)) request.payload = body;
    else if (body !== undefined) request.payload = body as object;
    return server.inject(request);
  };
  const ok = async (method: string, path: string, request: SendOptions, status: number) => {
    const answer = await send(method, path, request);
    if (answer.statusCode !== status) {
      throw new Error(`${method} ${path} answered ${answer.statusCode}: ${answer.body}`);
    }
    return answer.json();
  };

  const app: TestApp = {
    service,
    server,
    store,
    identity,
    settings,
    send,
    get: (path, request) => send('GET', path, request),
    propose: async (method, path, body) => {
      const change = await ok(method, v2 + path, { key: keys.requestor, body }, 202);
      return change.change_id as number;
    },
    approve: async (...changeIds) => {
      const body = { batch_title: 'a test batch', approved_ids: changeIds };
      const result = await ok('POST', `${v2}/pending_queue/batches`, { key: keys.approver, body }, 200);
      return result.batch_id as number;
    },
    apply: async (...changeIds) => {
      await ok(
        'POST',
        `${v2}/pending_queue/apply`,
        { key: keys.approver, body: { change_ids: changeIds } },
        200,
      );
    },
    change: async (...write) => {
      const id = await app.propose(...write);
      await app.approve(id);
      await app.apply(id);
    },
    seed: async (category, ...records) => {
      const ids: number[] = [];
      for (const record of records) ids.push(await app.propose('POST', `/${category}`, record));
      await app.approve(...ids);
      await app.apply(...ids);
    },
    settled: () => catalog.finishCompression(),
    compressed: (path) =>
      eventually(async () => {
        const answer = await app.get(path, { headers: { 'accept-encoding': 'br' } });
        if (!answer.headers['content-encoding']) throw new Error(`${path} is not compressed yet`);
      }),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await identity.close();
      await database?.remove();
    },
  };
  return app;
}
