import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { copyDatabase } from '../../../src/app/copy-database.ts';
import { appendEvents } from '../../../src/modules/audit/append-events.ts';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { metadataStore, modelStore } from '../../../src/modules/catalog/store.ts';
import { counterStore } from '../../../src/modules/counters/store.ts';
import { aliasStore, familyStore, nameSchemaStore } from '../../../src/modules/names/store.ts';
import { changeStore, jobStore } from '../../../src/modules/queue/store.ts';
import type { Store } from '../../../src/store/store.ts';
import { onDatabase } from '../../support/databases.ts';
import { makeDatabase } from '../../support/make-database.ts';
import { openQueue } from '../../support/queue.ts';

/** Everything in a store that can be read through the port. */
async function contentOf(store: Store) {
  return store.read(async (reader) => ({
    models: await modelStore(reader).list('clip'),
    changes: await changeStore(reader).list({}, { offset: 0, limit: 500 }),
    events: await auditStore(reader).events({}, 1000),
    head: await auditStore(reader).head(),
    metadata: await metadataStore(reader).all(),
    job: await jobStore(reader).get('job'),
    aliases: await aliasStore(reader).all(),
    families: await familyStore(reader).all(),
    schemas: await nameSchemaStore(reader).all(),
    counters: await Promise.all(
      (['change', 'batch', 'groups'] as const).map((name) => counterStore(reader).current(name)),
    ),
  }));
}

function tablesOf(url: string): readonly string[] {
  const database = new Database(url.slice('sqlite:'.length), { readonly: true });
  const listed = database
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all();
  database.close();
  return listed.map(({ name }) => name);
}

onDatabase('PostgreSQL', (_, makeStore, makeUrl) => {
  describe('copying', () => {
    test('from SQLite to PostgreSQL and back takes everything over as it is, and goes on from there', async () => {
      const made = await makeDatabase('SQLite', 'nothing');
      const source = await makeStore.on(made.url);
      const queue = await openQueue(source);
      for (let i = 0; i < 250; i++)
        await queue.propose('create', 'clip', `model ${i}`, { description: `ünïcode ${i}` });
      await queue.approve(1, 2, 3);
      await queue.apply.applyMany(
        { changeIds: [2, 1], jobId: 'job' },
        { userId: '22', username: 'a#22', isRequestor: true, isApprover: true },
      );
      await source.write(async (writer) => {
        await aliasStore(writer).put({ canonical: 'Marx', aliases: ['marx', 'Karl'] });
        await familyStore(writer).put({ family_name: 'F', members: ['Marx'] });
        await nameSchemaStore(writer).put('Marx', { separator: '_' });
        await counterStore(writer).next('groups');
      });
      const before = await contentOf(source);
      expect(before.events.length).toBeGreaterThan(250);

      const postgresUrl = await makeUrl('nothing');
      const tables: string[] = [];
      const rows = await copyDatabase(made.url, postgresUrl, (table) => tables.push(table));
      expect(rows).toBeGreaterThan(700);
      expect(tables).toContain('audit_events');
      expect(tablesOf(made.url).filter((table) => !tables.includes(table))).toEqual([
        // Filled by the migrations, their rows are replaced.
        ...['audit_head', 'counters', 'file_counters'],
        // What triggers write, and what the migrations of the target do.
        ...['model_changes', 'open_batch', 'schema_migrations'],
      ]);
      const copy = await makeStore.on(postgresUrl);
      expect(await contentOf(copy)).toEqual(before);

      const back = await makeDatabase('SQLite', 'nothing');
      await copyDatabase(postgresUrl, back.url, () => {});
      const again = await makeStore.on(back.url);
      expect(await contentOf(again)).toEqual(before);

      // Ids and the chain go on where the source stopped.
      const next = await openQueue(copy);
      const change = await next.propose('create', 'clip', 'one more');
      expect(change.change_id).toBe(251);
      await copy.write((writer) => appendEvents(writer, []));
      await back.remove();
      await made.remove();
    });
  });
});
