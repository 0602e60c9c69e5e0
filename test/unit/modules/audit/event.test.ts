import { describe, expect, test } from 'vitest';
import {
  type AuditEvent,
  chainStart,
  findLinkProblem,
  hashEvent,
  linkEvent,
  newEvent,
} from '../../../../src/modules/audit/event.ts';
import { contentHash } from '../../../../src/records/hash.ts';

const create = newEvent({
  timestamp: 1_700_000_000,
  domain: 'v2',
  category: 'clip',
  model_name: 'ViT-L/14',
  operation: 'create',
  logical_user_id: '22',
  request_id: 'job',
  payload: { after: { name: 'ViT-L/14', tags: ['ä'] }, change_id: 7, batch_id: 3 },
});

const split = newEvent({
  timestamp: 1_700_000_001,
  domain: 'v2',
  category: 'pending_queue',
  model_name: 'queue',
  operation: 'update',
  logical_user_id: '22',
  request_id: null,
  payload: {
    after: { original_batch_id: 3, new_batch_id: 4, reassigned_change_ids: [8], action: 'batch_split' },
  },
});

const first = linkEvent(create, chainStart);
const second = linkEvent(split, first);

describe('the audit chain', () => {
  test('hashes compact JSON of the event and the hash before it', () => {
    expect(first.event_id).toBe(1);
    expect(first.hash).toBe(
      contentHash(
        `{"event_id":1,"timestamp":1700000000,"domain":"v2","category":"clip","model_name":"ViT-L/14","operation":"create","logical_user_id":"22","request_id":"job","payload":{"after":{"name":"ViT-L/14","tags":["ä"]},"change_id":7,"batch_id":3},"previous_hash":"${'0'.repeat(64)}"}`,
      ),
    );
    expect(second).toMatchObject({ event_id: 2, previous_hash: first.hash });
  });

  test('files an event under what its payload says', () => {
    expect(first).toMatchObject({ action: null, change_id: 7, batch_id: 3 });
    expect(second).toMatchObject({ action: 'batch_split', change_id: null, batch_id: 4 });
  });

  test('holds from event to event', () => {
    expect(findLinkProblem(first, chainStart)).toBeNull();
    expect(findLinkProblem(second, first)).toBeNull();
  });

  const altered: Partial<AuditEvent>[] = [
    { timestamp: 1_700_000_002 },
    { domain: 'legacy' },
    { category: 'blip' },
    { model_name: 'Queue' },
    { operation: 'create' },
    { logical_user_id: '23' },
    { request_id: 'null' },
    { payload: null },
    { payload: { after: { ...(split.payload?.after as object), new_batch_id: 5 } } },
    { previous_hash: 'f'.repeat(64) },
    { hash: 'f'.repeat(64) },
    { event_id: 3 },
    { action: 'apply' },
    { change_id: 8 },
    { batch_id: 3 },
  ];
  test.each(altered)('breaks at the event when it is altered: %j', (change) => {
    expect(findLinkProblem({ ...second, ...change }, first)).toMatch(/^event [23] /);
  });

  test('breaks at the next event when an altered one was given a hash that fits', () => {
    const forged = { ...first, model_name: 'other' };
    const rehashed = { ...forged, hash: hashEvent(forged) };
    expect(findLinkProblem(rehashed, chainStart)).toBeNull();
    expect(findLinkProblem(second, rehashed)).toMatch(/^event 2 names/);
  });

  test('names a missing event', () => {
    const third = linkEvent(create, second);
    expect(findLinkProblem(third, first)).toBe('event 3 follows event 1: 2 is missing');
  });
});
