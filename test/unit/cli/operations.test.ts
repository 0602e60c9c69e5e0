import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendEvents } from '../../../src/services/audit/append-events.ts';
import { appendForWebhooks } from '../../../src/services/feed/webhooks.ts';
import { openStore } from '../../../src/storage/open.ts';
import { modelref } from './terminal.ts';

let directory: string;
let environment: Record<string, string>;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'modelref-cli-'));
  environment = { MODELREF_DATABASE_URL: `sqlite:${join(directory, 'registry.db')}` };
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const url = (name: string) => `sqlite:${join(directory, name)}`;

describe('backup and copy', () => {
  test('a backup opens as a database with the same models', async () => {
    await modelref(['import', 'test/fixtures/legacy'], environment);
    const { code, printed } = await modelref(['backup', join(directory, 'copy.db')], environment);
    expect({ code, printed }).toEqual({ code: 0, printed: [`${join(directory, 'copy.db')}: complete`] });
    const again = await modelref(['import', 'test/fixtures/legacy'], {
      MODELREF_DATABASE_URL: url('copy.db'),
    });
    expect(again.printed.join('\n')).toContain('0 created, 0 updated, 0 deleted');
  });

  test('copy takes everything into an empty database, and refuses one that is not', async () => {
    await modelref(['import', 'test/fixtures/legacy'], environment);
    const words = ['copy', '--from', url('registry.db'), '--to', url('other.db')];
    const first = await modelref(words);
    expect(first.code).toBe(0);
    expect(first.printed.join()).toMatch(/^\d+ rows copied$/);
    const second = await modelref(words);
    expect(second.code).toBe(1);
    expect(second.noted.join('\n')).toContain('is not empty (table models has rows)');
  });

  test('only SQLite is backed up by a copy of the file', async () => {
    const { code, noted } = await modelref(['backup', 'x'], {
      MODELREF_DATABASE_URL: 'postgres://localhost/x',
    });
    expect(code).toBe(1);
    expect(noted.join('\n')).toContain('use pg_dump for PostgreSQL');
  });
});

describe('webhooks', () => {
  test('the log lists deliveries, and replay puts the failed ones back', async () => {
    const store = await openStore(url('registry.db'));
    const event = {
      timestamp: 100,
      domain: 'v2' as const,
      category: 'clip',
      model_name: 'x',
      operation: 'create' as const,
      logical_user_id: '1',
      request_id: null,
      payload: { after: { name: 'x' } },
      action: null,
      change_id: null,
      batch_id: null,
    };
    await store.write(async (writer) => {
      await appendForWebhooks(appendEvents, ['https://one.example/', 'https://two.example/'])(writer, [
        event,
      ]);
      const [first] = await writer.deliveries.due(100, 1);
      if (first)
        await writer.deliveries.update({
          ...first,
          state: 'failed',
          attempts: 20,
          last_error: 'it answered 500',
        });
    });
    await store.close();

    const log = await modelref(['webhooks', 'log', '--state', 'failed'], environment);
    expect(log.printed).toHaveLength(1);
    expect(log.printed[0]).toMatch(
      /^1\tfailed\t20 attempts\t1970-01-01T00:01:40\.000Z\thttps:.*\tit answered 500$/,
    );
    const replay = await modelref(['webhooks', 'replay'], environment);
    expect(replay.printed).toEqual(['1 deliveries are sent again']);
    expect((await modelref(['webhooks', 'log', '--state', 'waiting'], environment)).printed).toHaveLength(2);
    const ofEvent = async (id: string) => modelref(['webhooks', 'log', '--event', id], environment);
    expect((await ofEvent('1')).printed).toHaveLength(2);
    expect((await ofEvent('2')).printed).toEqual([]);
    expect((await ofEvent('x')).code).toBe(1);
    const replica = { ...environment, MODELREF_REPLICATE_MODE: 'REPLICA', MODELREF_PRIMARY_API_URL: 'none' };
    const refused = await modelref(['webhooks', 'log'], replica);
    expect([refused.code, refused.noted.at(-1)]).toEqual([
      1,
      expect.stringContaining('A REPLICA sends no webhooks'),
    ]);
  });
});
