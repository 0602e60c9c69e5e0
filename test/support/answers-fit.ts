import { appendFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

/**
 * With ANSWERS_FIT=<file>, every answer that a test app gives to `inject` is held against the OpenAPI document of
 * that app: its status, its media type, its body. What does not fit is written there, a line of JSON each.
 */
const file = process.env.ANSWERS_FIT;

interface Described {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
}
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

type Check = (method: string, url: string, answer: LightMyRequestResponse) => string | null;

/** Lets the app's answers be looked at, where that was asked for. */
export function holdAnswersAgainstDocument(server: FastifyInstance, basePath: string): void {
  if (file === undefined) return;
  const inject = server.inject.bind(server) as (request: unknown) => Promise<LightMyRequestResponse>;
  let check: Check | undefined;
  const watched = async (request: { method?: string; url?: string } | string) => {
    const answer = await inject(request);
    const { method = 'GET', url = '' } = typeof request === 'string' ? { url: request } : request;
    check ??= checkOf((await inject(`${basePath}/openapi.json`)).body, basePath);
    const wrong = check(method, url, answer);
    const { statusCode: status } = answer;
    if (wrong !== 'not of the document')
      appendFileSync(file, `${JSON.stringify({ method, url, status, wrong })}\n`);
    return answer;
  };
  server.inject = watched as typeof server.inject;
}

const checks = new Map<string, Check>();

function checkOf(text: string, basePath: string): Check {
  const known = checks.get(text) ?? makeCheck(JSON.parse(text) as ApiDocument, basePath);
  checks.set(text, known);
  return known;
}

function makeCheck(document: ApiDocument, basePath: string): Check {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', ...document });
  const compiled = new Map<object, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const known =
      compiled.get(schema) ??
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')));
    compiled.set(schema, known);
    return known;
  };
  // Of several that fit, the one is meant that says most in words of its own.
  const ownWords = (path: string) => path.replace(/\{[^}]+\}/g, '').length;
  const paths = Object.keys(document.paths)
    .sort((a, b) => ownWords(b) - ownWords(a))
    .map((path) => [pathPattern(path), document.paths[path]] as const);

  const unfit = (operation: Described, answer: LightMyRequestResponse): string | null => {
    const { statusCode: status, headers, rawPayload } = answer;
    const described = operation.responses[status] ?? operation.responses.default;
    if (!described) return `the status is not listed; the body: ${answer.body.slice(0, 300)}`;
    if (rawPayload.length === 0) return null;
    const [type = ''] = String(headers['content-type']).split(';');
    const content = described.content?.[type];
    if (!content) return `the type '${type}' is not listed`;
    if (type !== 'application/json' || !content.schema) return null;
    const validate = validatorOf(content.schema);
    const fits = validate(JSON.parse(decoded(rawPayload, headers['content-encoding'])));
    return fits ? null : `the body does not fit: ${ajv.errorsText(validate.errors).slice(0, 500)}`;
  };

  return (method, url, answer) => {
    const [path = ''] = url.replace(/^https?:\/\/[^/]+/, '').split(/[?#]/);
    const inside = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
    // Names may look like the end of another path: then either may be meant.
    const wrong = paths
      .filter(([pattern]) => pattern.test(inside))
      .map(([, operations]) => operations?.[method === 'HEAD' ? 'get' : method.toLowerCase()])
      .filter((operation) => operation !== undefined)
      .map((operation) => unfit(operation, answer));
    return wrong.length === 0 ? 'not of the document' : wrong.includes(null) ? null : (wrong[0] ?? null);
  };
}

/** Names of models take slashes as well. */
function pathPattern(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const ending = escaped.replace(/(?<=model\/)\{[^}]+\}/, '.+');
  return new RegExp(`^${ending.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

function decoded(bytes: Buffer, encoding: unknown): string {
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return bytes.toString();
}
