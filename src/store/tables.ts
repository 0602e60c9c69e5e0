/**
 * The columns of each table, for Kysely. The `tables.ts` of each module adds that module's tables to this
 * interface, and defines the types of their rows. JSON is stored as text, so that a record has the same bytes
 * on every database.
 */
export interface Tables {
  schema_migrations: { number: number; name: string; applied_at: number };
}
