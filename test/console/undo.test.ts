import { describe, expect, it } from 'vitest';
import { ApiError, ApplyStopped } from '#client';
import type { RevertPreview, ReviewedChange } from '../../console/src/api/review-types.ts';
import { undo } from '../../console/src/api/undo.ts';
import {
  createRevertTitle,
  suggestApplyTitle,
  suggestTitle,
} from '../../console/src/pages/review/batch-titles.ts';

const diffOf = (name: string, fields = 1, others = 0) => ({
  category: 'clip',
  model_name: name,
  operation: 'update',
  field_diffs: Array.from({ length: fields }, (_, n) => ({ field_path: `field_${n}` })),
  counterpart_diffs: Array.from({ length: others }, () => ({ field_path: 'nsfw' })),
});
const seen = { changes: [{ diff: diffOf('a') }, { diff: diffOf('b') }] } as unknown as RevertPreview;
const queued = [
  { change_id: 8, version: 1, model_name: 'a' },
  { change_id: 9, version: 1, model_name: 'b' },
];
const refusal = (message: string) => new ApiError(400, message);

/** A service whose steps are noted; each can be given another answer. */
function service(other: Record<string, () => unknown> = {}, shown: RevertPreview = seen) {
  const calls: string[] = [];
  const step =
    (name: string, answer: () => unknown) =>
    async (...sent: unknown[]) => {
      calls.push(`${name} ${JSON.stringify(sent)}`);
      return (other[name] ?? answer)();
    };
  const steps = {
    revert: step('revert', () => ({ queued })),
    diffs: step('diffs', () => ({ diffs: [diffOf('b'), diffOf('a')] })),
    approve: step('approve', () => ({ approved: queued })),
    apply: step('apply', () => ({ applied: queued })),
  };
  return { calls, undo: () => undo(steps as never, 7, { seen: shown, title: 'Back', idempotencyKey: 'k' }) };
}
const fail = (error: Error) => () => {
  throw error;
};

describe('undoing a batch as one thing', () => {
  it('queues, compares, approves and applies what was shown', async () => {
    const { calls, undo: run } = service();
    expect(await run()).toEqual({ queued: { queued }, applied: { applied: queued } });
    expect(calls).toEqual([
      'revert [7,{"idempotencyKey":"k"}]',
      'diffs [[8,9]]',
      'approve [[8,9],"Back",{"versions":{"8":1,"9":1}}]',
      'apply [{"changeIds":[8,9]},{"title":"Back"}]',
    ]);
  });

  it.each([
    ['another field', [diffOf('a', 2), diffOf('b')]],
    ['another field of the other API version', [diffOf('a', 1, 1), diffOf('b')]],
    ['another model', [diffOf('a'), diffOf('c')]],
    ['one less', [diffOf('a')]],
  ])('approves nothing that was not shown: %s', async (_, diffs) => {
    const { calls, undo: run } = service({ diffs: () => ({ diffs }) });
    expect(await run()).toMatchObject({ stopped: expect.stringContaining('changed since the preview') });
    expect(calls).toHaveLength(2);
  });

  it('takes a change set for the one that was shown, though each has a name of its own', async () => {
    const set = (digit: string) => diffOf(`baseline:${digit.repeat(8)}-1111-4222-8333-444455556666`);
    const { undo: run } = service({ diffs: () => ({ diffs: [set('b')] }) }, {
      changes: [{ diff: set('a') }],
    } as unknown as RevertPreview);
    expect(await run()).toMatchObject({ applied: { applied: queued } });
  });

  it('applies nothing while others have to approve', async () => {
    const { calls, undo: run } = service({ approve: () => ({ endorsed: [queued[0]] }) });
    expect(await run()).toMatchObject({ stopped: '1 of 2 need further approvals by other accounts.' });
    expect(calls).toHaveLength(3);
  });

  it('says where it was refused, and what is live', async () => {
    expect(await service({ approve: fail(refusal('Not your own.')) }).undo()).toEqual({
      queued: { queued },
      stopped: 'Not your own.',
    });
    const applied = { applied: [queued[0]], failed_error: 'It has to wait.' };
    const stopped = new ApplyStopped(refusal('x'), applied as never);
    expect(await service({ apply: fail(stopped) }).undo()).toEqual({
      queued: { queued },
      applied,
      stopped: 'It has to wait.',
    });
    expect(await service({ apply: fail(refusal('Gone.')) }).undo()).toMatchObject({
      stopped: expect.stringContaining('possibly applied'),
    });
    await expect(service({ revert: fail(refusal('No such batch.')) }).undo()).rejects.toThrow('No such');
  });

  it('ends where nothing is left to undo', async () => {
    const { calls, undo: run } = service({ revert: () => ({ queued: [] }) });
    expect(await run()).toEqual({ queued: { queued: [] } });
    expect(calls).toHaveLength(1);
  });
});

describe('the title of a batch', () => {
  const change = (operation: string, model_name: string, batch_title?: string) =>
    ({ operation, model_name, batch_title, resource_kind: 'model_reference' }) as ReviewedChange;

  it('tells of all changes, not of the first', () => {
    const changes = [change('update', 'a', 'update a'), change('delete', 'b'), change('update', 'c')];
    expect(suggestApplyTitle(changes)).toBe('2 updates, 1 deletion');
    expect(suggestApplyTitle([change('update', 'a', 'Smaller')])).toBe('Smaller');
    expect(suggestApplyTitle([change('update', 'a', 'update a')])).toBe('update a');
    expect(suggestTitle([change('create', 'x'.repeat(200))])).toHaveLength(120);
  });

  it('of a revert names what it takes back', () => {
    expect(createRevertTitle(7, 'Smaller')).toBe('Revert batch 7: Smaller');
    expect(createRevertTitle(7, null)).toBe('Revert batch 7');
  });
});
