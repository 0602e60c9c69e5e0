import { once } from 'node:events';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { apiEndpoints } from '../../src/app/endpoints.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { isOperation, type Operation } from '../../src/serving/routing/endpoint.ts';
import { keys } from '../support/identity-server.ts';
import { readPath } from './read-routes.ts';
import { pathOf, routes } from './write-routes.ts';

export interface ApiRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly body: JsonObject | undefined;
}

/** Values of the query parameters that some reads require. */
const queries: Readonly<Record<string, string>> = {
  change_ids: 'change_ids=1',
  name: 'name=live',
};

/** Bodies of the operations that are neither reads nor in the table of writes. */
const bodies: Readonly<Record<string, JsonObject>> = {
  compose_name_model_references_v2_text_generation_compose_name_post: { base: 'a' },
};

/** A valid request to each operation of the API. Its key is an approver's, who may everything. */
export const everyRequest: readonly ApiRequest[] = apiEndpoints.filter(isOperation).map((operation) => {
  const { id, method } = operation;
  const route = routes[id];
  const url = route ? pathOf(operation, route) : readPath(operation) + requiredQuery(operation);
  return { id, method: method.toUpperCase(), url, body: route ? route.body : bodies[id] };
});

function requiredQuery({ query }: Operation): string {
  const required = Object.entries((query as { shape?: object } | undefined)?.shape ?? {}).flatMap(
    ([name, schema]) =>
      (schema as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success
        ? []
        : (queries[name] ?? `${name}=1`),
  );
  return required.length === 0 ? '' : `?${required.join('&')}`;
}

/** When a client closes its connection: as soon as it has sent its request, or at the first bytes of the answer. */
export type Leaving = 'after the request' | 'in the answer';

/**
 * Sends a request on a connection of its own. Gives the status and the body of the answer; of a stream of
 * events only the status. Gives the error when the answer is cut off, or does not come within a minute; null
 * when the client left.
 */
export async function ask(
  origin: string,
  { method, url, body }: ApiRequest,
  { headers = {}, leaves }: { headers?: Record<string, string>; leaves?: Leaving } = {},
): Promise<{ status: number; text: string } | Error | null> {
  const request = openRequest(origin + url, {
    method,
    agent: false,
    signal: AbortSignal.timeout(60_000),
    headers: { apikey: keys.approver, ...(body && { 'content-type': 'application/json' }), ...headers },
  });
  const answer = once(request, 'response') as Promise<[IncomingMessage]>;
  try {
    request.end(body && JSON.stringify(body));
    if (leaves === 'after the request') {
      answer.catch(() => {});
      await once(request, 'finish');
      request.destroy();
      return null;
    }
    const [response] = await answer;
    const status = response.statusCode ?? 0;
    if (leaves) return null;
    if (response.headers['content-type'] === 'text/event-stream') return { status, text: '' };
    let text = '';
    for await (const piece of response.setEncoding('utf8')) text += piece;
    return { status, text };
  } catch (error) {
    return error as Error;
  } finally {
    request.on('error', () => {});
    request.destroy();
  }
}
