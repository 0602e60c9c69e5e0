import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createInputError, type FieldProblem } from '../../kernel/errors.ts';
import { findKey } from '../../records/files/address-keys.ts';
import { findUnstorable } from '../../records/unstorable.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Replaces Fastify's body parsers by one that accepts only JSON, and refuses JSON that the database cannot
 * store exactly.
 */
export function acceptJsonBodies(server: FastifyInstance): void {
  // Several clients send a content type without a body. For example, `curl -d ''` sends the content type of
  // forms. Fastify would refuse such requests.
  server.addHook('onRequest', (request, _reply, done) => {
    if (hasNoBody(request.headers)) delete request.headers['content-type'];
    done();
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json(?:;|$)/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => (request.is404 ? undefined : parseJsonBody(bytes)),
  );
}

function hasNoBody({
  'content-length': length,
  'transfer-encoding': transferEncoding,
}: IncomingHttpHeaders): boolean {
  return transferEncoding === undefined && (length === undefined || length === '0');
}

/**
 * Parses a JSON body; returns undefined if it is empty.
 *
 * @throws RegistryError invalid_input for malformed JSON, and for JSON that the store would not return
 *   unchanged
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw createInputError([createJsonProblem(0, 'The body is not valid UTF-8')]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON';
    const offset = Number(/position (\d+)/.exec(reason)?.[1] ?? text.length);
    // The reason quotes the text around the error, which may contain a key.
    throw createInputError([createJsonProblem(offset, findKey(text) === null ? reason : 'not JSON')]);
  }
  const problem = findUnstorable(value);
  if (problem) {
    const { type, msg, path } = problem;
    throw createInputError([{ type, msg, loc: ['body', ...path] }]);
  }
  return value;
}

function createJsonProblem(offset: number, reason: string): FieldProblem {
  return {
    type: 'json_invalid',
    loc: ['body', offset],
    msg: 'JSON decode error',
    input: {},
    ctx: { error: reason },
  };
}
