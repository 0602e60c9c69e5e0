import { join } from 'node:path';
import { openReferenceDirectory } from '../../src/cli/reference-directory.ts';
import { importReferences } from '../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../src/modules/transfer/reference-files.ts';
import type { TestApp } from './app.ts';
import { categories, categoryNames, usualCategories } from './categories.ts';

/** Imports the reference files in `legacy` of a folder into a test app. */
export async function importRealData({ store, service }: TestApp, folder: string): Promise<void> {
  const directory = await openReferenceDirectory(join(folder, 'legacy'));
  const files = await readReferenceFiles(directory, categories, null);
  await importReferences(store, files, { categories: usualCategories, canonicalFormat: 'v2', now: 1 });
  await service.context.catalog.refresh(categoryNames);
}
