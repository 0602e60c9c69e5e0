/**
 * The tables as Kysely sees them. Each module adds its own tables here, beside the types of their rows
 * (`tables.ts`). JSON is stored as text, so that a record is the same bytes on every database.
 */
export interface Tables {
  schema_migrations: { number: number; name: string; applied_at: number };
}
