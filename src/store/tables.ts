/**
 * The columns of each table, for Kysely. The `tables.ts` of each module adds that module's tables to this
 * interface, and has the types of their rows. JSON is stored as text, so that a record is the same bytes on
 * every database.
 */
export interface Tables {
  schema_migrations: { number: number; name: string; applied_at: number };
}
