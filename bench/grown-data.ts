import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportData, importData } from './service.ts';

/**
 * The categories that the benches enlarge with copies: the largest category of image models and the largest
 * of text models.
 */
const growing = ['image_generation', 'text_generation'];

/**
 * A directory with one file for each `growing` category, which holds the category's records and their copies
 * in the v2 format. `models` counts the records in all these files.
 */
export interface GrownData {
  readonly directory: string;
  readonly models: number;
}

/**
 * Imports the models in `data` into the service's database in `directory`. Then imports renamed copies,
 * until the `growing` categories have `factor` times as many models. Gives the number of models in these
 * categories.
 */
export async function importTimes(data: string, factor: number, directory: string): Promise<number> {
  const grown = await growData(data, factor, directory);
  if (factor > 1) await importData(grown.directory, directory);
  return grown.models;
}

/**
 * Imports the models in `data` into the service's database in `directory`. Then writes a file for each
 * `growing` category, in which each record stands `factor` times under different names. Does not import
 * these files.
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
