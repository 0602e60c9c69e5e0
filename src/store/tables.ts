/**
 * The columns of each table, for Kysely. Each module adds its own tables here from its `tables.ts`, where the
 * types of their rows are. JSON is stored as text, so that a record is the same bytes on every database.
 */
export interface Tables {
  schema_migrations: { number: number; name: string; applied_at: number };
}
