import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportData, importData } from './service.ts';

/** The categories that grow: the largest of both kinds. */
const growing = ['image_generation', 'text_generation'];

/**
 * Imports the data into the service's database in `directory` and, under other names, the same records again
 * until there are `factor` times as many. Gives the number of models in the categories that grow.
 */
export async function importTimes(data: string, factor: number, directory: string): Promise<number> {
  await importData(data, directory);
  const grown = join(directory, 'v2');
  await exportData(grown, directory);
  let models = 0;
  const larger = join(directory, 'larger');
  mkdirSync(larger);
  for (const category of growing) {
    const records = JSON.parse(readFileSync(join(grown, `${category}.json`), 'utf8')) as Record<
      string,
      object
    >;
    const all: Record<string, object> = {};
    for (let copy = 0; copy < factor; copy++) {
      for (const [name, record] of Object.entries(records)) {
        const other = copy === 0 ? name : `${name}-c${copy}`;
        all[other] = { ...record, name: other };
      }
    }
    models += Object.keys(all).length;
    writeFileSync(join(larger, `${category}.json`), JSON.stringify(all));
  }
  if (factor > 1) await importData(larger, directory);
  return models;
}
