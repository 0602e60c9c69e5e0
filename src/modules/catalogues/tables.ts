declare module '../../store/tables.ts' {
  interface Tables {
    catalogues: CatalogueRow;
    catalogue_entries: CatalogueEntryRow;
  }
}

/** A catalogue that was written at least once. Any other has its first content. */
interface CatalogueRow {
  kind: string;
  revision: number;
  /** Unix seconds; null while no change set was applied. */
  updated_at: number | null;
}

interface CatalogueEntryRow {
  kind: string;
  section: string;
  name: string;
  /** The entry as a JSON text. */
  body: string;
}

/** The tables of catalogues that a copy of the whole database includes, each with the columns of its key. */
export const cataloguesKeys = [
  ['catalogues', ['kind']],
  ['catalogue_entries', ['kind', 'section', 'name']],
] as const;
