import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TestApp } from '../../support/app.ts';
import {
  type ApiDocument,
  type GeneratedRequest,
  generateRequest,
  readApiDocument,
} from './openapi-requests.ts';
import { Random } from './random.ts';

export interface FuzzResult {
  readonly requests: number;
  /** The number of answers with each status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The answers that the document does not describe; seed and number make the request again. */
  readonly defects: readonly string[];
}

/** Sends generated requests one after the other and compares each answer with the document. */
export async function fuzz(
  app: TestApp,
  seed: number,
  requests: number,
  mostDefects = 20,
): Promise<FuzzResult> {
  const document = await readApiDocument();
  const check = answerCheck(document);
  const random = new Random(seed);
  const statuses = new Map<number, number>();
  const defects: string[] = [];
  let sent = 0;
  for (; sent < requests && defects.length < mostDefects; sent++) {
    const request = generateRequest(random.pick(document.operations), document, random);
    const answer = await app.server.inject({
      method: request.method as 'GET',
      url: request.url,
      headers: request.headers,
      ...(request.body === undefined ? {} : { payload: request.body }),
    });
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    const defect = check(
      request,
      answer.statusCode,
      String(answer.headers['content-type'] ?? ''),
      decoded(answer.rawPayload, answer.headers['content-encoding']),
    );
    if (defect) {
      defects.push(
        `seed ${seed}, request ${sent}: ${request.method} ${request.url} ${request.body ?? ''} → ${answer.statusCode}: ${defect}`.slice(
          0,
          1500,
        ),
      );
    }
  }
  return { requests: sent, statuses, defects };
}

type Check = (request: GeneratedRequest, status: number, contentType: string, body: string) => string | null;

function answerCheck({ document }: ApiDocument): Check {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema({ $id: 'document', ...document });
  const validators = new Map<string, ValidateFunction | null>();

  const validatorOf = (request: GeneratedRequest, status: number): ValidateFunction | null => {
    const { operation } = request.api;
    const id = `${operation.operationId} ${status}`;
    const known = validators.get(id);
    if (known !== undefined) return known;
    const schema = operation.responses[status]?.content?.['application/json']?.schema;
    const made = schema
      ? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')))
      : null;
    validators.set(id, made);
    return made;
  };

  return (request, status, contentType, body) => {
    if (status >= 500 && status !== 503) return `an error of the server: ${body}`;
    // Methods and paths that names have turned the URL into belong to another operation.
    if ((status === 404 || status === 405) && isEnvelope(body)) return null;
    if (!(String(status) in request.api.operation.responses)) return `the status is not documented: ${body}`;
    if (request.mustFail && status < 300) return `a body without a required field was accepted: ${body}`;
    if (!contentType.startsWith('application/json')) return null;
    const validate = validatorOf(request, status);
    if (!validate) return null;
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return `the body is not JSON: ${body}`;
    }
    return validate(value) ? null : `the body does not fit: ${ajv.errorsText(validate.errors)} in ${body}`;
  };
}

function decoded(bytes: Buffer, encoding: unknown): string {
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return bytes.toString();
}

function isEnvelope(body: string): boolean {
  if (body === '') return true;
  try {
    return 'detail' in JSON.parse(body);
  } catch {
    return false;
  }
}
