import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const text = { parameters: 7e9 };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('text_generation', { name: 'goodorg/Foo-7B', ...text });
  await app.seed('clip', { name: 'Live' });
});
afterAll(() => app[Symbol.asyncDispose]());

const diffOf = async (id: number) =>
  (await app.get(`${v2}/pending_queue/changes/${id}/diff`, { key: keys.approver })).json();
const listed = async (id: number) =>
  (await app.get(`${v2}/pending_queue/changes/${id}`, { key: keys.approver })).json();

describe('a proposal that takes over the derived name of another model', () => {
  it('is queued, and says whose name it takes, in list, diff and dry run', async () => {
    const body = { name: 'evil/Foo-7B', ...text };
    const finding = {
      rule: 'derived_name_taken',
      severity: 'critical',
      field_path: 'name',
      message:
        "'koboldcpp/Foo-7B' is already the name under which workers serve 'goodorg/Foo-7B': this model would take it over.",
    };
    const dry = await app.send('POST', `${v2}/text_generation?dry_run=true`, { key: keys.requestor, body });
    expect(dry.json().findings).toEqual([finding]);
    const id = await app.propose('POST', '/text_generation', body);
    expect((await diffOf(id)).findings).toEqual([finding]);
    expect((await listed(id)).findings).toEqual([finding]);
  });
});

describe('three identical proposals', () => {
  const rules = ({ findings }: { findings: { rule: string }[] }) => findings.map(({ rule }) => rule);

  it('say so, each with the others; one that differs does not', async () => {
    const same = { name: 'Live', description: 'the same' };
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1) ids.push(await app.propose('PUT', '/clip/model/Live', same));
    const other = await app.propose('PUT', '/clip/model/Live', { name: 'Live', description: 'another' });
    const [first, second, third] = ids as [number, number, number];

    const message = (others: number[]) =>
      `The same is proposed by 2 other open changes of this model: ${others.join(', ')}.`;
    const told = { rule: 'same_proposal_waiting', severity: 'warning', field_path: null };
    expect((await diffOf(first)).findings).toEqual([{ ...told, message: message([second, third]) }]);
    expect((await listed(second)).findings).toEqual([{ ...told, message: message([first, third]) }]);
    expect((await diffOf(other)).findings).toEqual([]);

    const dry = await app.send('PUT', `${v2}/clip/model/Live?dry_run=true`, {
      key: keys.requestor,
      body: same,
    });
    expect(dry.json().findings[0].message).toContain('3 other open changes');
  });

  it('are told of deletes as well, and no longer once the others are decided', async () => {
    const one = await app.propose('DELETE', '/clip/model/Live');
    const two = await app.propose('DELETE', '/clip/model/Live');
    expect(rules(await diffOf(one))).toEqual(['same_proposal_waiting']);
    const rejected = await app.send('POST', `${v2}/pending_queue/batches`, {
      key: keys.approver,
      body: { batch_title: 't', rejected_ids: [two], reject_reason: 'twice' },
    });
    expect(rejected.statusCode).toBe(200);
    expect(rules(await diffOf(one))).toEqual([]);
  });
});
