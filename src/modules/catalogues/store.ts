import type { JsonObject } from '../../kernel/json.ts';
import { splitIntoChunks } from '../../store/chunks.ts';
import { fromJson, toJson } from '../../store/json-column.ts';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import { type Catalogue, type CatalogueKind, type EntryWrite, sortSection } from './catalogue.ts';

/** The revision of a stored catalogue. Readers use it to detect changes. */
export type CatalogueHead = Pick<Catalogue, 'revision' | 'updated_at'>;

function reads({ db }: Tx) {
  const readAll = (kind: CatalogueKind) =>
    db.selectFrom('catalogue_entries').select(['section', 'name', 'body']).where('kind', '=', kind).execute();
  return {
    /** Returns the current revision of each catalogue, by kind; omits catalogues that were never written. */
    getHeads: async (): Promise<ReadonlyMap<string, CatalogueHead>> => {
      const rows = await db.selectFrom('catalogues').selectAll().execute();
      return new Map(rows.map(({ kind, revision, updated_at }) => [kind, { revision, updated_at }]));
    },

    /** Lists the stored rows of a catalogue's entries. */
    listEntries: readAll,

    /**
     * Reads an entire catalogue; null if it was never written.
     * @param sections its sections, including those without entries
     */
    get: async (kind: CatalogueKind, sections: readonly string[]): Promise<Catalogue | null> => {
      const head = await db
        .selectFrom('catalogues')
        .select(['revision', 'updated_at'])
        .where('kind', '=', kind)
        .executeTakeFirst();
      if (!head) return null;
      const rowsBySection = Map.groupBy(await readAll(kind), ({ section }) => section);
      const entriesOf = (section: string) =>
        (rowsBySection.get(section) ?? []).map(({ name, body }) => {
          const entryTitle = `entry '${name}' of ${section} of the catalogue ${kind}`;
          return [name, fromJson<JsonObject>(body, entryTitle)] as const;
        });
      return {
        ...head,
        sections: Object.fromEntries(sections.map((section) => [section, sortSection(entriesOf(section))])),
      };
    },
  };
}

function writes({ db }: WriteTx) {
  return {
    /** Stores the revision of a catalogue. */
    putHead: async (kind: CatalogueKind, { revision, updated_at }: CatalogueHead): Promise<void> => {
      const head = { revision, updated_at };
      await db
        .insertInto('catalogues')
        .values({ kind, ...head })
        .onConflict((conflict) => conflict.column('kind').doUpdateSet(head))
        .execute();
    },

    /** Stores the entries of these writes, and no others. */
    putEntries: async (kind: CatalogueKind, entries: readonly EntryWrite[]): Promise<void> => {
      for (const { section, name, after } of entries) {
        if (after !== null) continue;
        await db
          .deleteFrom('catalogue_entries')
          .where('kind', '=', kind)
          .where('section', '=', section)
          .where('name', '=', name)
          .execute();
      }
      const rows = entries.flatMap(({ section, name, after }) =>
        after === null ? [] : { kind, section, name, body: toJson(after) },
      );
      for (const chunk of splitIntoChunks(rows, ({ body }) => body.length)) {
        await db
          .insertInto('catalogue_entries')
          .values(chunk)
          .onConflict((conflict) =>
            conflict
              .columns(['kind', 'section', 'name'])
              .doUpdateSet(({ ref }) => ({ body: ref('excluded.body') })),
          )
          .execute();
      }
    },
  };
}

export const catalogueStore = storeOver(reads, writes);
