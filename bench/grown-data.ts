import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportData, importData } from '../test/support/service-process.ts';

/**
 * The categories that the benches enlarge with copies: the largest category of image models and the largest
 * of text models.
 */
const growing = ['image_generation', 'text_generation'];

/**
 * Imports the models in `data` into the service's database in `directory`. Then imports renamed copies,
 * until the `growing` categories have `factor` times as many models. Returns the number of models in these
 * categories.
 */
export async function importTimes(data: string, factor: number, directory: string): Promise<number> {
  await importData(data, directory);
  const exported = join(directory, 'v2');
  await exportData(exported, directory);
  let models = 0;
  const larger = join(directory, 'larger');
  mkdirSync(larger);
  for (const category of growing) {
    const text = readFileSync(join(exported, `${category}.json`), 'utf8');
    const records = Object.entries(JSON.parse(text) as Record<string, object>);
    const all = Array.from({ length: factor }, (_, copy) =>
      records.map(([name, record]) => {
        const other = copy === 0 ? name : `${name}-c${copy}`;
        return [other, { ...record, name: other }] as const;
      }),
    ).flat();
    models += all.length;
    writeFileSync(join(larger, `${category}.json`), JSON.stringify(Object.fromEntries(all)));
  }
  if (factor > 1) await importData(larger, directory);
  return models;
}
