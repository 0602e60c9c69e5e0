/** Requests through a proxy, each made once: an answer that is not the wanted one is thrown. */
import { keys } from '../../support/identity-server.ts';
import type { History } from '../crash/history.ts';

const v2 = '/api/model_references/v2';

interface Wanted {
  readonly method?: string;
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

/** @throws Error with what was answered when the status is another one, or with why nothing was */
async function ask(
  url: string,
  { method = 'GET', key, body, headers, status = 200 }: Wanted = {},
): Promise<{ text: string; etag: string }> {
  const began = Date.now();
  const said = () => `${method} ${url} after ${Date.now() - began} ms:`;
  const init: RequestInit = {
    method,
    headers: {
      ...headers,
      ...(key && { apikey: key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  };
  const answer = await fetch(url, init).catch(({ message, cause }: Error) => {
    throw new Error(`${said()} ${message} (${cause})`);
  });
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${said()} ${answer.status} ${text.slice(0, 300)}`);
  return { text, etag: answer.headers.get('etag') ?? '' };
}

/** Proposes, approves and applies a new model; gives back after each write that was answered as wanted. */
export async function* writeTurn(origin: string, history: History, model: string): AsyncGenerator<void> {
  const marker = `written for ${model}`;
  const jobId = `job-${model}`;
  const post = async (path: string, key: string, status: number, body: unknown) =>
    JSON.parse((await ask(origin + v2 + path, { method: 'POST', key, body, status })).text);
  const proposal = { name: model, description: marker };
  const { change_id: changeId } = await post('/clip', keys.requestor, 202, proposal);
  history.proposed({ changeId, model, operation: 'create', marker, jobId });
  yield;
  const batch = { batch_title: `batch of ${model}`, approved_ids: [changeId] };
  await post('/pending_queue/batches', keys.approver, 200, batch);
  history.reached(changeId, 'approved');
  yield;
  const apply = { change_ids: [changeId], job_id: jobId };
  const { applied_change_ids: applied } = await post('/pending_queue/apply', keys.approver, 200, apply);
  if (`${applied}` !== `${changeId}`) throw new Error(`the apply of ${changeId} applied ${applied}`);
  history.reached(changeId, 'applied');
  yield;
}

/** Reads of several kinds, of what the first write made. */
export const readTurns: readonly ((origin: string) => Promise<void>)[] = [
  (origin) => shows(`${origin}${v2}/clip`, 'first/0'),
  (origin) => shows(`${origin}${v2}/clip/model/first%2F0`, 'written for first/0'),
  (origin) => shows(`${origin}/api/model_references/v1/clip`, 'first/0'),
  (origin) => shows(`${origin}${v2}/find?q=first`, 'first/0'),
  (origin) => shows(`${origin}${v2}/pending_queue/changes?limit=3`, '"change_id"', keys.approver),
  async (origin) => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'javascript',
      forwarded: 'host=evil.example',
    };
    const { text } = await ask(`${origin}/api/feeds/batches.atom`, { headers });
    if (!text.includes(`${origin}/api/feeds`) || text.includes('evil')) throw new Error(`links: ${text}`);
  },
  async (origin) => {
    const url = `${origin}${v2}/clip/model/first%2F0`;
    const { etag } = await ask(url, { method: 'HEAD' });
    await ask(url, { headers: { 'if-none-match': etag }, status: 304 });
  },
];

async function shows(url: string, part: string, key?: string): Promise<void> {
  const { text } = await ask(url, key === undefined ? {} : { key });
  if (!text.includes(part)) throw new Error(`${url} lacks ${part}: ${text.slice(0, 200)}`);
}
