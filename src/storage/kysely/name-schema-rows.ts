import type { Kysely } from 'kysely';
import type { JsonObject } from '../../registry/json.ts';
import type { NameSchemaReader, NameSchemaWriter } from '../../services/ports/store/name-groups.ts';
import type { Tables } from '../schema.ts';
import { fromJson, toJson } from './json-column.ts';

export function nameSchemaReader(db: Kysely<Tables>): NameSchemaReader {
  const parse = (row: Tables['name_schemas']): JsonObject =>
    fromJson(row.schema, `the name schema of group '${row.group_name}'`);
  return {
    all: async () => {
      const rows = await db.selectFrom('name_schemas').selectAll().orderBy('group_name').execute();
      return rows.map((row) => ({ group_name: row.group_name, schema: parse(row) }));
    },
    get: async (groupName) => {
      const row = await db
        .selectFrom('name_schemas')
        .selectAll()
        .where('group_name', '=', groupName)
        .executeTakeFirst();
      return row ? parse(row) : null;
    },
  };
}

export function nameSchemaWriter(db: Kysely<Tables>): NameSchemaWriter {
  return {
    ...nameSchemaReader(db),
    put: async (groupName, schema) => {
      const text = toJson(schema);
      await db
        .insertInto('name_schemas')
        .values({ group_name: groupName, schema: text })
        .onConflict((conflict) => conflict.column('group_name').doUpdateSet({ schema: text }))
        .execute();
    },
    delete: async (groupName) => {
      const { numDeletedRows } = await db
        .deleteFrom('name_schemas')
        .where('group_name', '=', groupName)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}
