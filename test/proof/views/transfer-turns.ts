import { deepStrictEqual } from 'node:assert/strict';
import { exportReferences } from '../../../src/modules/transfer/export.ts';
import { importReferences } from '../../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../../src/modules/transfer/reference-files.ts';
import { categories } from '../../../src/records/categories/index.ts';
import type { Store } from '../../../src/store/store.ts';

/**
 * Imports into an empty registry what another one exports, the legacy files and the v2 files in turn. Throws
 * where its v2 files are not those of the other one afterwards, times, authors and order included, and where a
 * further turn writes anything.
 */
export async function checkTurns(from: Store, to: Store): Promise<void> {
  const files = {
    legacy: await exportReferences(from, categories, 'legacy'),
    v2: await exportReferences(from, categories, 'v2'),
  };
  const load = async (format: 'legacy' | 'v2', now: number) => {
    const texts = new Map(files[format].map(({ name, text }) => [name, text]));
    const source = { label: (path: string) => path, read: async (path: string) => texts.get(path) ?? null };
    const found = await readReferenceFiles(source, categories, format);
    return importReferences(to, found, { canonicalFormat: 'v2', now });
  };
  const later = 4_000_000_000;
  await load('legacy', later);
  await load('v2', later + 1);
  deepStrictEqual(await exportReferences(to, categories, 'v2'), files.v2);
  for (const format of ['legacy', 'v2', 'legacy', 'v2'] as const) {
    const { written } = await load(format, later + 2);
    deepStrictEqual(written, [], `${format} files imported once more`);
  }
}
