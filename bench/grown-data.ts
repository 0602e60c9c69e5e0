import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportData, importData } from './service.ts';

/** The categories to which benches add copies of records: the largest of images and the largest of texts. */
const growing = ['image_generation', 'text_generation'];

/**
 * A directory with a v2 file for each of the `growing` categories, copies included, and the number of records
 * in these files.
 */
export interface GrownData {
  readonly directory: string;
  readonly models: number;
}

/**
 * Imports the models in `data` into the service's database in `directory`. Then adds copies of the records in
 * the `growing` categories, under other names, until there are `factor` times as many. Gives the number of
 * models that these categories then hold.
 */
export async function importTimes(data: string, factor: number, directory: string): Promise<number> {
  const grown = await growData(data, factor, directory);
  if (factor > 1) await importData(grown.directory, directory);
  return grown.models;
}

/**
 * Imports the models in `data` into the service's database in `directory`. Then writes v2 files of the
 * `growing` categories to a folder there, and does not import them. These files have each record `factor`
 * times, under different names.
 */
export async function growData(data: string, factor: number, directory: string): Promise<GrownData> {
  await importData(data, directory);
  const exported = join(directory, 'v2');
  await exportData(exported, directory);
  let models = 0;
  const larger = join(directory, 'larger');
  mkdirSync(larger);
  for (const category of growing) {
    const records = JSON.parse(readFileSync(join(exported, `${category}.json`), 'utf8')) as Record<
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
  return { directory: larger, models };
}
