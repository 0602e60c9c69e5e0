import createClient, { type Middleware } from 'openapi-fetch';
import { ApiError, apiError } from './errors.ts';
import { apiBase } from './place.ts';
import { noteAnswer, noteSilence } from './reachability.ts';
import type { paths } from './schema.ts';
import { askForKey, session } from './session.ts';
import type { CategoryName, CategoryParameter } from './types.ts';

/**
 * Reads that everybody may make go without the key, so that they stay cacheable; everything else carries it.
 */
const needsKey = /\/(?:pending_queue\/|me\/roles$|pending$)/;

const gatewayFailures = new Set([502, 504]);

/**
 * Whether the service still knows this key. A 401 alone does not say: it also means "known, but without the
 * role".
 */
async function stillKnown(key: string): Promise<boolean> {
  const answer = await fetch(`${apiBase}/model_references/v2/me/roles`, { headers: { apikey: key } });
  return answer.status !== 401;
}

const keyAndErrors: Middleware = {
  onRequest({ request }) {
    const { key } = session.get();
    const path = new URL(request.url).pathname;
    if (key !== null && (request.method !== 'GET' || needsKey.test(path))) request.headers.set('apikey', key);
    return request;
  },
  async onResponse({ request, response }) {
    if (gatewayFailures.has(response.status)) noteSilence();
    else noteAnswer();
    const sent = request.headers.get('apikey');
    if (response.status === 401 && sent !== null && sent === session.get().key && !(await stillKnown(sent))) {
      askForKey('expired');
    }
    return undefined;
  },
  onError({ error, request }) {
    if (request.signal.aborted) return undefined;
    noteSilence();
    return new ApiError(0, 'The registry does not answer.', [], error);
  },
};

/** Answers are asked for again each time, by their ETag: who has just applied a change sees it. */
export const api = createClient<paths>({ baseUrl: apiBase, cache: 'no-cache' });
api.use(keyAndErrors);

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * The body of a successful answer.
 * @throws ApiError for every other answer
 */
export async function unwrap<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (!response.ok) throw apiError(response.status, error);
  return data as T;
}

/** A category as a parameter: its name is checked by the service, not here. */
export function inCategory(category: CategoryName): { model_category_name: CategoryParameter } {
  return { model_category_name: category as CategoryParameter };
}
