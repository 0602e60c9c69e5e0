import { expect } from 'vitest';
import type { keys } from '../support/identity-server.ts';
import type { Answer } from './client.ts';
import type { Deployment } from './deployments/deployment.ts';

/** What a client has found out on its way. */
export interface Journey {
  /** The model that this client creates and deletes: a name that has to be encoded in a path. */
  readonly model: string;
  etag: string;
  change: string;
  batch: string;
}

/** What has to come back. */
export interface Expected {
  readonly status: number;
  readonly answers?: (answer: Answer, journey: Journey) => void;
}

export interface Step extends Expected {
  readonly name: string;
  readonly method: string;
  /** Under the base path. */
  readonly path: string;
  readonly parameters?: (journey: Journey) => Record<string, string>;
  readonly query?: Readonly<Record<string, string>>;
  readonly key?: keyof typeof keys;
  readonly headers?: (journey: Journey) => Record<string, string>;
  readonly body?: (journey: Journey) => unknown;
  /** Not an operation of the document: for clients that can send anything. */
  readonly undocumented?: boolean;
  /** What a copy answers where it is asked for the same and does not refuse it. */
  readonly ofCopy?: Expected;
}

const v2 = '/model_references/v2';
const queue = `${v2}/pending_queue`;
const oneModel = `${v2}/clip/model/{model_name}`;
const ofModel = ({ model }: Journey) => ({ model_name: model });
const ofChange = ({ change }: Journey) => ({ change_id: change });
/** Many clients name a type whether or not there is a body. */
const jsonWithoutBody = () => ({ 'content-type': 'application/json' });
const detail = (text: unknown) => (answer: Answer) => expect(answer.body).toMatchObject({ detail: text });
const remembersChange: Step['answers'] = ({ body }, journey) => {
  expect(body).toMatchObject({ change_id: expect.any(Number), status: 'pending' });
  journey.change = String((body as { change_id: number }).change_id);
};
const isThere: Expected = {
  status: 200,
  answers: ({ body }, { model }) =>
    expect(body).toMatchObject({ name: model, record_type: 'clip', description: 'Größe: 1 €' }),
};
const refusedByCopy: Expected = { status: 503, answers: detail(expect.stringContaining('REPLICA')) };
const approve: Omit<Step, 'name'> = {
  method: 'POST',
  path: `${queue}/batches`,
  key: 'approver',
  body: ({ change }) => ({ batch_title: 'Of a foreign client', approved_ids: [Number(change)] }),
  status: 200,
  answers: ({ body }, journey) => {
    expect(body).toMatchObject({ approved: [{ change_id: Number(journey.change), status: 'approved' }] });
    journey.batch = String((body as { batch_id: number }).batch_id);
  },
};

export function expectedOf(step: Step, { copy }: Deployment): Expected {
  if (!copy) return step;
  const asksPrimary = ['POST', 'PUT', 'DELETE'].includes(step.method) || step.path.startsWith(queue);
  return asksPrimary ? refusedByCopy : (step.ofCopy ?? step);
}

