import { openReferenceDirectory } from '../../../src/cli/reference-directory.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import type { FileEvidence } from '../../../src/modules/files/evidence.ts';
import { importReferences } from '../../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../../src/modules/transfer/reference-files.ts';
import { categories } from '../../../src/records/categories/index.ts';
import { filesOfRecord, type RecordFile } from '../../../src/records/files/record-file.ts';
import type { Store } from '../../../src/store/store.ts';
import { alarms, type PlantedHosts } from './planted-hosts.ts';

/** Imports the public data of that folder with legacy records; gives the files that it names, and how many models it has. */
export async function importPublicData(
  store: Store,
  folder: string,
): Promise<{ files: RecordFile[]; models: number }> {
  const directory = await openReferenceDirectory(folder);
  await importReferences(store, await readReferenceFiles(directory, categories, null), {
    canonicalFormat: 'v2',
    now: 1,
  });
  const files: RecordFile[] = [];
  let models = 0;
  for (const { name: category } of categories) {
    for (const { name, v2 } of await store.read((reader) => modelStore(reader).list(category))) {
      models += 1;
      files.push(...filesOfRecord(category, name, JSON.parse(v2) as JsonObject));
    }
  }
  return { files, models };
}

/**
 * Gives the findings that were not planted, and the planted ones that were not found; both should be empty.
 */
export function wrongFindings(
  found: readonly FileEvidence[],
  { faults }: Pick<PlantedHosts, 'faults'>,
): string[] {
  const problems: string[] = [];
  for (const { model_name, url, verdict, detail } of found) {
    const fault = faults.get(url) ?? null;
    const alarm = alarms.includes(verdict) ? verdict : null;
    if (alarm !== fault)
      problems.push(`${model_name} ${url}: planted ${fault}, found ${verdict} (${detail})`);
  }
  for (const url of faults.keys()) {
    if (!found.some((file) => file.url === url)) problems.push(`${url}: not looked at`);
  }
  return problems;
}
