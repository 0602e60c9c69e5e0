import type { TestApp } from '../../support/app.ts';
import { decoded } from '../../support/check-answers.ts';
import { documentCheck, notInDocument } from '../../support/document-check.ts';
import { type GeneratedRequest, generateRequest, readApiDocument } from './openapi-requests.ts';
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
  const fits = documentCheck(JSON.stringify(document.document), '/api');
  const random = new Random(seed);
  const statuses = new Map<number, number>();
  const defects: string[] = [];
  const defectOf = (request: GeneratedRequest, answer: Awaited<ReturnType<TestApp['send']>>) => {
    const { statusCode: status, headers, rawPayload } = answer;
    const body = decoded(rawPayload, headers['content-encoding']);
    if (status >= 500 && status !== 503) return `an error of the server: ${body}`;
    // Methods and paths that names have turned the URL into belong to another operation.
    if ((status === 404 || status === 405) && isEnvelope(body)) return null;
    if (request.mustFail && status < 300) return `a body without a required field was accepted: ${body}`;
    const json = () => JSON.parse(body) as unknown;
    const wrong = fits(request.method, request.url, { status, headers, empty: body === '', json });
    return wrong === null
      ? null
      : `${wrong === notInDocument ? 'no operation is documented' : wrong}: ${body}`;
  };
  let sent = 0;
  for (; sent < requests && defects.length < mostDefects; sent++) {
    const request = generateRequest(random.pick(document.operations), document, random);
    const { method, url, headers, body } = request;
    const answer = await app.send(method, url, { headers, body });
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    const defect = defectOf(request, answer);
    const where = `seed ${seed}, request ${sent}: ${method} ${url} ${body ?? ''} → ${answer.statusCode}`;
    if (defect) defects.push(`${where}: ${defect}`.slice(0, 1500));
  }
  return { requests: sent, statuses, defects };
}

function isEnvelope(body: string): boolean {
  if (body === '') return true;
  try {
    return 'detail' in JSON.parse(body);
  } catch {
    return false;
  }
}
