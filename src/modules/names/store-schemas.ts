import type { JsonObject } from '../../kernel/json.ts';
import { fromJson, toJson } from '../../store/json-column.ts';
import type { Tables } from '../../store/tables.ts';
import type { Tx } from '../../store/tx.ts';

export function nameSchemaStore({ db }: Tx) {
  const parse = (row: Tables['name_schemas']): JsonObject =>
    fromJson(row.schema, `the name schema of group '${row.group_name}'`);
  return {
    all: async (): Promise<{ group_name: string; schema: JsonObject }[]> => {
      const rows = await db.selectFrom('name_schemas').selectAll().orderBy('group_name').execute();
      return rows.map((row) => ({ group_name: row.group_name, schema: parse(row) }));
    },
    get: async (groupName: string): Promise<JsonObject | null> => {
      const row = await db
        .selectFrom('name_schemas')
        .selectAll()
        .where('group_name', '=', groupName)
        .executeTakeFirst();
      return row ? parse(row) : null;
    },

    put: async (groupName: string, schema: JsonObject): Promise<void> => {
      const text = toJson(schema);
      await db
        .insertInto('name_schemas')
        .values({ group_name: groupName, schema: text })
        .onConflict((conflict) => conflict.column('group_name').doUpdateSet({ schema: text }))
        .execute();
    },
    delete: async (groupName: string): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('name_schemas')
        .where('group_name', '=', groupName)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}
