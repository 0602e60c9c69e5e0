import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signNote } from '../../../src/kernel/transparency/signed-note.ts';
import { type Checkpoints, createCheckpoints } from '../../../src/modules/audit/checkpoints.ts';
import { openSigner } from '../../../src/modules/audit/module.ts';
import { openStore } from '../../../src/store/open.ts';
import { openQueue, type Queue } from '../../support/queue.ts';
import { modelref } from './terminal.ts';

let directory: string;
let environment: Record<string, string>;
let key: string;
const file = (name: string) => join(directory, name);

/** Opens the database, lets `work` write, and keeps the checkpoint signed then. */
async function signed(
  keptAs: string,
  work: (queue: Queue, checkpoints: Checkpoints) => Promise<unknown>,
): Promise<void> {
  const databaseUrl = `sqlite:${file('registry.db')}`;
  const store = await openStore(databaseUrl);
  const queue = await openQueue(store);
  const given = { auditOrigin: 'log.example', auditSigningKey: null, auditSigningKeyFile: null };
  const signer = await openSigner({ ...given, databaseUrl });
  const { clock } = queue;
  const checkpoints = createCheckpoints({ store, clock, signer });
  await work(queue, checkpoints);
  await checkpoints.make();
  await writeFile(file(keptAs), await checkpoints.latest());
  key = checkpoints.key;
  await queue.catalog.settled();
  await store.close();
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'modelref-checkpoint-'));
  environment = {
    MODELREF_DATABASE_URL: `sqlite:${file('registry.db')}`,
    MODELREF_AUDIT_ORIGIN: 'log.example',
  };
  await signed('early', (queue) => queue.write('create', 'clip', 'ä/ö 🎨'));
  await modelref(['backup', file('backup.db')], environment);
  await signed('late', (queue) => queue.write('create', 'clip', 'b'));
  await writeFile(file('log.pub'), `${key}\n`);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const audit = (...words: string[]) => modelref(['audit', ...words], environment);
/** Without any environment: as on another machine. */
const elsewhere = (...words: string[]) => modelref(['audit', ...words], {});

describe('audit verify --extends', () => {
  test('finds that the trail is what was signed, and more', async () => {
    for (const [name, size] of [
      ['early', 4],
      ['late', 8],
    ] as const) {
      const { code, printed } = await audit('verify', '--extends', file(name));
      expect([code, printed.at(-1)]).toEqual([
        0,
        `The trail begins with the ${size} events that log.example signed in the checkpoint given.`,
      ]);
    }
  });

  test('finds the database replaced by an older backup', async () => {
    const replaced = { ...environment, MODELREF_DATABASE_URL: `sqlite:${file('replaced.db')}` };
    await copyFile(file('backup.db'), file('replaced.db'));
    const without = await modelref(['audit', 'verify'], replaced);
    expect(without.code).toBe(0);
    const words = ['audit', 'verify', '--extends', file('late'), '--key', key];
    const { code, noted } = await modelref(words, replaced);
    expect([code, noted.at(-1)]).toEqual([
      1,
      expect.stringMatching(/^First bad event: 5\. the trail ends with event 4, .* older backup$/),
    ]);
  });

  test('looks at an exported trail as well', async () => {
    await audit('export', file('trail'));
    const words = ['verify', file('trail'), '--extends', file('late'), '--key', file('log.pub')];
    expect((await elsewhere(...words)).code).toBe(0);
    await modelref(['audit', 'export', file('old-trail')], {
      MODELREF_DATABASE_URL: `sqlite:${file('backup.db')}`,
    });
    words[1] = file('old-trail');
    expect(await elsewhere(...words)).toMatchObject({
      code: 1,
      noted: [expect.stringContaining('the trail ends with event 4')],
    });
  });

  test('takes no checkpoint that the key has not signed', async () => {
    const note = await readFile(file('early'), 'utf8');
    await writeFile(file('altered'), note.replace('\n4\n', '\n3\n'));
    expect((await audit('verify', '--extends', file('altered'))).noted.at(-1)).toContain(
      'signature by log.example is wrong',
    );
    const other = await openSigner({
      auditOrigin: 'log.example',
      auditSigningKey: null,
      auditSigningKeyFile: file('other.key'),
      databaseUrl: 'sqlite:x',
    });
    await writeFile(file('foreign'), signNote(note.slice(0, note.indexOf('\n\n') + 1), other));
    const { code, noted } = await audit('verify', '--extends', file('foreign'));
    expect([code, noted.at(-1)]).toEqual([
      1,
      expect.stringContaining('is not signed by the key of log.example'),
    ]);
  });

  test('says what is missing', async () => {
    const { noted } = await audit('verify', '--extends', file('nowhere'));
    expect(noted.at(-1)).toBe(`There is no file ${file('nowhere')}.`);
    const nobody = { MODELREF_DATABASE_URL: `sqlite:${file('no-key.db')}` };
    const unknown = await modelref(['audit', 'verify', '--extends', file('early')], nobody);
    expect([unknown.code, unknown.noted.at(-1)]).toEqual([
      1,
      expect.stringContaining('give the public key with --key'),
    ]);
  });
});

