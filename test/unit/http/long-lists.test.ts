import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);
const names = (count: number) => numbers(count).map((number) => `n${number}`);
const queue = '/api/model_references/v2/pending_queue';
const text = '/api/model_references/v2/text_generation';
const all = numbers(140_000);
const half = numbers(70_000, 70_001);
const decision = (approved_ids: number[], rejected_ids: number[]) => ({
  batch_title: 't',
  approved_ids,
  rejected_ids,
});
const statuses = Array(90_000).fill('pending');
const name = { base_name: 'x'.repeat(400_000), size: '7B', part_order: Array(60_000).fill('base') };
const thousands = numbers(10_000);
/** Bodies that are one list as long as fits into a request. */
test.each<[what: string, method: 'POST' | 'PUT', path: string, body: object, status: number]>([
  ['a batch of 140,000 ids', 'POST', `${queue}/batches`, decision(numbers(70_000), half), 422],
  ['a batch of 10,000 ids, twice', 'POST', `${queue}/batches`, decision(thousands, thousands), 400],
  ['an apply of 140,000 ids', 'POST', `${queue}/apply`, { change_ids: all }, 422],
  [
    'a purge of 100,000 accounts',
    'POST',
    `${queue}/purge`,
    { requested_by: names(100_000), dry_run: true },
    422,
  ],
  ['a purge of 1,000 accounts', 'POST', `${queue}/purge`, { requested_by: names(1_000), dry_run: true }, 200],
  ['a purge of one status 90,000 times', 'POST', `${queue}/purge`, { statuses, dry_run: true }, 422],
  ['90,000 aliases', 'PUT', `${text}/aliases/a-group`, { aliases: names(90_000) }, 422],
  ['90,000 members of a family', 'PUT', `${text}/families/a-family`, { members: names(90_000) }, 422],
  ['a name of 60,000 parts', 'POST', `${text}/compose_name`, name, 422],
])(
  '%s is answered with its status, and an error does not repeat the list',
  async (_what, method, path, body, status) => {
    const key = path.startsWith(queue) ? keys.approver : keys.requestor;
    const answer = await app.send(method, path, { key, body });
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(status);
    if (status === 422) expect(answer.body).toMatch(/should have at most [\d,]+ /);
    if (status >= 400) expect(answer.body.length).toBeLessThan(10_000);
  },
);
