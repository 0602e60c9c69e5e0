import { keys } from '../../support/identity-server.ts';

/** A body that is as long a list as fits into a request, and the expected answer. */
export interface LongList {
  readonly what: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly key: string;
  readonly body: unknown;
  readonly status: number;
}

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);
const names = (count: number) => numbers(count).map((number) => `n${number}`);
const queue = '/api/model_references/v2/pending_queue';
const text = '/api/model_references/v2/text_generation';
const approver = { method: 'POST', key: keys.approver } as const;
const requestor = { method: 'PUT', key: keys.requestor } as const;

export const longLists: readonly LongList[] = [
  {
    ...approver,
    what: 'a batch of 70,000 ids to approve and 70,000 to reject',
    path: `${queue}/batches`,
    body: { batch_title: 't', approved_ids: numbers(70_000), rejected_ids: numbers(70_000, 70_001) },
    status: 422,
  },
  {
    ...approver,
    what: 'a batch of as many ids as are taken, none of which exists',
    path: `${queue}/batches`,
    body: {
      batch_title: 't',
      approved_ids: numbers(10_000),
      rejected_ids: numbers(10_000, 10_001),
      reject_reason: 'r',
    },
    status: 400,
  },
  {
    ...approver,
    what: 'a batch that approves and rejects the same 10,000 ids',
    path: `${queue}/batches`,
    body: { batch_title: 't', approved_ids: numbers(10_000), rejected_ids: numbers(10_000) },
    status: 400,
  },
  {
    ...approver,
    what: 'an apply of 140,000 ids',
    path: `${queue}/apply`,
    body: { change_ids: numbers(140_000) },
    status: 422,
  },
  {
    ...approver,
    what: 'a purge of 100,000 accounts',
    path: `${queue}/purge`,
    body: { requested_by: names(100_000), dry_run: true },
    status: 422,
  },
  {
    ...approver,
    what: 'a purge of as many accounts as are taken',
    path: `${queue}/purge`,
    body: { requested_by: names(1_000), dry_run: true },
    status: 200,
  },
  {
    ...approver,
    what: 'a purge of one status 90,000 times',
    path: `${queue}/purge`,
    body: { statuses: Array(90_000).fill('pending'), dry_run: true },
    status: 422,
  },
  {
    ...requestor,
    what: '90,000 aliases',
    path: `${text}/aliases/a-group`,
    body: { aliases: names(90_000) },
    status: 422,
  },
  {
    ...requestor,
    what: '90,000 members of a family',
    path: `${text}/families/a-family`,
    body: { members: names(90_000) },
    status: 422,
  },
  {
    ...requestor,
    method: 'POST',
    what: 'a name of 100 parts of 500 characters each',
    path: `${text}/compose_name`,
    body: { base_name: 'x'.repeat(500), size: '7B', part_order: Array(100).fill('base') },
    status: 200,
  },
  {
    ...requestor,
    method: 'POST',
    what: 'a name of 60,000 parts of 400,000 characters each',
    path: `${text}/compose_name`,
    body: { base_name: 'x'.repeat(400_000), size: '7B', part_order: Array(60_000).fill('base') },
    status: 422,
  },
  {
    ...requestor,
    method: 'POST',
    what: 'a record with 25,000 tags',
    path: '/api/model_references/v2/image_generation?dry_run=true',
    body: { name: 'm', baseline: 'stable_diffusion_1', nsfw: false, tags: names(25_000) },
    status: 200,
  },
  {
    ...requestor,
    method: 'POST',
    what: 'a record with 90,000 tags',
    path: '/api/model_references/v2/image_generation?dry_run=true',
    body: { name: 'm', baseline: 'stable_diffusion_1', nsfw: false, tags: names(90_000) },
    status: 413,
  },
  {
    ...requestor,
    method: 'POST',
    what: 'a record with 2,500 downloads',
    path: '/api/model_references/v2/clip?dry_run=true',
    body: {
      name: 'm',
      config: {
        download: names(2_500).map((name) => ({
          file_name: `${name}.safetensors`,
          file_url: `https://example.org/${name}.safetensors`,
        })),
      },
    },
    status: 200,
  },
];

/** Sends one body; gives the answer. */
export async function sendLongList(origin: string, { method, path, key, body }: LongList) {
  const answer = await fetch(origin + path, {
    method,
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}
