import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillQueue, waitingChanges } from '../../../../src/app/demo/fill-queue.ts';
import { demoAccounts } from '../../../../src/app/demo/identity-service.ts';
import { loadSamples } from '../../../../src/app/demo/load-samples.ts';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { changeStore } from '../../../../src/modules/queue/store.ts';
import type { Settings } from '../../../../src/settings/settings.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { categoryNames, usualCategories } from '../../../support/categories.ts';
import { keys } from '../../../support/identity-server.ts';

/** Each takes something away from those who fill the queue as its users would. */
const policies: Partial<Settings>[] = [
  { approvals: 10 },
  { reviewPolicy: 'four_eyes', applyConflicts: 'reject' },
];

test.each(policies)('the queue of a demo is the same with %o, which holds from then on', async (settings) => {
  await using app = await startTestApp({ settings });
  const { store, service } = app;
  await loadSamples(store, { now: service.context.clock.now(), categories: usualCategories });
  await service.context.catalog.refresh(categoryNames);
  await fillQueue(store, service.context);
  expect(await store.read((reader) => changeStore(reader).counts())).toMatchObject({
    pending: waitingChanges.length + 1,
    approved: 1,
    applied: 3,
    rejected: 1,
  });
  expect((await verifyStore(store)).problems).toEqual([]);
});

describe('the queue of a demo', () => {
  const v2 = '/api/model_references/v2';
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    const { store, service } = app;
    await loadSamples(store, { now: service.context.clock.now(), categories: usualCategories });
    await service.context.catalog.refresh(categoryNames);
    await fillQueue(store, service.context);
  });
  afterAll(() => app?.[Symbol.asyncDispose]());

  const ask = async (path: string) => (await app.get(v2 + path, { key: keys.approver })).json();
  const listed = (status: string) => ask(`/pending_queue/changes?statuses=${status}`);

  test('has changes in every state, by those who have a key of the demo and by others', async () => {
    const states = ['pending', 'approved', 'applied', 'rejected'];
    const totals = await Promise.all(states.map(async (state) => (await listed(state)).total));
    expect(totals).toEqual([waitingChanges.length + 1, 1, 3, 1]);
    const authors = (await listed('pending')).items.map(
      (change: { requested_by: string }) => change.requested_by,
    );
    expect(new Set(authors)).toEqual(new Set([demoAccounts[0].id, '104']));
  });

  test('has what a reviewer has to see: stale, contradictory, dangerous, and nothing wrong', async () => {
    const { items } = await listed('pending');
    const reviews: Record<string, { stale: boolean; findings: string[]; others: number }> = {};
    for (const { model_name, stale, findings } of items) {
      reviews[model_name] = {
        stale,
        findings: findings.map((finding: { rule: string }) => finding.rule),
        others: items.filter((other: { model_name: string }) => other.model_name === model_name).length,
      };
    }
    expect(reviews['SDXL 1.0']?.stale).toBe(true);
    expect(reviews['FLUX.1 [schnell]']?.others).toBe(2);
    expect(reviews['ViT-L/14']?.findings).toEqual(expect.arrayContaining(['insecure_url', 'missing_sha256']));
    expect(reviews['stable_diffusi\u043en']?.findings).toContain('confusable_name');
    expect(reviews['google/gemma-2-9b-it']).toEqual({ stale: false, findings: [], others: 1 });
  });

  test('has a batch that can be reverted, families and an alias', async () => {
    const { items } = await listed('applied');
    const [{ batch_id }] = items;
    const revert = await app.send(
      'POST',
      `${v2}/pending_queue/audit/batches/${batch_id}/revert?dry_run=true`,
      {
        key: keys.approver,
      },
    );
    expect(revert.statusCode).toBe(200);
    expect(revert.json().changes).toHaveLength(3);
    expect((await ask('/text_generation/families')).families).toMatchObject([
      { family_name: 'Mistral' },
      { family_name: 'Qwen' },
    ]);
    expect(JSON.stringify(await ask('/text_generation/aliases'))).toContain('Meta-Llama-3.1');
  });
});
