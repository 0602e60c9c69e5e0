import { describe, expect, onTestFinished, test } from 'vitest';
import { anyApproval, type Policies } from '../../../../src/modules/queue/policies.ts';
import { createReview, type ReviewOptions } from '../../../../src/modules/queue/review.ts';
import { approver, idsOf, openQueue, proposal, type Queue, requestor } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const newQueue = async (settings?: Parameters<typeof openQueue>[1]) =>
  openQueue(await temporaryStore(onTestFinished), settings);

/** The review of a queue, but for `parts`. */
const reviewOf = ({ store, clock, settings }: Queue, parts: Partial<ReviewOptions>) =>
  createReview({ store, clock, settings, ...parts });

/** Policies with which one approval is enough for the changes of these ids only. */
const completing = (...ids: readonly number[]): Policies => ({
  ...anyApproval,
  isComplete: ({ change_id }) => ids.includes(change_id),
});

describe('a batch request', () => {
  test('approves and rejects in one go', async () => {
    const queue = await newQueue();
    for (const name of ['a', 'b', 'c']) await queue.propose('create', 'clip', name);
    queue.time.seconds += 5;
    const result = await queue.review.processBatch(
      {
        batch_title: '  June  ',
        approved_ids: [3, 1, 3, 0, -1],
        rejected_ids: [2],
        reject_reason: ' no licence ',
      },
      approver,
    );
    expect(result).toMatchObject({
      batch_id: 1,
      batch_title: 'June',
      approved: [{ change_id: 1 }, { change_id: 3 }],
      rejected: [{ change_id: 2 }],
    });
    const { time } = queue;
    expect(await queue.stored(1)).toMatchObject({
      status: 'approved',
      batch_id: 1,
      batch_title: 'June',
      approved_by: '22',
      approved_username: 'anna#22',
      approved_at: time.seconds,
      updated_at: time.seconds,
      rejected_by: null,
      reject_reason: null,
    });
    expect(await queue.stored(2)).toMatchObject({
      status: 'rejected',
      batch_id: 1,
      batch_title: 'June',
      rejected_by: '22',
      rejected_username: 'anna#22',
      rejected_at: time.seconds,
      reject_reason: 'no licence',
      updated_at: time.seconds,
      approved_by: null,
    });
    const events = (await queue.events()).slice(3);
    const told = events.map(({ action, change_id }) => `${action} ${change_id}`);
    expect(told).toEqual(['approve 1', 'approve 3', 'reject 2']);
  });

  test('that only rejects belongs to no batch and uses up no batch id', async () => {
    const queue = await newQueue();
    await queue.propose('create', 'clip', 'a');
    const rejecting = { batch_title: 't', rejected_ids: [1], reject_reason: 'r' };
    expect(await queue.review.processBatch(rejecting, approver)).toMatchObject({
      batch_id: null,
      batch_title: 't',
    });
    await queue.propose('create', 'clip', 'b');
    expect(await queue.approve(2)).toMatchObject({ batch_id: 1 });
  });

  test('joins the open batch', async () => {
    const queue = await newQueue();
    await queue.approvedClips('a');
    expect(await queue.approvedClips('b')).toEqual([2]);
    expect(await queue.overview()).toEqual({ 1: 'approved in 1', 2: 'approved in 1' });
  });

  test('after the open batch was applied in full begins the next one', async () => {
    const queue = await newQueue();
    await queue.approvedClips('a', 'b');
    await queue.apply.applyBatch(1, null, approver);
    await queue.approvedClips('c');
    expect(await queue.overview()).toEqual({ 1: 'applied in 1', 2: 'applied in 1', 3: 'approved in 2' });
  });

  const none = 'Provide at least one approved or rejected change id.';
  test.each([
    [{}, none],
    [{ approved_ids: [], rejected_ids: null }, none],
    [{ approved_ids: [0, -4] }, none],
    [
      { approved_ids: [2, 1, 3], rejected_ids: [3, 2], reject_reason: 'r' },
      'Change ids cannot be both approved and rejected: [2, 3]',
    ],
    [{ rejected_ids: [1] }, 'reject_reason is required when rejecting changes.'],
    [{ rejected_ids: [1], reject_reason: ' \0' }, 'reject_reason is required when rejecting changes.'],
    [{ batch_title: ' \0', approved_ids: [1] }, 'batch_title must not be blank.'],
    [{ approved_ids: [1, 9] }, 'Change 9 does not exist.'],
    [{ approved_ids: [1, 4] }, 'Change 4 is not pending (status=approved).'],
    [{ rejected_ids: [1, 4], reject_reason: 'r' }, 'Change 4 is not pending (status=approved).'],
  ])('with %j is refused whole', async (ids, message) => {
    const queue = await newQueue();
    for (const name of ['a', 'b', 'c', 'd']) await queue.propose('create', 'clip', name);
    await queue.approve(4);
    const before = await queue.overview();
    const events = (await queue.events()).length;
    await expect(queue.review.processBatch({ batch_title: 't', ...ids }, approver)).rejects.toMatchObject({
      code: 'bad_request',
      message,
    });
    expect(await queue.overview()).toEqual(before);
    expect((await queue.events()).length).toBe(events);
  });

  test('that fails uses up no batch id', async () => {
    const queue = await newQueue();
    await queue.propose('create', 'clip', 'a');
    await expect(queue.approve(1, 9)).rejects.toThrow();
    expect(await queue.approve(1)).toMatchObject({ batch_id: 1 });
  });

  test('by the requestor is fine, unless the policy asks for four eyes', async () => {
    const own = { ...proposal('create', 'clip', 'a'), caller: approver };
    const anyone = await newQueue();
    await anyone.proposals.propose(own);
    await expect(anyone.approve(1)).resolves.toMatchObject({ batch_id: 1 });

    const fourEyes = await newQueue({ reviewPolicy: 'four_eyes' });
    await fourEyes.proposals.propose(own);
    await expect(fourEyes.approve(1)).rejects.toMatchObject({
      code: 'bad_request',
      message:
        'Change 1 was requested by anna#22: with review_policy=four_eyes another account must approve it.',
    });
    const withdrawal = { batch_title: 't', rejected_ids: [1], reject_reason: 'my mistake' };
    await expect(fourEyes.review.processBatch(withdrawal, approver)).resolves.toMatchObject({
      batch_id: null,
    });
    await fourEyes.propose('create', 'clip', 'b');
    await expect(fourEyes.approve(2)).resolves.toMatchObject({ approved: [{ change_id: 2 }] });
  });

  test('names as many contradicting ids as one can read, and counts the others', async () => {
    const queue = await newQueue();
    const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
    const contradict = (ids: readonly number[]) =>
      queue.review.processBatch(
        { batch_title: 't', approved_ids: ids, rejected_ids: ids, reject_reason: 'r' },
        approver,
      );
    const message = `Change ids cannot be both approved and rejected: [${upTo(100).join(', ')}]`;
    await expect(contradict(upTo(100))).rejects.toMatchObject({ code: 'bad_request', message });
    await expect(contradict(upTo(103))).rejects.toMatchObject({ message: `${message} and 3 more` });
  });

  test.each([
    ['approve', { approved_ids: [1, 2] }],
    ['reject', { rejected_ids: [1, 2], reject_reason: 'r' }],
  ])('to %s another version than is there is refused whole', async (_, ids) => {
    const queue = await newQueue();
    for (const name of ['a', 'b']) await queue.propose('create', 'clip', name);
    const request = { batch_title: 't', ...ids };
    const expecting = (expected_versions: Record<string, number>) =>
      queue.review.processBatch({ ...request, expected_versions }, approver);
    await expect(expecting({ 1: 1, 2: 2 })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Change 2 has version 1, not 2: review it again.',
    });
    expect(await queue.overview()).toEqual({ 1: 'pending in null', 2: 'pending in null' });
    const { approved, rejected } = await expecting({ 2: 1, 9: 7 });
    expect(idsOf([...approved, ...rejected])).toEqual([1, 2]);
  });

  test('of more than one call may hold is refused before any proposal is read', async () => {
    const queue = await newQueue();
    for (const name of ['a', 'b']) await queue.propose('create', 'clip', name);
    const half = 16 * 1024 * 1024;
    const holding = (body_bytes: number) =>
      queue.store.write(({ db }) => db.updateTable('pending_changes').set({ body_bytes }).execute());
    const approving = { batch_title: 't', approved_ids: [1, 2] };
    await holding(half + 1);
    await expect(reviewOf(queue, {}).processBatch(approving, approver)).rejects.toMatchObject({
      code: 'bad_request',
      message:
        'The proposals have 33 MiB in total; one call handles at most 32 MiB: decide them in several, which approve into the same batch.',
    });
    expect(await queue.overview()).toEqual({ 1: 'pending in null', 2: 'pending in null' });
    await holding(half);
    const { approved } = await reviewOf(queue, {}).processBatch(approving, approver);
    expect(idsOf(approved)).toEqual([1, 2]);
  });

  test('tells what it has decided, not what waits for more approvals', async () => {
    const queue = await newQueue();
    for (const name of ['a', 'b', 'c']) await queue.propose('create', 'clip', name);
    const told: string[][] = [];
    const review = reviewOf(queue, {
      policies: completing(2),
      onDecided: (changes) => told.push(changes.map((change) => `${change.change_id} ${change.status}`)),
    });
    const deciding = { batch_title: 't', approved_ids: [1, 2], rejected_ids: [3], reject_reason: 'r' };
    await expect(review.processBatch({ ...deciding, approved_ids: [9] }, approver)).rejects.toThrow();
    await review.processBatch(deciding, approver);
    expect(told).toEqual([['2 approved', '3 rejected']]);
  });

  test('that approves a change answers for the version that somebody has asked for', async () => {
    const queue = await newQueue();
    await queue.propose('create', 'clip', 'a');
    await queue.conversation.requestChanges(1, { text: 'Better so.' }, approver);
    expect(await queue.stored(1)).toMatchObject({ changes_requested_by: '22' });
    await queue.approve(1);
    expect(await queue.stored(1)).toMatchObject({ status: 'approved', changes_requested_by: null });
  });
});

