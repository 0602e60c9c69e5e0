import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { inFull } from './openapi-document.ts';

/** The parts of an answer that are compared with the document, however the request was sent. */
export interface ReceivedAnswer {
  readonly status: number;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly empty: boolean;
  /** The parsed body; called only if the document says that the body is JSON. */
  readonly json: () => unknown;
}

interface Described {
  readonly responses: Readonly<Record<string, DescribedAnswer>>;
}
interface DescribedAnswer {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema?: object }>>;
}
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/**
 * Compares an answer with the OpenAPI document: its status, media type, headers and body. Returns a text that
 * tells the difference; null when there is none; `notInDocument` when the document does not describe
 * requests to the URL.
 *
 * @param url the requested URL; its origin and query do not matter
 */
export type DocumentCheck = (
  method: string,
  url: string,
  answer: ReceivedAnswer,
) => string | null | typeof notInDocument;

export const notInDocument = 'not of the document';

const checks = new Map<string, DocumentCheck>();

/**
 * Returns the function that compares answers with an OpenAPI document. It is made once for each document.
 *
 * @param text the document as JSON, as the service serves it
 */
export function documentCheck(text: string, basePath: string): DocumentCheck {
  const known = checks.get(text) ?? makeCheck(inFull(JSON.parse(text) as ApiDocument), basePath);
  checks.set(text, known);
  return known;
}

function makeCheck(document: ApiDocument, basePath: string): DocumentCheck {
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
  // Where several paths fit, the one with the longest fixed text is meant.
  const ownWords = (path: string) => path.replace(/\{[^}]+\}/g, '').length;
  const paths = Object.keys(document.paths)
    .sort((a, b) => ownWords(b) - ownWords(a))
    .map((path) => [pathPattern(path), document.paths[path]] as const);

  const wrongHeader = ({ headers: described = {} }: DescribedAnswer, { headers }: ReceivedAnswer) => {
    for (const [name, { required, schema }] of Object.entries(described)) {
      const value = headers[name.toLowerCase()];
      if (value === undefined && required) return `the header ${name} is missing`;
      if (value === undefined || !schema) continue;
      const validate = validatorOf(schema);
      // A header is always a text; its schema may be a number's.
      if (![value, Number(value)].some((one) => validate(one))) return `the header ${name} is '${value}'`;
    }
    return null;
  };

  const unfit = (operation: Described, answer: ReceivedAnswer): string | null => {
    const { status, headers } = answer;
    const described = operation.responses[status] ?? operation.responses.default;
    if (!described) return 'the status is not listed';
    const wrong = wrongHeader(described, answer);
    if (wrong !== null) return wrong;
    if (answer.empty) return null;
    const type = bareType(String(headers['content-type']));
    const [, content] = Object.entries(described.content ?? {}).find(([of]) => bareType(of) === type) ?? [];
    if (!content) return `the type '${type}' is not listed`;
    if (type !== 'application/json' || !content.schema) return null;
    const validate = validatorOf(content.schema);
    return validate(answer.json())
      ? null
      : `the body does not fit: ${ajv.errorsText(validate.errors).slice(0, 500)}`;
  };

  return (method, url, answer) => {
    const [path = ''] = url.replace(/^https?:\/\/[^/]+/, '').split(/[?#]/);
    if (!path.startsWith(`${basePath}/`)) return notInDocument;
    const inside = path.slice(basePath.length);
    // A model's name may look like the end of another path: then either operation may be meant.
    const wrong = paths
      .filter(([pattern]) => pattern.test(inside))
      .map(([, operations]) => operations?.[method === 'HEAD' ? 'get' : method.toLowerCase()])
      .filter((operation) => operation !== undefined)
      .map((operation) => unfit(operation, answer));
    return wrong.length === 0 ? notInDocument : wrong.includes(null) ? null : (wrong[0] ?? null);
  };
}

/** The media type without its parameters: `text/plain` of `text/plain; charset=utf-8`. */
function bareType(mediaType: string): string {
  return mediaType.split(';')[0]?.trim() ?? '';
}

/**
 * Creates the pattern that matches the URLs of a documented path. A model's name in a URL may hold slashes.
 */
function pathPattern(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const ending = escaped.replace(/(?<=model\/)\{[^}]+\}/, '.+');
  return new RegExp(`^${ending.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}
