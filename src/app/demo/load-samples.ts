import type { JsonValue } from '../../kernel/json.ts';
import { modelStore } from '../../modules/catalog/index.ts';
import {
  importReferences,
  joinReferenceFiles,
  type ReferenceFiles,
  type SourceModel,
} from '../../modules/transfer/index.ts';
import { categories, modelCategories } from '../../records/categories/index.ts';
import type { Store } from '../../store/store.ts';
import { samples } from './samples/index.ts';

/**
 * The id of the user who writes the first records of a demo's database. A demo refuses a database whose first
 * records somebody else wrote.
 */
export const demoUserId = 'demo';

/**
 * Writes models to a database that has none. Does nothing when the database has models.
 *
 * @param files the models to write; default: the samples
 * @returns the number of models written; 0 when the database has models
 */
export async function loadSamples(
  store: Store,
  now: number,
  files: ReferenceFiles = { ...joinReferenceFiles([]), models: sampleModels() },
): Promise<number> {
  const counts = await store.read((reader) => modelStore(reader).counts());
  if (modelCategories.some(({ name }) => counts.has(name))) return 0;
  const { written } = await importReferences(store, files, {
    canonicalFormat: 'v2',
    now,
    userId: demoUserId,
    run: {
      by: 'modelref demo',
      sources: files.files.length > 0 ? files.files.map(({ file }) => file) : ['samples'],
    },
  });
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