describe('audit prove', () => {
  const proved = async (name: string, ...words: string[]) => {
    const { code, printed } = await audit('prove', ...words);
    expect(code).toBe(0);
    await writeFile(file(name), `${printed.join('\n')}\n`);
  };

  test('writes a proof of each event, which is checked without a database', async () => {
    for (let id = 1; id <= 8; id += 1) {
      await proved('proof', String(id));
      const { code, printed } = await elsewhere('verify', '--proof', file('proof'), '--key', key);
      expect([code, printed[0]]).toEqual([0, `Event ${id} is among the 8 events that log.example signed:`]);
      expect(JSON.parse(printed[1] as string)).toMatchObject({ event_id: id });
    }
  });

  test('proves nothing about another event, place or checkpoint', async () => {
    await proved('proof', '3');
    const text = await readFile(file('proof'), 'utf8');
    const extra = Buffer.from('{"event_id":3}').toString('base64');
    for (const forged of [
      text.replace('index 2', 'index 3'),
      text.replace(/extra .*/, `extra ${extra}`),
      text.slice(0, text.indexOf('\n\n') + 2) + (await readFile(file('early'), 'utf8')),
    ]) {
      await writeFile(file('forged'), forged);
      const { code, noted } = await elsewhere('verify', '--proof', file('forged'), '--key', key);
      expect([code, noted.at(-1)]).toEqual([
        1,
        expect.stringContaining('does not prove that its event is among'),
      ]);
    }
    await writeFile(file('forged'), 'hello\n\n');
    expect((await elsewhere('verify', '--proof', file('forged'), '--key', key)).noted.at(-1)).toContain(
      'is not a proof',
    );
  });

  test('writes a proof that the trail grew from a checkpoint', async () => {
    await proved('growth', '--extends', file('early'));
    const check = (earlier: string) =>
      elsewhere('verify', '--proof', file('growth'), '--extends', file(earlier), '--key', key);
    expect(await check('early')).toMatchObject({
      code: 0,
      printed: ['The 8 events that log.example signed begin with the 4 of the earlier checkpoint.'],
    });
    expect((await check('late')).noted.at(-1)).toContain('does not prove that the 8 events');
    const alone = await elsewhere('verify', '--proof', file('growth'), '--key', key);
    expect(alone.noted.at(-1)).toContain('give the earlier checkpoint with --extends');
  });

  test('refuses what cannot be proved', async () => {
    const { noted } = await audit('prove', '9');
    expect(noted.at(-1)).toContain('No checkpoint has event 9 yet: the newest one ends with event 8');
    expect((await audit('prove')).noted.at(-1)).toContain('Give the id of an event, or --extends');
    expect((await audit('prove', '0')).code).toBe(2);
  });
});
