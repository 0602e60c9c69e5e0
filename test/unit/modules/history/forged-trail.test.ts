import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { appendEvents } from '../../../../src/modules/audit/append-events.ts';
import { type AuditEvent, newEvent } from '../../../../src/modules/audit/event.ts';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { approver, openQueue, proposal, requestor } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

/** What a queue says when everything that it knows is done once, in this order. */
let said: readonly AuditEvent[];

beforeAll(async () => {
  const atEnd: (() => Promise<void>)[] = [];
  const queue = await openQueue(await temporaryStore((undo) => atEnd.push(undo)));
  const [first = 0, second = 0] = await queue.approvedClips('first', 'second');
  await queue.apply.applyMany({ changeIds: [first] }, approver);
  const unwanted = await queue.propose('create', 'clip', 'unwanted');
  const rejection = { batch_title: 'no', rejected_ids: [unwanted.change_id], reject_reason: 'no' };
  await queue.review.processBatch(rejection, approver);
  await queue.apply.applyMany({ changeIds: [second] }, approver);
  await queue.write('delete', 'clip', 'first');
  const talked = await queue.propose('create', 'clip', 'talked about');
  const { event_id } = await queue.conversation.comment(talked.change_id, 'a word', requestor);
  await queue.conversation.edit(talked.change_id, event_id, 'another word', requestor);
  await queue.conversation.requestChanges(talked.change_id, { text: 'otherwise' }, approver);
  const { record } = proposal('update', 'clip', 'talked about', { description: 'otherwise' });
  await queue.proposals.revise({ changeId: talked.change_id, record: record ?? {}, caller: requestor });
  const doubtful = await queue.propose('create', 'clip', 'doubtful');
  await queue.approve(doubtful);
  await queue.takeBack.unapprove(doubtful.change_id, approver);
  await queue.takeBack.withdraw(doubtful.change_id, requestor);
  await queue.review.purge({ statuses: ['rejected'] }, approver);
  said = await queue.events();
  await queue.catalog.finishCompression();
  for (const undo of atEnd) await undo();
});

/** What is found wrong with a trail whose every event has the hash that it should have. */
async function problemOf(events: readonly AuditEvent[]) {
  const store = await temporaryStore(onTestFinished);
  // As somebody does it who knows how the chain is made: all places, hashes and index columns are made anew.
  await store.write((writer) => appendEvents(writer, events.map(newEvent)));
  const { problems } = await verifyStore(store);
  return problems[0];
}

const at = (category: string, action: string): number =>
  said.findIndex((event) => event.category === category && (event.action ?? event.operation) === action);

const saying = (index: number, facts: JsonObject): AuditEvent[] =>
  said.map((event, place) => {
    if (place !== index) return event;
    const { after } = event.payload as { after: JsonObject };
    return { ...event, payload: { ...event.payload, after: { ...after, ...facts } } };
  });

