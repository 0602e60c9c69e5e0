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

const change = async (id: number, view = '') =>
  (await app.get(`${v2}/pending_queue/changes/${id}${view}`, { key: keys.approver })).json();
const diffOf = (id: number) => change(id, '/diff');
const listed = (id: number) => change(id);
const dryRun = async (method: string, path: string, body: object) =>
  (await app.send(method, `${v2}${path}?dry_run=true`, { key: keys.requestor, body })).json();
const reject = async (...rejected_ids: number[]) => {
  const body = { batch_title: 'No', rejected_ids, reject_reason: 'No.' };
  const answer = await app.send('POST', `${v2}/pending_queue/batches`, { key: keys.approver, body });
  expect(answer.statusCode).toBe(200);
};

it('a proposal that takes over the derived name of another model says so, in list, diff and dry run', async () => {
  const body = { name: 'evil/Foo-7B', ...text };
  const { findings } = await dryRun('POST', '/text_generation', body);
  expect(findings).toMatchObject([{ rule: 'derived_name_taken', severity: 'critical', field_path: 'name' }]);
  const id = await app.propose('POST', '/text_generation', body);
  expect((await diffOf(id)).findings).toEqual(findings);
  expect((await listed(id)).findings).toEqual(findings);
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
      `The same record is proposed by 2 other open changes of this model: ${others.join(', ')}.`;
    const told = { rule: 'same_proposal_waiting', severity: 'warning', field_path: null };
    expect((await diffOf(first)).findings).toEqual([{ ...told, message: message([second, third]) }]);
    expect((await listed(second)).findings).toEqual([{ ...told, message: message([first, third]) }]);
    expect((await diffOf(other)).findings).toEqual([]);

    const dry = await dryRun('PUT', '/clip/model/Live', same);
    expect(dry.findings[0].message).toContain('3 other open changes');
  });

  it('are told of deletes as well, and no longer once the others are decided', async () => {
    const one = await app.propose('DELETE', '/clip/model/Live');
    const two = await app.propose('DELETE', '/clip/model/Live');
    expect(rules(await diffOf(one))).toEqual(['same_proposal_waiting']);
    await reject(two);
    expect(rules(await diffOf(one))).toEqual([]);
  });
});

describe('a change that gives an address another hash', () => {
  const address = (name: string) => `https://huggingface.co/o/r/resolve/main/${name}`;
  const before = 'a'.repeat(64);
  const record = (name: string, sha256sum: string) => ({
    name,
    config: { download: [{ file_name: `${name}.bin`, file_url: address(name), sha256sum }] },
  });
  const linked = (ids: number[]) =>
    ids.length === 0 ? '' : ` Other open changes contain that hash: ${ids.join(', ')}.`;
  const told = (name: string, after: string, ids: number[]) => ({
    rule: 'same_address_other_hash',
    severity: 'critical',
    field_path: 'config.download.0.sha256sum',
    message: `'${address(name)}' has the SHA-256 ${before} in the live record, and ${after} in this change.${linked(ids)}`,
  });
  const criticalOf = ({ findings }: { findings: { severity: string }[] }) =>
    findings.filter(({ severity }) => severity === 'critical');

  it('is critical, of high risk, and linked with those that bring the same', async () => {
    const hash = 'd'.repeat(64);
    await app.seed('clip', record('one', before), record('two', before));
    await app.seed('blip', record('three', before));
    const first = await app.propose('PUT', '/clip/model/one', record('one', hash));
    expect(criticalOf(await diffOf(first))).toEqual([told('one', hash, [])]);
    const second = await app.propose('PUT', '/clip/model/two', record('two', hash.toUpperCase()));
    const third = await app.propose('PUT', '/blip/model/three', record('three', hash));
    const fourth = await app.propose('POST', '/gfpgan', record('four', hash));
    const other = await app.propose('PUT', '/clip/model/one', record('one', 'e'.repeat(64)));
    const expected = [told('one', hash, [second, third, fourth])];
    expect(criticalOf(await diffOf(first))).toEqual(expected);
    expect(criticalOf(await listed(first))).toEqual(expected);
    expect(criticalOf(await listed(second))).toEqual([
      told('two', hash.toUpperCase(), [first, third, fourth]),
    ]);
    expect(criticalOf(await listed(fourth))).toEqual([]);
    expect(criticalOf(await listed(other))).toEqual([told('one', 'e'.repeat(64), [])]);
    expect(await listed(first)).toMatchObject({ risk: 'high' });
    const list = await app.get(`${v2}/pending_queue/changes?risks=high&sort=risk`, { key: keys.approver });
    const items = (list.json() as { items: { change_id: number; findings: { severity: string }[] }[] }).items;
    expect(criticalOf(items.find(({ change_id }) => change_id === first)!)).toEqual(expected);

    const dry = await dryRun('PUT', '/clip/model/one', record('one', hash));
    expect(criticalOf(dry)).toEqual([told('one', hash, [first, second, third, fourth])]);

    // What is decided waits no longer.
    await reject(second, third);
    expect(criticalOf(await diffOf(first))).toEqual([told('one', hash, [fourth])]);
  });

  it('is taken as the contract has it, blanks and upper case included, and says so', async () => {
    const padded = ` ${'B'.repeat(64)}\n`;
    const id = await app.propose('POST', '/codeformer', record('padded', padded));
    const change = await listed(id);
    expect(change.findings.map(({ rule }: { rule: string }) => rule)).toContain('not_normal');
    expect(change.risk).toBe('look');
    await app.approve(id);
    await app.apply(id);
    const live = (await app.get(`${v2}/codeformer/model/padded`)).json();
    expect(live.config.download[0].sha256sum).toBe(padded);
  });
});

it('a model without a file is never of low risk where others have one', async () => {
  const file = { file_name: 'x.bin', file_url: 'https://huggingface.co/o/r/resolve/main/x.bin' };
  const config = { download: [{ ...file, sha256sum: 'f'.repeat(64) }] };
  await app.seed('esrgan', { name: 'with', config });
  const created = await app.propose('POST', '/esrgan', { name: 'without' });
  const emptied = await app.propose('PUT', '/esrgan/model/with', { name: 'with', config: { download: [] } });
  for (const id of [created, emptied]) {
    const { findings, risk } = await listed(id);
    expect(findings.map(({ rule }: { rule: string }) => rule)).toEqual(['no_file']);
    expect(risk).not.toBe('low');
  }
});
