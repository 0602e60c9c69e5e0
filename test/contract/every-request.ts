import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { declareApiEndpoints } from '../../src/app/endpoints.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { isOperation, type Operation } from '../../src/serving/routing/endpoint.ts';
import { categoryNames, usualCategories } from '../support/categories.ts';
import { keys } from '../support/identity-server.ts';
import { readPath } from './read-routes.ts';
import { pathOf, routes } from './write-routes.ts';

export interface ApiRequest {
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

/** Each category has operations of its own, all made in one way. These two stand for all. */
const examples = ['clip', 'text_generation'];
const ofOthers = new RegExp(
  `/v[12]/(${categoryNames.filter((name) => !examples.includes(name)).join('|')})(/|$)`,
);

/** A valid request to each operation of the API. Its key is an approver's, who may everything. */
export const everyRequest: readonly ApiRequest[] = declareApiEndpoints(usualCategories)
  .filter(isOperation)
  .filter(({ path }) => !ofOthers.test(path))
  .map((operation) => {
    const { id, method } = operation;
    const route = routes[id];
    const url = route ? pathOf(operation, route) : readPath(operation) + requiredQuery(operation);
    return { method: method.toUpperCase(), url, body: route ? route.body : bodies[id] };
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

/** An answer; of a stream of events, `text` is empty. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends a request on a connection of its own. Returns the error when the answer is cut off, or does not come
 * within a minute.
 *
 * @param headers further headers
 */
export async function ask(
  origin: string,
  { method, url, body }: ApiRequest,
  headers: Record<string, string> = {},
): Promise<Answer | Error> {
  const request = openRequest(origin + url, {
    method,
    agent: false,
    signal: AbortSignal.timeout(60_000),
    headers: { ...headersOf(body), ...headers },
  });
  try {
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    request.end(body && JSON.stringify(body));
    const [response] = await answered;
    const { statusCode: status = 0, headers: received } = response;
    let text = '';
    if (received['content-type'] !== 'text/event-stream')
      for await (const piece of response.setEncoding('utf8')) text += piece;
    return { status, headers: received, text };
  } catch (error) {
    return error as Error;
  } finally {
    request.on('error', () => {}).destroy();
  }
}

/**
 * Sends a request, and closes the connection: as soon as the request is sent, or at the first bytes of the
 * answer.
 */
export async function leave(
  origin: string,
  { method, url, body }: ApiRequest,
  when: 'after the request' | 'in the answer',
): Promise<void> {
  const { hostname, port } = new URL(origin);
  const text = body ? JSON.stringify(body) : '';
  const headers = { host: hostname, 'content-length': String(Buffer.byteLength(text)), ...headersOf(body) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const client = connect(Number(port), hostname);
  const closed = new Promise((resolve) => client.once('close', resolve));
  client.on('error', () => {});
  client.write(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n${text}`, () => {
    if (when === 'after the request') client.destroy();
    else client.once('data', () => client.destroy());
  });
  await closed;
}

function headersOf(body: JsonObject | undefined): Record<string, string> {
  return { apikey: keys.approver, ...(body && { 'content-type': 'application/json' }) };
}