describe('an approval of which more are needed', () => {
  test('opens no batch by itself', async () => {
    const queue = await newQueue();
    for (const name of ['a', 'b']) await queue.propose('create', 'clip', name);
    const approving = { batch_title: 't', approved_ids: [1, 2] };
    const none = await reviewOf(queue, { policies: completing() }).processBatch(approving, approver);
    expect(none).toMatchObject({
      batch_id: null,
      approved: [],
      endorsed: [{ change_id: 1 }, { change_id: 2 }],
    });
    expect(none.endorsed?.[0]).not.toHaveProperty('approvals');
    expect((await queue.events()).map(({ action }) => action).slice(2)).toEqual(['endorse', 'endorse']);
    const approvals = [{ user_id: '22', username: 'anna#22', at: queue.time.seconds }];
    expect(await queue.stored(1)).toMatchObject({ status: 'pending', batch_id: null, approvals });
    const all = await queue.review.processBatch(approving, approver);
    expect(all).toMatchObject({ batch_id: 1, approved: [{ change_id: 1 }, { change_id: 2 }] });
    expect(all).not.toHaveProperty('endorsed');
  });
});

describe('a purge', () => {
  const filled = async () => {
    const queue = await newQueue();
    await queue.approvedClips('applied');
    await queue.apply.applyBatch(1, null, approver);
    await queue.propose('create', 'clip', 'Rejected');
    await queue.review.processBatch({ batch_title: 't', rejected_ids: [2], reject_reason: 'r' }, approver);
    await queue.approvedClips('Approved');
    await queue.propose('create', 'clip', 'pending');
    await queue.proposals.propose({ ...proposal('create', 'blip', 'other'), caller: approver });
    return queue;
  };

  test.each([
    ['everything that waits', { purge_all: true }, [3, 4, 5]],
    ['by status', { statuses: ['rejected', 'applied'] as const }, [1, 2]],
    ['by category', { categories: ['blip'] }, [5]],
    ['by a part of the name, in any case', { model_name: ' APPR ' }, [3]],
    ['by requestor', { requested_by: [requestor.userId] }, [3, 4]],
    [
      'by all filters together',
      { categories: ['clip'], model_name: 'e', statuses: ['pending', 'rejected'] as const },
      [2, 4],
    ],
    ['by the filters, also with purge_all', { purge_all: true, categories: ['blip'] }, [5]],
    ['nothing when nothing matches', { model_name: 'nobody' }, []],
  ])('removes %s', async (_, request, removed) => {
    const queue = await filled();
    const expected = { removed_count: removed.length, removed_change_ids: removed };
    expect(await queue.review.purge({ ...request, dry_run: true }, approver)).toEqual({
      ...expected,
      dry_run: true,
    });
    expect(Object.keys(await queue.overview())).toHaveLength(5);
    expect(await queue.review.purge(request, approver)).toEqual({ ...expected, dry_run: false });
    expect(Object.keys(await queue.overview()).map(Number)).toEqual(
      [1, 2, 3, 4, 5].filter((id) => !removed.includes(id)),
    );
    expect(await queue.live('clip', 'applied')).not.toBeNull();
  });

  test.each([
    {},
    { statuses: [], categories: [], model_name: ' ', requested_by: [] },
    { statuses: null, categories: null, model_name: null, requested_by: null },
    { purge_all: false },
  ])('without a filter is refused: %j', async (request) => {
    const queue = await filled();
    await expect(queue.review.purge(request, approver)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'Provide at least one filter or set purge_all=true to clear the entire queue.',
    });
  });

  test('never gives an id twice, and leaves an event for each change', async () => {
    const queue = await filled();
    const before = (await queue.events()).length;
    await queue.review.purge({ purge_all: true }, approver);
    const events = (await queue.events()).slice(before);
    expect(events.map((event) => [event.action, event.model_name, event.logical_user_id])).toEqual([
      ['purge', '3', '22'],
      ['purge', '4', '22'],
      ['purge', '5', '22'],
    ]);
    expect(events[0]?.payload).toEqual({
      after: {
        change_id: 3,
        batch_id: 2,
        category: 'clip',
        requested_by: '11',
        purged_by_username: 'anna#22',
        model: 'Approved',
        action: 'purge',
      },
    });
    expect(await queue.propose('create', 'clip', 'next')).toMatchObject({ change_id: 6 });
    expect(await queue.approve(6)).toMatchObject({ batch_id: 3 });
  });
});