test.each([
  ['enqueue', { change_id: 0 }, 'queues change 0; expected an id above 0'],
  ['approve', { batch_id: 7 }, 'approves change 1 into batch 7; expected batch 1'],
  ['reject', { batch_id: 7 }, 'rejects change 3 in batch 7, which is not the open one'],
  ['apply', { batch_id: 7 }, 'applies change 1 in batch 7; expected 1'],
  ['apply', { model_event_id: 1 }, 'names event 1 as its write; expected the latest write'],
  ['batch_split', { original_batch_id: 7 }, 'splits batch 7, which is not the open one'],
  ['batch_split', { new_batch_id: 7 }, 'opens batch 7; expected the batch after 1'],
  ['batch_split', { reassigned_change_ids: [1] }, 'moves the changes 1; expected 2'],
  ['batch_split', { reassigned_change_ids: [] }, 'moves the changes none; expected 2'],
  ['revise', { version: 3 }, 'revises change 5 to version 3; expected 2'],
  ['revise', { batch_id: 7 }, 'requires change 5 to be approved; found pending'],
  ['comment', { change_id: 7 }, 'is about change 7, which is not in the queue'],
  ['comment_edit', { comment_id: 7 }, 'is about comment 7, which change 5 does not have'],
  ['unapprove', { batch_id: 7 }, 'takes change 6 out of batch 7; expected 4'],
  ['purge', { batch_id: 7 }, 'purges change 3 from batch 7; expected'],
  ['comment', { text: 5 }, "cannot be read as 'comment' of a change: text: Invalid input: expected string"],
  ['reject', { risk: 'none' }, "cannot be read as 'reject' of a change: risk: Invalid option"],
  [
    'approve',
    { approver_username: null },
    'approver_username: Invalid input: expected string, received null',
  ],
  ['unapprove', { action: 'reopen' }, "has the unknown action 'reopen'"],
])(
  'a trail with new hashes in which the queue did what it cannot: %s with %j',
  async (action, facts, text) => {
    const index = at('pending_queue', action);
    expect(await problemOf(saying(index, facts))).toEqual({
      event_id: index + 1,
      text: expect.stringContaining(text),
    });
  },
);

test.each([
  ['withdraw', 'withdraws change 6 as account 7; allowed: its requestor, account 11'],
  ['revise', 'revises change 5 as account 7; allowed: its requestor, account 11'],
])('a trail with new hashes in which another account acts as the requestor: %s', async (action, text) => {
  const index = at('pending_queue', action);
  const events = said.map((event, place) => (place === index ? { ...event, logical_user_id: '7' } : event));
  expect(await problemOf(events)).toEqual({ event_id: index + 1, text: expect.stringContaining(text) });
});

test.each([
  ['approve', 'requires change 1 to be approved; found pending'],
  ['enqueue', 'is about change 1, which is not in the queue'],
])('a trail with new hashes that leaves out an event of the queue: %s', async (action, text) => {
  const problem = await problemOf(said.toSpliced(at('pending_queue', action), 1));
  expect(problem?.text).toContain(text);
});

test.each([
  ['create', { after: { name: 'first' } }, "lacks the record of 'first' of clip in one of the formats"],
  ['delete', { before: { name: 'first' } }, "deletes 'first' of clip with a record other than event"],
])(
  'a trail with new hashes in which a %s of a model says something else',
  async (operation, payload, text) => {
    const index = at('clip', operation);
    const events = said.map((event, place) => (place === index ? { ...event, payload } : event));
    expect(await problemOf(events)).toEqual({ event_id: index + 1, text: expect.stringContaining(text) });
  },
);

test.each<[string, JsonObject, string]>([
  [
    'a request',
    { model_request: 1, request_action: 'ask', username: 'rita#11', after: { name: 'wanted', keys: [] } },
    'cannot be read as a step of a request: facts.category: Invalid input: expected string',
  ],
  [
    'a request',
    { model_request: 1, request_action: 'wish', username: 'rita#11', after: {} },
    'cannot be read as a step of a request: action: Invalid',
  ],
  [
    'a group',
    { group_entry: 'alias', username: 'rita#11', after: { canonical: 'a', aliases: 'b' } },
    'cannot be read as a write about groups: after.aliases: Invalid input: expected array',
  ],
  [
    'a file',
    { file_verdict: { field_path: 'config.download.0', url: 'https://a.example', verdict: 'fine' } },
    'cannot be read as a changed verdict on a file: verdict_before: Invalid',
  ],
  ['a model', { after: ['a'] }, 'cannot be read as a write of a model: after: expected an object'],
])('a trail with an event about %s that cannot be read: %j', async (_what, payload, text) => {
  const [event] = said;
  if (!event) throw new Error('nothing was said');
  const odd = { ...event, category: 'text_generation', model_name: 'a', payload };
  expect(await problemOf([odd])).toEqual({ event_id: 1, text: expect.stringContaining(`event 1 ${text}`) });
});
