import { type Kysely, sql } from 'kysely';
import type { ModelHashes, ModelReader, ModelRow, ModelWriter } from '../../services/ports/store/models.ts';
import type { Tables } from '../schema.ts';
import { chunks } from './chunks.ts';
import { afterFlush, Deferred } from './deferred.ts';
import type { HeldModels } from './held-models.ts';

export function modelReader(db: Kysely<Tables>): ModelReader {
  return {
    list: (category) =>
      db.selectFrom('models').selectAll().where('category', '=', category).orderBy('position').execute(),

    page: (category, behind, limit) =>
      db
        .selectFrom('models')
        .selectAll()
        .where('category', '=', category)
        .where('position', '>', behind)
        .orderBy('position')
        .limit(limit)
        .execute(),

    changedSince: async (category, version) => {
      const rows = await db
        .selectFrom('model_changes')
        .select('name')
        .where('category', '=', category)
        .where('version', '>', version)
        .execute();
      return rows.map(({ name }) => name);
    },

    get: async (category, name) =>
      (await db
        .selectFrom('models')
        .selectAll()
        .where('category', '=', category)
        .where('name', '=', name)
        .executeTakeFirst()) ?? null,

    getMany: async (category, names) => {
      const found: ModelRow[] = [];
      for (const some of chunks([...new Set(names)])) {
        const rows = await db
          .selectFrom('models')
          .selectAll()
          .where('category', '=', category)
          .where('name', 'in', some)
          .execute();
        found.push(...rows);
      }
      return found.sort((a, b) => a.position - b.position);
    },

    hashes: async (category, names) => {
      const found = new Map<string, ModelHashes>();
      for (const some of chunks([...new Set(names)])) {
        const rows = await db
          .selectFrom('models')
          .select(['name', 'v2_hash', 'legacy_hash'])
          .where('category', '=', category)
          .where('name', 'in', some)
          .execute();
        for (const { name, ...hashes } of rows) found.set(name, hashes);
      }
      return found;
    },

    size: async (category) => {
      const { models, characters } = await db
        .selectFrom('models')
        .select(({ fn }) => [
          fn.countAll().as('models'),
          sql<number>`coalesce(sum(length(v2) + coalesce(length(legacy), 0)), 0)`.as('characters'),
        ])
        .where('category', '=', category)
        .executeTakeFirstOrThrow();
      return { models: Number(models), characters: Number(characters) };
    },

    counts: async () => {
      const rows = await db
        .selectFrom('models')
        .select((expression) => ['category', expression.fn.countAll<number>().as('models')])
        .groupBy('category')
        .execute();
      return new Map(rows.map((row) => [row.category, row.models]));
    },

    versions: () => categoryVersions(db),
  };
}

/** Categories of the models that a transaction writes, one for each write. */
export function deferredVersions(db: Kysely<Tables>): Deferred<string> {
  return new Deferred(async (written) => {
    for (const [category, own] of Map.groupBy(written, (name) => name)) {
      await bumpVersion(db, category, own.length);
    }
  });
}

interface ModelWriterOptions {
  readonly versions: Deferred<string>;
  readonly held: HeldModels;
  /** Is told the category of every write. */
  readonly noted?: (category: string) => void;
}

export function modelWriter(
  db: Kysely<Tables>,
  { versions, held, noted = () => {} }: ModelWriterOptions,
): ModelWriter {
  const bump = (category: string): void => {
    versions.add(category);
    noted(category);
  };
  const written = {
    flush: async () => {
      await held.flush();
      await versions.flush();
    },
  };
  const reader = modelReader(db);
  return {
    ...afterFlush(held, reader),
    ...afterFlush(written, { versions: reader.versions, changedSince: reader.changedSince }),

    get: (category, name) => held.get(category, name),

    put: async (model, now, position) => {
      const place = await held.put(model, now, position);
      bump(model.category);
      return place;
    },

    before: async (category, position) => {
      await held.flush();
      const row = await db
        .selectFrom('models')
        .select('name')
        .where('category', '=', category)
        .where('position', '<', position)
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.name ?? null;
    },

    delete: async (category, name) => {
      await held.flush();
      const gone = await db
        .deleteFrom('models')
        .where('category', '=', category)
        .where('name', '=', name)
        .returning('position')
        .executeTakeFirst();
      if (!gone) return null;
      held.gone(category, name);
      bump(category);
      return gone.position;
    },

    replaceAll: async (category, models, now) => {
      await held.letGo();
      await db.deleteFrom('models').where('category', '=', category).execute();
      const rows = models.map((model, position) => ({
        ...model,
        category,
        position,
        created_at: now,
        updated_at: now,
      }));
      for (const some of chunks(rows)) await db.insertInto('models').values(some).execute();
      bump(category);
    },
  };
}

/** Every category's content version; a category that was never written is absent. */
export async function categoryVersions(db: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('category_versions').selectAll().execute();
  return new Map(rows.map((row) => [row.category, row.version]));
}

/** A category's content version grows by one with each write of a model. */
export async function bumpVersion(db: Kysely<Tables>, category: string, writes = 1): Promise<void> {
  await db
    .insertInto('category_versions')
    .values({ category, version: writes })
    .onConflict((conflict) =>
      conflict
        .column('category')
        .doUpdateSet((row) => ({ version: row('category_versions.version', '+', writes) })),
    )
    .execute();
}
