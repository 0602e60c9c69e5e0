import { appendFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { createOpenApiDocument } from '../../src/app/openapi.ts';
import type { Categories } from '../../src/records/categories/index.ts';
import { type DocumentCheck, documentCheck, notInDocument } from './document-check.ts';

/**
 * Path of the file to which the results of comparisons are appended, from the variable ANSWERS_FIT. If it is
 * undefined, nothing is compared. The file gets a line of JSON for each answer to a request that the OpenAPI
 * document describes: method, URL, status, and `wrong`, which tells the difference or is null.
 */
const file = process.env.ANSWERS_FIT;

/**
 * Makes the app's `inject` compare every answer with the app's OpenAPI document, and add the result to the
 * file. Does nothing if ANSWERS_FIT is not set.
 */
export function checkAnswersAgainstDocument(
  server: FastifyInstance,
  basePath: string,
  categories: Categories,
): void {
  if (file === undefined) return;
  const inject = server.inject.bind(server) as (request: unknown) => Promise<LightMyRequestResponse>;
  let check: DocumentCheck | undefined;
  const watched = async (request: { method?: string; url?: string } | string) => {
    const answer = await inject(request);
    const { method = 'GET', url: sentUrl = '' } = typeof request === 'string' ? { url: request } : request;
    // `inject` resolves `..` in a path, as clients do.
    const { pathname, search } = new URL(sentUrl, 'http://localhost');
    const url = pathname + search;
    check ??= documentCheck(JSON.stringify(await createOpenApiDocument({ basePath }, categories)), basePath);
    const { statusCode: status, headers, rawPayload } = answer;
    const empty = rawPayload.length === 0;
    const json = () => JSON.parse(decoded(rawPayload, headers['content-encoding'])) as unknown;
    const wrong = check(method, url, { status, headers, empty, json });
    if (wrong !== notInDocument) appendFileSync(file, `${JSON.stringify({ method, url, status, wrong })}\n`);
    return answer;
  };
  server.inject = watched as typeof server.inject;
}

/** Returns the text of a body that may be compressed. */
export function decoded(bytes: Buffer, encoding: unknown): string {
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return bytes.toString();
}
