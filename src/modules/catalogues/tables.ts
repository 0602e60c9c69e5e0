declare module '../../store/tables.ts' {
  interface Tables {
    catalogues: CatalogueRow;
    catalogue_entries: CatalogueEntryRow;
  }
}

/** A catalogue that was written at least once. Other catalogues have their initial content. */
interface CatalogueRow {
  kind: string;
  revision: number;
  /** Unix time of the latest applied change set; null before the first. */
  updated_at: number | null;
}

interface CatalogueEntryRow {
  kind: string;
  section: string;
  name: string;
  /** The entry as JSON text. */
  body: string;
}

/** The catalogue tables that are included in a copy of the database, each with its key columns. */
export const cataloguesKeys = [
  ['catalogues', ['kind']],
  ['catalogue_entries', ['kind', 'section', 'name']],
] as const;