/** What every client does, in this order, and what must come back. */
export const steps: readonly Step[] = [
  {
    name: 'reads a category',
    method: 'GET',
    path: `${v2}/image_generation`,
    status: 200,
    answers: ({ headers, body }, journey) => {
      expect(Object.keys(body as object)).toHaveLength(40);
      expect(headers['content-type']).toMatch(/^application\/json/);
      journey.etag = headers.etag ?? '';
    },
  },
  {
    name: 'gets a 304 for what it has',
    method: 'GET',
    path: `${v2}/image_generation`,
    headers: ({ etag }) => ({ 'if-none-match': etag }),
    status: 304,
    answers: ({ headers, body }, { etag }) => {
      expect(etag).toMatch(/^"[^"]+"$/);
      expect(headers.etag).toBe(etag);
      expect(body ?? '').toBe('');
    },
  },
  {
    name: 'asks for the headers alone',
    method: 'HEAD',
    path: `${v2}/image_generation`,
    undocumented: true,
    status: 200,
    answers: ({ headers, body }) => {
      expect(headers.etag).toBeDefined();
      expect(body ?? '').toBe('');
    },
  },
  {
    name: 'proposes a model',
    method: 'POST',
    path: `${v2}/clip`,
    key: 'requestor',
    body: ({ model }) => ({ name: model, description: 'Größe: 1 €' }),
    status: 202,
    answers: remembersChange,
  },
  {
    name: 'lists what is pending',
    method: 'GET',
    path: `${queue}/changes`,
    query: { statuses: 'pending' },
    key: 'approver',
    status: 200,
    answers: ({ body }, { model }) =>
      expect(body).toMatchObject({ items: [{ model_name: model }], total: 1, offset: 0 }),
  },
  {
    name: 'sees the difference',
    method: 'GET',
    path: `${queue}/changes/{change_id}/diff`,
    parameters: ofChange,
    key: 'approver',
    status: 200,
    answers: ({ body }, { model }) =>
      expect(body).toMatchObject({
        model_name: model,
        current_state: null,
        proposed_state: { name: model, description: 'Größe: 1 €' },
      }),
  },
  { name: 'approves it', ...approve },
  {
    name: 'applies the batch, without a body',
    method: 'POST',
    path: `${queue}/apply_batch/{batch_id}`,
    parameters: ({ batch }) => ({ batch_id: batch }),
    key: 'approver',
    headers: jsonWithoutBody,
    status: 200,
    answers: ({ body }, { change }) => expect(body).toMatchObject({ applied_change_ids: [Number(change)] }),
  },
  { name: 'reads it at once', method: 'GET', path: oneModel, parameters: ofModel, ...isThere },
  {
    name: 'is told of a wrong field (422)',
    method: 'PUT',
    path: oneModel,
    parameters: ofModel,
    key: 'requestor',
    body: ({ model }) => ({ name: model, description: 5 }),
    status: 422,
    answers: detail([expect.objectContaining({ loc: ['body', 'description'], input: 5 })]),
  },
  {
    name: 'is told what this deployment does not do (503)',
    method: 'POST',
    path: '/model_references/v1/clip',
    key: 'requestor',
    body: ({ model }) => ({ name: model }),
    status: 503,
    answers: detail(expect.stringContaining('canonical_format')),
  },
  {
    name: 'is told that its body is too large (413)',
    method: 'POST',
    path: `${v2}/clip`,
    key: 'requestor',
    undocumented: true,
    body: ({ model }) => ({ name: model, description: 'x'.repeat(2 ** 21) }),
    status: 413,
    answers: detail(expect.any(String)),
  },
  {
    name: 'is told that its body is of the wrong type (415)',
    method: 'POST',
    path: `${v2}/clip`,
    key: 'requestor',
    undocumented: true,
    headers: () => ({ 'content-type': 'text/plain' }),
    body: ({ model }) => ({ name: model }),
    status: 415,
    answers: detail(expect.stringContaining('application/json')),
  },
  {
    name: 'is told which methods there are (405)',
    method: 'PATCH',
    path: `${v2}/clip`,
    undocumented: true,
    body: () => ({}),
    status: 405,
    answers: ({ headers }) => expect(headers.allow).toContain('POST'),
  },
  {
    name: 'proposes to delete it',
    method: 'DELETE',
    path: `${v2}/{model_category_name}/model/{model_name}`,
    parameters: ({ model }) => ({ model_category_name: 'clip', model_name: model }),
    key: 'requestor',
    headers: jsonWithoutBody,
    status: 202,
    answers: remembersChange,
  },
  { name: 'approves the deletion', ...approve },
  {
    name: 'applies the deletion',
    method: 'POST',
    path: `${queue}/apply`,
    key: 'approver',
    body: ({ change }) => ({ change_ids: [Number(change)] }),
    status: 200,
    answers: ({ body }, { change }) => expect(body).toMatchObject({ applied_change_ids: [Number(change)] }),
  },
  {
    name: 'finds it gone (404)',
    method: 'GET',
    path: oneModel,
    parameters: ofModel,
    status: 404,
    answers: detail(expect.any(String)),
    ofCopy: isThere,
  },
];
