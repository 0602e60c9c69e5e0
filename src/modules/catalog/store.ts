import { type RawBuilder, sql } from 'kysely';
import { chunks, splitIntoChunks } from '../../store/chunks.ts';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { CategoryMetadataRow, ModelHashes, ModelOperation, ModelRow, NewModel } from './tables.ts';

function modelReads({ db }: Tx) {
  return {
    /** Lists the models of a category in stored order. */
    list: (category: string): Promise<ModelRow[]> =>
      db.selectFrom('models').selectAll().where('category', '=', category).orderBy('position').execute(),

    /** Lists the names of a category's models in stored order. */
    names: async (category: string): Promise<string[]> => {
      const rows = await db
        .selectFrom('models')
        .select('name')
        .where('category', '=', category)
        .orderBy('position')
        .execute();
      return rows.map(({ name }) => name);
    },

    /** Lists the models after a position, in stored order, at most `limit`. */
    page: (category: string, afterPosition: number, limit: number): Promise<ModelRow[]> =>
      db
        .selectFrom('models')
        .selectAll()
        .where('category', '=', category)
        .where('position', '>', afterPosition)
        .orderBy('position')
        .limit(limit)
        .execute(),

    /**
     * Lists the models of all categories whose v2 text contains `text`, which must not contain `%` or `_`.
     */
    containing: (text: string): Promise<ModelRow[]> =>
      db
        .selectFrom('models')
        .selectAll()
        .where('v2', 'like', `%${text}%`)
        .orderBy('category')
        .orderBy('position')
        .execute(),

    /** Returns the names of all models written or deleted since this version of the category. */
    changedSince: async (category: string, version: number): Promise<string[]> => {
      const rows = await db
        .selectFrom('model_changes')
        .select('name')
        .where('category', '=', category)
        .where('version', '>', version)
        .execute();
      return rows.map(({ name }) => name);
    },

    /** Lists the models whose records have former names, in stored order. */
    renamed: (category: string): Promise<ModelRow[]> =>
      db
        .selectFrom('models')
        .selectAll()
        .where('category', '=', category)
        .where('v2', 'like', '%"renamed_from":[%')
        .orderBy('position')
        .execute(),

    get: async (category: string, name: string): Promise<ModelRow | null> =>
      (await db
        .selectFrom('models')
        .selectAll()
        .where('category', '=', category)
        .where('name', '=', name)
        .executeTakeFirst()) ?? null,

    getMany: async (category: string, names: readonly string[]): Promise<ModelRow[]> => {
      const models: ModelRow[] = [];
      for (const chunk of chunks([...new Set(names)])) {
        const rows = await db
          .selectFrom('models')
          .selectAll()
          .where('category', '=', category)
          .where('name', 'in', chunk)
          .execute();
        models.push(...rows);
      }
      return models.sort((a, b) => a.position - b.position);
    },

    /** Returns the hashes of the named models, by name; omits models that do not exist. */
    hashes: async (category: string, names: readonly string[]): Promise<ReadonlyMap<string, ModelHashes>> => {
      const hashesByName = new Map<string, ModelHashes>();
      for (const chunk of chunks([...new Set(names)])) {
        const rows = await db
          .selectFrom('models')
          .select(['name', 'v2_hash', 'legacy_hash'])
          .where('category', '=', category)
          .where('name', 'in', chunk)
          .execute();
        for (const { name, ...hashes } of rows) hashesByName.set(name, hashes);
      }
      return hashesByName;
    },

    /** Counts the models of each category; omits categories without models. */
    counts: async (): Promise<ReadonlyMap<string, number>> => {
      const rows = await db
        .selectFrom('models')
        .select((expression) => ['category', expression.fn.countAll<number>().as('models')])
        .groupBy('category')
        .execute();
      return new Map(rows.map((row) => [row.category, row.models]));
    },

    /** Returns the content version of each category that was ever written. */
    versions: async (): Promise<ReadonlyMap<string, number>> => {
      const rows = await db.selectFrom('category_versions').selectAll().execute();
      return new Map(rows.map((row) => [row.category, row.version]));
    },

    /** Returns the name of the last model before a position; null when there is none. */
    before: async (category: string, position: number): Promise<string | null> => {
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
  };
}

function modelWrites({ db }: WriteTx) {
  const incrementVersion = async (category: string, writes = 1): Promise<void> => {
    await db
      .insertInto('category_versions')
      .values({ category, version: writes })
      .onConflict((conflict) =>
        conflict
          .column('category')
          .doUpdateSet((row) => ({ version: row('category_versions.version', '+', writes) })),
      )
      .execute();
  };
  return {
    /**
     * Inserts a model, or replaces the model with this name, which keeps its position. Increments the
     * category's version.
     * @param position the position of a new model; appended if absent or null
     * @returns the model's position
     */
    put: async (model: NewModel, now: number, position?: number | null): Promise<number> => {
      const { category, name: _, ...texts } = model;
      const insertedRow = await db
        .insertInto('models')
        .values({ ...model, position: position ?? endPositionOf(category), created_at: now, updated_at: now })
        .onConflict((conflict) =>
          conflict.columns(['category', 'name']).doUpdateSet({ ...texts, updated_at: now }),
        )
        .returning('position')
        .executeTakeFirstOrThrow();
      await incrementVersion(category);
      return insertedRow.position;
    },

    /** Inserts new models at their positions. Raises the category's version by the number of models. */
    insertNew: async (
      category: string,
      models: readonly (NewModel & Pick<ModelRow, 'position'>)[],
      now: number,
    ): Promise<void> => {
      if (models.length === 0) return;
      const rows = models.map((model) => ({ ...model, category, created_at: now, updated_at: now }));
      for (const chunk of splitIntoChunks(rows, ({ v2, legacy }) => v2.length + (legacy?.length ?? 0))) {
        await db.insertInto('models').values(chunk).execute();
      }
      await incrementVersion(category, rows.length);
    },

    /**
     * Deletes a model and increments the category's version. Returns the model's position; null if there was
     * no such model.
     */
    delete: async (category: string, name: string): Promise<number | null> => {
      const deletedRow = await db
        .deleteFrom('models')
        .where('category', '=', category)
        .where('name', '=', name)
        .returning('position')
        .executeTakeFirst();
      if (!deletedRow) return null;
      await incrementVersion(category);
      return deletedRow.position;
    },

    /**
     * Sorts the models of a category in this order, which must contain all of their names. They get new
     * positions, above all earlier positions of the category. Does not change the version; the related writes
     * raise it.
     */
    reorder: async (category: string, names: readonly string[]): Promise<void> => {
      const { end } = await db.selectNoFrom(endPositionOf(category).as('end')).executeTakeFirstOrThrow();
      let nextPosition = Number(end);
      for (const chunk of chunks(names)) {
        const rows = chunk.map((name) => sql`(${name}, ${sql.raw(String(nextPosition++))})`);
        await sql`with places (name, place) as (values ${sql.join(rows)})
          update models set position = places.place from places
          where models.category = ${category} and models.name = places.name`.execute(db);
      }
    },

    /**
     * Replaces all models of the category with the given ones, in their order. Increments the category's
     * version.
     */
    replaceAll: async (category: string, models: readonly NewModel[], now: number): Promise<void> => {
      await db.deleteFrom('models').where('category', '=', category).execute();
      const rows = models.map((model, position) => ({
        ...model,
        category,
        position,
        created_at: now,
        updated_at: now,
      }));
      for (const chunk of chunks(rows)) await db.insertInto('models').values(chunk).execute();
      await incrementVersion(category);
    },
  };
}

export const modelStore = storeOver(modelReads, modelWrites);

/**
 * Returns an SQL expression for the position of a new model: after all current and former models of the
 * category. The position is at least `total_creates`, the number of models ever created, because all earlier
 * positions are lower than this number.
 */
function endPositionOf(category: string): RawBuilder<number> {
  return sql<number>`(select coalesce(max(place), 0) from (
    select max(position) + 1 as place from models where category = ${category}
    union all select total_creates from category_metadata where category = ${category}) as places)`;
}

function metadataReads({ db }: Tx) {
  return {
    get: async (category: string): Promise<CategoryMetadataRow | null> =>
      (await db
        .selectFrom('category_metadata')
        .selectAll()
        .where('category', '=', category)
        .executeTakeFirst()) ?? null,
    all: (): Promise<CategoryMetadataRow[]> =>
      db.selectFrom('category_metadata').selectAll().orderBy('category').execute(),
  };
}

function metadataWrites({ db }: WriteTx) {
  return {
    /** Creates the category's metadata row if it is missing. */
    initialise: async (category: string, now: number): Promise<void> => {
      await db
        .insertInto('category_metadata')
        .values(createMetadataRow(category, now))
        .onConflict((conflict) => conflict.column('category').doNothing())
        .execute();
    },

    /**
     * Adds operations to the category's counters, and stores the latest one. `last_updated` never decreases,
     * even if the clock was set back.
     */
    record: async (category: string, operations: readonly ModelOperation[]): Promise<void> => {
      const [first, last] = [operations[0], operations.at(-1)];
      if (!first || !last) return;
      const now = operations.reduce(
        (latestTime, operation) => Math.max(latestTime, operation.now),
        first.now,
      );
      const operationsByTotal = Map.groupBy(operations, ({ operation }) => totals[operation]);
      const addedTotals = [...operationsByTotal].map(([total, own]) => [total, own.length] as const);
      const latestOperation = {
        last_operation_type: last.operation,
        last_operation_model: last.model,
        last_successful_operation: last.now,
      };
      await db
        .insertInto('category_metadata')
        .values({
          ...createMetadataRow(category, first.now),
          ...Object.fromEntries(addedTotals),
          ...latestOperation,
          last_updated: now,
        })
        .onConflict((conflict) =>
          conflict.column('category').doUpdateSet((row) => {
            const storedLastUpdated = row.ref('category_metadata.last_updated');
            return {
              ...Object.fromEntries(
                addedTotals.map(([total, count]) => [total, row(`category_metadata.${total}`, '+', count)]),
              ),
              ...latestOperation,
              last_updated: row
                .case()
                .when(storedLastUpdated, '>', now)
                .then(storedLastUpdated)
                .else(now)
                .end(),
            };
          }),
        )
        .execute();
    },
  };
}

export const metadataStore = storeOver(metadataReads, metadataWrites);

const totals = { create: 'total_creates', update: 'total_updates', delete: 'total_deletes' } as const;

function createMetadataRow(category: string, now: number): CategoryMetadataRow {
  return {
    category,
    last_updated: now,
    last_operation_type: null,
    last_operation_model: null,
    total_creates: 0,
    total_updates: 0,
    total_deletes: 0,
    initialization_time: now,
    last_successful_operation: now,
    error_count: 0,
  };
}
