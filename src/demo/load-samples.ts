import { categories } from '../registry/categories/index.ts';
import type { JsonValue } from '../registry/json.ts';
import type { Store } from '../services/ports/store.ts';
import { importReferences } from '../services/transfer/import.ts';
import type { SourceModel } from '../services/transfer/reference-source.ts';
import { samples } from './samples/index.ts';

/**
 * Fills an empty database with the samples; leaves any other as it is. Gives the number of models it wrote.
 */
export async function loadSamples(store: Store, now: number): Promise<number> {
  const counts = await store.read((reader) => reader.models.counts());
  if (counts.size > 0) return 0;
  const files = { files: [], models: sampleModels(), groupEntries: [], problems: [], warnings: [] };
  const { written } = await importReferences(store, files, { canonicalFormat: 'v2', now });
  return written.length;
}

export function sampleModels(): SourceModel[] {
  const all: Readonly<Record<string, readonly JsonValue[] | undefined>> = samples;
  return categories.flatMap((definition) =>
    (all[definition.name] ?? []).map((record) => {
      const { name } = record as { name: string };
      return { definition, file: 'samples', name, format: 'v2' as const, record };
    }),
  );
}
