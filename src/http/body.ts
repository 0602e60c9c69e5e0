import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FieldProblem, invalidInput } from '../registry/errors.ts';
import { limits } from './limits.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Replaces Fastify's body parsers: JSON only, and only JSON that can be stored as it is. */
export function acceptJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json(?:;|$)/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => (request.is404 ? undefined : parseJsonBody(bytes)),
  );
}

/**
 * The value of a JSON body; undefined when it is empty.
 * @throws RegistryError invalid_input for broken JSON, and for JSON that would not come back from the store as it went in
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw invalidInput([notJson(0, 'The body is not valid UTF-8')]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON';
    throw invalidInput([notJson(Number(/position (\d+)/.exec(reason)?.[1] ?? text.length), reason)]);
  }
  const problem = unstorable(value);
  if (problem) throw invalidInput([problem]);
  return value;
}

function notJson(offset: number, reason: string): FieldProblem {
  return {
    type: 'json_invalid',
    loc: ['body', offset],
    msg: 'JSON decode error',
    input: {},
    ctx: { error: reason },
  };
}

/**
 * The first thing in a JSON value that no record can hold: keys that reach for prototypes, numbers beyond the range of a double, lone
 * surrogates and U+0000 (the databases cannot keep them), nesting that would exhaust the stack. Null when there is none.
 */
function unstorable(root: unknown): FieldProblem | null {
  const open: { value: unknown; loc: (string | number)[] }[] = [{ value: root, loc: ['body'] }];
  for (let item = open.pop(); item; item = open.pop()) {
    const { value, loc } = item;
    if (typeof value === 'string') {
      const wrong = unstorableText(value);
      if (wrong) return { type: 'string_unicode', loc, msg: wrong };
    } else if (typeof value === 'number' && !Number.isFinite(value)) {
      return { type: 'finite_number', loc, msg: 'Input should be a finite number' };
    } else if (typeof value === 'object' && value !== null) {
      if (loc.length > limits.bodyDepth) {
        return {
          type: 'value_error',
          loc: loc.slice(0, 5),
          msg: `Value error, nested deeper than ${limits.bodyDepth} levels`,
        };
      }
      for (const [key, child] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
        if (key === '__proto__' || (key === 'constructor' && hasOwnPrototype(child))) {
          return { type: 'extra_forbidden', loc: [...loc, key], msg: `The key '${key}' is not permitted` };
        }
        const wrong = typeof key === 'string' ? unstorableText(key) : null;
        if (wrong) return { type: 'string_unicode', loc, msg: wrong };
        open.push({ value: child, loc: [...loc, key] });
      }
    }
  }
  return null;
}

function unstorableText(text: string): string | null {
  if (!text.isWellFormed())
    return 'Input should be a valid string, unable to parse raw data as a unicode string';
  return text.includes('\0') ? 'Input should be a string without the character U+0000' : null;
}

function hasOwnPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}
