import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { modelref } from './terminal.ts';

const queue = '/api/model_references/v2/pending_queue';
const hash = 'ab12cd34ef'.padEnd(64, '0');

let app: TestApp;
let server: string;
beforeAll(async () => {
  app = await startTestApp();
  server = await app.service.listen();
  await app.seed('clip', { name: 'Dream Shaper', description: 'first' });
  await app.seed('image_generation', {
    name: 'Painter',
    baseline: 'flux_1',
    nsfw: false,
    config: { download: [{ file_name: 'p', file_url: 'https://example.org/p', sha256sum: hash }] },
  });
});
afterAll(() => app?.[Symbol.asyncDispose]());

const run = (words: string[], key: string, confirm?: (question: string) => Promise<boolean>) =>
  modelref(words, { MODELREF_SERVER: server, MODELREF_KEY: key }, null, confirm ? { confirm } : {});

const change = async (id: number) => (await app.get(`${queue}/changes/${id}`, { key: keys.approver })).json();
const statusOf = async (id: number): Promise<string> => (await change(id)).status;

let count = 0;
const newModel = () => {
  count += 1;
  return { name: `model ${count}` };
};
/** A pending change of the requestor. */
const proposed = () => app.propose('POST', '/blip', newModel());
const revise = (id: number) =>
  app.send('PUT', `${queue}/changes/${id}`, {
    key: keys.requestor,
    body: { record: { name: `model ${count}`, description: 'another' } },
  });

describe('search', () => {
  test('finds by words, with a typo too, and says when nothing is found', async () => {
    const { code, printed } = await run(['search', 'dreamshapr'], '');
    expect([code, printed.at(-1)]).toEqual([0, expect.stringContaining('Dream Shaper')]);
    expect(await run(['search', 'dream', 'shaper'], '')).toEqual(await run(['search', 'dream shaper'], ''));
    const none = await run(['search', 'no such thing'], '');
    expect([none.code, none.printed, none.noted]).toEqual([0, [], ['No model found.']]);
    const json = await run(['search', 'no such thing', '--json'], '');
    expect([json.code, json.printed]).toEqual([0, ['[]']]);
  });

  test('refuses what the registry passes over', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(
      new Response('{"results":[],"total":0,"offset":0,"limit":50,"has_more":false}', {
        headers: { warning: '299 - "Unknown query parameter order: it has no effect. Known here: q"' },
      }),
    );
    onTestFinished(() => fetched.mockRestore());
    const { code, printed, noted } = await run(['search', 'x', '--sort', 'usage'], '');
    expect([code, printed, noted.join()]).toEqual([1, [], expect.stringContaining('parameter order')]);
  });
});

test('diff says the version and the risk', async () => {
  const id = await proposed();
  await revise(id);
  const { printed } = await run(['diff', String(id)], keys.approver);
  expect(printed[0]).toContain(`Change ${id}@2: create blip`);
  expect(printed.find((line) => line.startsWith('Risk: '))).toMatch(/low|look|high/);
  const json = await run(['diff', String(id), '--json'], keys.approver);
  expect(JSON.parse(json.printed.join(''))).toMatchObject([{ change_id: id, version: 2, status: 'pending' }]);
});

describe.each([
  ['approve', ['--title', 't'], 'approved'],
  ['reject', ['--reason', 'r'], 'rejected'],
])('%s', (verb, flags, decided) => {
  let id: number;
  beforeEach(async () => {
    id = await proposed();
  });

  test('decides while the version is the one that is named, and not after', async () => {
    await revise(id);
    const old = await run([verb, `${id}@1`, ...flags], keys.approver);
    expect([old.code, old.noted]).toEqual([
      5,
      [`Change ${id} has version 2, not 1: review it again. Nothing was done.`],
    ]);
    expect(await statusOf(id)).toBe('pending');
    const twice = await run([verb, `${id}@1`, `${id}@2`, ...flags], keys.approver);
    expect([twice.code, await statusOf(id)]).toEqual([2, 'pending']);
    expect((await run([verb, `${id}@2`, ...flags], keys.approver)).code).toBe(0);
    expect(await statusOf(id)).toBe(decided);
  });

  test('lists and asks on a terminal, and decides nothing that was written while it asked', async () => {
    const listed: string[] = [];
    const { code, noted } = await run([verb, String(id), ...flags], keys.approver, async (question) => {
      listed.push(question);
      await revise(id);
      return true;
    });
    expect([code, listed, noted[0]]).toEqual([
      5,
      [`${verb === 'approve' ? 'Approve' : 'Reject'} this change?`],
      expect.stringContaining(`${id}: create blip`),
    ]);
    expect(await statusOf(id)).toBe('pending');
  });

  test('decides nothing without a yes', async () => {
    const { code } = await run([verb, String(id), ...flags], keys.approver, async () => false);
    expect([code, await statusOf(id)]).toEqual([1, 'pending']);
    expect((await run([verb, String(id), ...flags, '--yes'], keys.approver, async () => false)).code).toBe(0);
  });
});

describe('revert', () => {
  const applied = async (): Promise<number> => {
    const id = await proposed();
    const batch = await app.approve(id);
    await app.apply(id);
    return batch;
  };
  const waiting = async () =>
    (await app.get(`${queue}/changes?statuses=pending`, { key: keys.approver })).json().total;

  test('shows what it would queue, and queues nothing without a yes', async () => {
    const batch = String(await applied());
    const before = await waiting();
    const dry = await run(['revert', batch, '--dry-run'], keys.approver);
    expect([dry.code, dry.printed[0]]).toEqual([0, expect.stringMatching(/^delete blip model /)]);
    const alone = await run(['revert', batch], keys.approver);
    expect([alone.code, alone.noted.at(-1)]).toEqual([2, expect.stringContaining('--yes')]);
    const no = await run(['revert', batch], keys.approver, async () => false);
    expect([no.code, no.noted.at(-1)]).toEqual([1, 'Nothing was done.']);
    const json = await run(['revert', batch, '--dry-run', '--json'], keys.approver);
    expect(JSON.parse(json.printed.join(''))).toMatchObject({ dry_run: true });
    expect(await waiting()).toBe(before);
  });

  test('queues what undoes the batch, for an approver to decide', async () => {
    const batch = await applied();
    const before = await waiting();
    const { code, printed } = await run(['revert', String(batch), '--yes'], keys.approver);
    expect([code, printed.at(-1)]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^1 queued, to undo batch ${batch}: \\d+\\.$`)),
    ]);
    expect(await waiting()).toBe(before + 1);
    const live = await app.get('/api/model_references/v2/blip');
    expect(live.body).toContain(`model ${count}`);
  });

  test('queues nothing where nothing is left to undo', async () => {
    const batch = String(await applied());
    await app.change('DELETE', `/blip/model/model ${count}`);
    const before = await waiting();
    const { code, noted } = await run(['revert', batch, '--yes'], keys.approver);
    expect([code, noted.at(-1), await waiting()]).toEqual([
      0,
      'There is nothing to undo: every model is as it was before.',
      before,
    ]);
  });
});
