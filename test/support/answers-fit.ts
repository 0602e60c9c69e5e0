import { appendFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { buildOpenApiDocument } from '../../src/app/openapi.ts';
import { type DocumentCheck, documentCheck, notOfTheDocument } from './document-check.ts';

/**
 * Name of the file of findings, from ANSWERS_FIT. If it is set, every answer of a test app to `inject` is
 * compared with that app's OpenAPI document, and the file gets a line of JSON for each answer that the
 * document describes.
 */
const file = process.env.ANSWERS_FIT;

/** Compares the app's answers with its OpenAPI document, if ANSWERS_FIT is set. */
export function holdAnswersAgainstDocument(server: FastifyInstance, basePath: string): void {
  if (file === undefined) return;
  const inject = server.inject.bind(server) as (request: unknown) => Promise<LightMyRequestResponse>;
  let check: DocumentCheck | undefined;
  const watched = async (request: { method?: string; url?: string } | string) => {
    const answer = await inject(request);
    const { method = 'GET', url = '' } = typeof request === 'string' ? { url: request } : request;
    check ??= documentCheck(JSON.stringify(buildOpenApiDocument({ basePath })), basePath);
    const { statusCode: status, headers, rawPayload } = answer;
    const empty = rawPayload.length === 0;
    const json = () => JSON.parse(decoded(rawPayload, headers['content-encoding'])) as unknown;
    const wrong = check(method, url, { status, headers, empty, json });
    if (wrong !== notOfTheDocument)
      appendFileSync(file, `${JSON.stringify({ method, url, status, wrong })}\n`);
    return answer;
  };
  server.inject = watched as typeof server.inject;
}

function decoded(bytes: Buffer, encoding: unknown): string {
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return bytes.toString();
}
