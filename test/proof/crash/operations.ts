/**
 * The operations that must happen as a whole or not at all, each on a small database on which it has
 * something to do everywhere.
 */

import type { ApplyManyRequest } from '../../../src/modules/queue/apply.ts';
import { importReferences } from '../../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../../src/modules/transfer/reference-files.ts';
import { postgresWords, sqliteWords } from '../../../src/store/migrations/migration.ts';
import { migrate, migrations } from '../../../src/store/migrations/run.ts';
import { openStore, sqliteFile } from '../../../src/store/open.ts';
import { openRawPostgres, openRawSqlite } from '../../../src/store/raw.ts';
import type { Store } from '../../../src/store/store.ts';
import { categories, usualCategories } from '../../support/categories.ts';
import { approver, openQueue } from '../../support/queue.ts';
import { runSql } from '../../support/run-sql.ts';

export interface AtomicOperation {
  readonly name: string;
  /** Makes the database at `url`, which is empty, as it is before. */
  prepare(url: string): Promise<void>;
  /** Whether the database has to be open already, or opening it is the operation. */
  open(url: string): Promise<OpenOperation>;
}

export interface OpenOperation {
  run(): Promise<unknown>;
  close(): Promise<void>;
}

async function onStore(url: string, work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await openStore(url);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

async function openApply(url: string, request: ApplyManyRequest): Promise<OpenOperation> {
  const store = await openStore(url);
  const queue = await openQueue(store);
  return { run: () => queue.apply.applyMany(request, approver), close: () => store.close() };
}

const apply: AtomicOperation = {
  name: 'an apply of a create, an update and a delete, which splits its batch',
  prepare: (url) =>
    onStore(url, async (store) => {
      const queue = await openQueue(store);
      for (const name of ['old', 'gone']) await queue.write('create', 'clip', name);
      const changes = [
        await queue.propose('create', 'clip', 'new', { description: 'a new one' }),
        await queue.propose('update', 'clip', 'old', { description: 'another text' }),
        await queue.propose('delete', 'clip', 'gone'),
        await queue.propose('create', 'clip', 'left for later'),
      ];
      await queue.approve(...changes);
    }),
  open: (url) => openApply(url, { changeIds: [3, 4, 5], jobId: 'job' }),
};

const publishing: AtomicOperation = {
  name: 'an apply of a change set with a baseline, and of its first model',
  prepare: (url) =>
    onStore(url, async (store) => {
      const queue = await openQueue(store);
      const record = { name: 'cosmos_9' };
      const changes = [{ operation: 'upsert', name: 'cosmos_9', record, expected_before: null }];
      const changeSet = { title: 'Cosmos', changes };
      const set = await queue.proposals.propose({ kind: 'image_baseline', changeSet, caller: approver });
      const first = { baseline: 'cosmos_9', nsfw: false };
      await queue.approve(set, await queue.propose('create', 'image_generation', 'Nebula', first));
    }),
  open: (url) => openApply(url, { changeIds: [1, 2], jobId: 'job' }),
};

const stoppingApply: AtomicOperation = {
  ...apply,
  name: 'an apply that stops at a change which nobody has approved',
  prepare: (url) =>
    onStore(url, async (store) => {
      const queue = await openQueue(store);
      await queue.approvedClips('first', 'left for later');
      await queue.propose('create', 'clip', 'not approved');
    }),
  open: (url) => openApply(url, { changeIds: [1, 3], jobId: 'job', allowMixedBatch: true }),
};

const importing: AtomicOperation = {
  name: 'an import that creates, updates and deletes models and an alias',
  prepare: (url) =>
    onStore(url, (store) => importFiles(store, { old: 'as it was', gone: 'not for long' }, ['x'])),
  open: async (url) => {
    const store = await openStore(url);
    return {
      run: () => importFiles(store, { old: 'as it is', new: 'from now on' }, ['x', 'y']),
      close: () => store.close(),
    };
  },
};

async function importFiles(
  store: Store,
  clips: Readonly<Record<string, string>>,
  aliases: readonly string[],
): Promise<void> {
  const records = Object.entries(clips).map(([name, description]) => [
    name,
    {
      name,
      description,
      record_type: 'clip',
      model_classification: { domain: 'image', purpose: 'feature_extractor' },
    },
  ]);
  const files: Readonly<Record<string, unknown>> = {
    'clip.json': Object.fromEntries(records),
    'text_generation_group_aliases.json': { Mistral: { aliases } },
  };
  const source = {
    label: (path: string) => path,
    read: async (path: string) => (path in files ? JSON.stringify(files[path]) : null),
  };
  await importReferences(store, await readReferenceFiles(source, categories, null), {
    categories: usualCategories,
    canonicalFormat: 'v2',
    now: 1_700_000_000,
    prune: true,
  });
}

const migratingFrom = (version: number): AtomicOperation => ({
  name: version === 0 ? 'making the schema' : `migrating from schema version ${version}`,
  prepare: async (url) => {
    const file = sqliteFile(url);
    if (file !== null) await runSql(url, 'PRAGMA journal_mode = WAL');
    if (version === 0) return;
    const database = file === null ? openRawPostgres(url) : openRawSqlite(file);
    const words = file === null ? postgresWords : sqliteWords;
    await database
      .transaction()
      .execute((transaction) => migrate(transaction, words, { known: migrations.slice(0, version) }));
    await database.destroy();
  },
  open: async (url) => ({ run: () => onStore(url, async () => {}), close: async () => {} }),
});

export const atomicWrites: readonly AtomicOperation[] = [apply, publishing, stoppingApply, importing];

/**
 * From nothing, which takes every statement of every migration, and from the schemas of the releases
 * (0.1.0 in its two states, 0.2.0).
 */
export const atomicMigrations: readonly AtomicOperation[] = [0, 4, 10, 28].map(migratingFrom);
