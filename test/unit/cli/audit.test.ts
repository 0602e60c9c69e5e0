import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseEventLine } from '../../../src/modules/audit/event.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { newFolder } from '../../support/new-folder.ts';
import { approver, openQueue, type Queue } from '../../support/queue.ts';
import { modelref } from './terminal.ts';

const url = `sqlite:${join(newFolder(afterAll), 'registry.db')}`;
const environment = { MODELREF_DATABASE_URL: url };
let trail: string;
let store: Store;
let queue: Queue;

beforeAll(async () => {
  store = await openStore(url);
  queue = await openQueue(store);
  await queue.write('create', 'clip', 'ä/ö 🎨');
  await queue.write('create', 'lora', 'b', { description: 'line\nfeed \u2028' });
  const ids = await queue.approvedClips('c', 'd');
  await queue.apply.applySingle(ids[0] as number, 'job', approver);
});
afterAll(() => store.close());
beforeEach(() => {
  trail = newFolder();
});

const audit = (...words: string[]) => modelref(['audit', ...words], environment);
const linesOf = async (place: string) =>
  (await readFile(join(trail, place, 'audit-000001.jsonl'), 'latin1')).split('\n').slice(0, -1);

describe('audit export', () => {
  test('writes a file for each category, one event a line, and where the trail ends', async () => {
    const events = await queue.events();
    const { code, printed } = await audit('export', trail);
    expect([code, printed]).toEqual([
      0,
      [`${events.length} events; the last has the hash ${events.at(-1)?.hash}`],
    ]);
    expect(await readdir(join(trail, 'v2'))).toEqual(['clip', 'lora', 'pending_queue']);
    const index = JSON.parse(await readFile(join(trail, 'index.json'), 'utf8'));
    expect(index).toEqual({ last_event_id: events.length, last_hash: events.at(-1)?.hash });

    const clips = await linesOf('v2/clip');
    expect(clips.map(parseEventLine)).toEqual(events.filter(({ category }) => category === 'clip'));
    expect(clips[0]).toMatch(
      /^\{"event_id":3,"timestamp":\d+,"domain":"v2","category":"clip","model_name":"\\u00e4\/\\u00f6 \\ud83c\\udfa8"/,
    );
    // Queue events have no request id; null is left out.
    expect((await linesOf('v2/pending_queue'))[0]).not.toContain('request_id":');
  });

  test('begins another file once one has 5 MiB', async () => {
    const url = `sqlite:${join(newFolder(), 'registry.db')}`;
    const other = await openStore(url);
    const otherQueue = await openQueue(other);
    const description = 'x'.repeat(900_000);
    for (const name of ['a', 'b', 'c', 'd']) await otherQueue.write('create', 'clip', name, { description });
    await other.close();
    const { code } = await modelref(['audit', 'export', trail], { MODELREF_DATABASE_URL: url });
    expect(code).toBe(0);
    expect(await readdir(join(trail, 'v2/clip'))).toEqual(['audit-000001.jsonl', 'audit-000002.jsonl']);
    expect((await audit('verify', trail)).printed[0]).toMatch(/^16 events: none is missing/);
  });

  test('refuses a directory that holds something', async () => {
    await writeFile(join(trail, 'mine'), '');
    const { code, noted } = await audit('export', trail);
    expect([code, noted[0]]).toEqual([1, expect.stringContaining('is not empty')]);
  });
});

describe('audit verify', () => {
  test('finds that trail and database tell the same', async () => {
    const { code, printed } = await audit('verify');
    expect([code, printed]).toEqual([
      0,
      [
        `${(await queue.events()).length} events: none is missing, altered or out of order.`,
        'The replayed events match the 3 live models and 4 queued changes in the database.',
      ],
    ]);
  });

  test('checks an exported trail by itself', async () => {
    await audit('export', trail);
    await queue.propose('create', 'clip', `later ${trail}`);
    expect((await audit('verify', trail)).code).toBe(0);
  });

  test('names the event when a byte of a file is another', async () => {
    await audit('export', trail);
    const path = join(trail, 'v2/clip/audit-000001.jsonl');
    const text = await readFile(path, 'latin1');
    const at = text.indexOf('"purpose"');
    await writeFile(path, `${text.slice(0, at)}X${text.slice(at + 1)}`, 'latin1');
    const { code, noted } = await audit('verify', trail);
    expect(code).toBe(1);
    expect(noted).toEqual([
      'v2/clip/audit-000001.jsonl line 1 is not a line that modelref audit export writes',
      expect.stringMatching(/^First bad event: 3\. event 4 follows event 2: 3 is missing$/),
    ]);
  });

  test('names the event when the end of a file is gone', async () => {
    await audit('export', trail);
    const path = join(trail, 'v2/pending_queue/audit-000001.jsonl');
    const lines = (await readFile(path, 'latin1')).split('\n');
    await truncate(path, lines.slice(0, -2).join('\n').length + 1);
    const last = (await queue.events()).findLast(({ category }) => category === 'pending_queue')?.event_id;
    const { code, noted } = await audit('verify', trail);
    expect([code, noted.at(-1)]).toEqual([1, expect.stringContaining(`First bad event: ${last}.`)]);
  });

  test('notices that nothing but the last line feed of a file is gone', async () => {
    await audit('export', trail);
    const path = join(trail, 'v2/lora/audit-000001.jsonl');
    await truncate(path, (await readFile(path)).length - 1);
    const { code, noted } = await audit('verify', trail);
    expect([code, noted[0]]).toEqual([
      1,
      'v2/lora/audit-000001.jsonl line 1 is not a line that modelref audit export writes',
    ]);
  });

  test('is not for a REPLICA', async () => {
    const { code, noted } = await modelref(['audit', 'verify'], {
      ...environment,
      MODELREF_REPLICATE_MODE: 'REPLICA',
      MODELREF_PRIMARY_API_URL: 'http://127.0.0.1:9/api',
    });
    expect([code, noted.at(-1)]).toEqual([1, expect.stringContaining('A REPLICA has no audit trail')]);
  });

  test('says when there is no trail, or its index is not what an export writes', async () => {
    expect((await audit('verify', join(trail, 'nowhere'))).noted[0]).toContain('No exported audit trail');
    await audit('export', trail);
    await writeFile(join(trail, 'index.json'), '{}');
    expect((await audit('verify', trail)).noted[0]).toContain('was altered');
  });
});

test('an empty trail beside models is said first; an empty database is named as such', async () => {
  const database = { MODELREF_DATABASE_URL: `sqlite:${join(newFolder(), 'registry.db')}` };
  const empty = await modelref(['audit', 'verify'], database);
  expect([empty.code, empty.printed]).toEqual([0, [expect.stringContaining('The audit trail is empty')]]);
  await modelref(['import', 'test/fixtures/legacy'], { ...database, MODELREF_AUDIT__ENABLED: 'false' });
  const { code, noted } = await modelref(['audit', 'verify'], database);
  expect([code, noted.at(-1)]).toEqual([
    1,
    expect.stringMatching(/^the audit trail is empty, but the database holds \d+ models/),
  ]);
});
