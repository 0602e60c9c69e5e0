import { createPrivateKey } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeptCheckpoint } from '../../../scripts/release-fixture/checkpoint.ts';
import { createSigner, createSigningKey, signNote } from '../../../src/kernel/transparency/signed-note.ts';
import { createCheckpoints } from '../../../src/modules/audit/checkpoints.ts';
import { openSigner } from '../../../src/modules/audit/module.ts';
import { openStore } from '../../../src/store/open.ts';
import { newFolder } from '../../support/new-folder.ts';
import { openQueue, type Queue } from '../../support/queue.ts';
import { modelref } from './terminal.ts';

const directory = newFolder(afterAll);
let key: string;
let origin: string;
const file = (name: string) => join(directory, name);
const environment = { MODELREF_DATABASE_URL: `sqlite:${file('registry.db')}` };

/** Opens the database, lets `work` write, and keeps the checkpoint signed then. */
async function signed(keptAs: string, work: (queue: Queue) => Promise<unknown>): Promise<void> {
  const databaseUrl = `sqlite:${file('registry.db')}`;
  const store = await openStore(databaseUrl);
  const queue = await openQueue(store);
  const signer = await openSigner({ databaseUrl, auditSigningKeyFile: null });
  origin = signer.name;
  const checkpoints = createCheckpoints({ store, signer });
  await work(queue);
  await writeFile(file(keptAs), await checkpoints.latest());
  key = checkpoints.key;
  await queue.catalog.finishCompression();
  await store.close();
}

beforeAll(async () => {
  await signed('early', (queue) => queue.write('create', 'clip', 'ä/ö 🎨'));
  await modelref(['backup', file('backup.db')], environment);
  await signed('late', (queue) => queue.write('create', 'clip', 'b'));
  await writeFile(file('log.pub'), `${key}\n`);
});

const audit = (...words: string[]) => modelref(['audit', ...words], environment);
/** Without any environment: as on another machine. */
const elsewhere = (...words: string[]) => modelref(['audit', ...words], {});

describe('audit verify --checkpoint', () => {
  test('finds that the trail is what was signed, and more', async () => {
    for (const [name, id] of [
      ['early', 4],
      ['late', 8],
    ] as const) {
      const { code, printed } = await audit('verify', '--checkpoint', file(name));
      expect([code, printed.at(-1)]).toEqual([
        0,
        `Event ${id} matches the checkpoint signed by ${origin}: no event up to it was altered since.`,
      ]);
    }
  });

  test('finds the database replaced by an older backup', async () => {
    const replaced = { ...environment, MODELREF_DATABASE_URL: `sqlite:${file('replaced.db')}` };
    await copyFile(file('backup.db'), file('replaced.db'));
    const without = await modelref(['audit', 'verify'], replaced);
    expect(without.code).toBe(0);
    const words = ['audit', 'verify', '--checkpoint', file('late'), '--key', key];
    const { code, noted } = await modelref(words, replaced);
    expect([code, noted.at(-1)]).toEqual([
      1,
      expect.stringMatching(
        /^First bad event: 5\. the trail ends with event 4, .* older backup was restored$/,
      ),
    ]);
  });

  test('looks at an exported trail as well', async () => {
    await audit('export', file('trail'));
    const words = ['verify', file('trail'), '--checkpoint', file('late'), '--key', file('log.pub')];
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
    expect((await audit('verify', '--checkpoint', file('altered'))).noted.at(-1)).toContain(
      `signature by ${origin} does not match the text`,
    );
    const other = createSigner(origin, createPrivateKey(createSigningKey()));
    await writeFile(file('foreign'), signNote(note.slice(0, note.indexOf('\n\n') + 1), other));
    const { code, noted } = await audit('verify', '--checkpoint', file('foreign'));
    expect([code, noted.at(-1)]).toEqual([
      1,
      expect.stringContaining(`is not signed with the key of ${origin}`),
    ]);
  });

  test.each(['0.1.0-checkpoints', '0.2.0', '0.3.0'])(
    'refuses a checkpoint of %s, and says what checks it',
    async (release) => {
      const fixture = `test/fixtures/releases/${release}/v2.checkpoint.json.br`;
      const kept = JSON.parse(brotliDecompressSync(await readFile(fixture)).toString()) as KeptCheckpoint;
      await writeFile(file('former'), kept.checkpoint);
      const { code, printed, noted } = await audit(
        'verify',
        '--checkpoint',
        file('former'),
        '--key',
        kept.key.trim(),
      );
      expect([code, printed, noted.at(-1)]).toEqual([
        1,
        [],
        expect.stringMatching(
          /former: the checkpoint of \d+ events has the format of release 0\.3\.0 or earlier, .* Check it with release 0\.3\.0: modelref audit verify/,
        ),
      ]);
    },
  );

  test('says what is missing', async () => {
    const { noted } = await audit('verify', '--checkpoint', file('nowhere'));
    expect(noted.at(-1)).toBe(`File not found: ${file('nowhere')}.`);
    const nobody = { MODELREF_DATABASE_URL: `sqlite:${file('no-key.db')}` };
    const unknown = await modelref(['audit', 'verify', '--checkpoint', file('early')], nobody);
    expect([unknown.code, unknown.noted.at(-1)]).toEqual([
      1,
      expect.stringContaining('give the public key with --key'),
    ]);
  });
});
