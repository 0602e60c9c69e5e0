import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { groupOfName, type TextModel } from '../../../../src/records/text-names/index.ts';

/**
 * The published text models, as the records that groups look at: of rows with one name the last counts, in
 * the first's place.
 */
export function realTextModels(sharedData: string): TextModel[] {
  const rows: Record<string, string>[] = parse(readFileSync(`${sharedData}/legacy/text/models.csv`), {
    columns: true,
    bom: true,
  });
  const models = new Map<string, TextModel>();
  for (const row of rows) {
    const name = row.name!.trim();
    const record = {
      name,
      baseline: row.baseline!,
      description: row.description!,
      parameters: Math.trunc(Number(row.parameters_bn) * 1e9),
      nsfw: false,
      style: row.style!,
      url: row.url!,
      tags: row.tags!.split(',').filter((tag) => tag.trim() !== ''),
      text_model_group: groupOfName(name),
    };
    models.set(name, { name, record });
  }
  return [...models.values()];
}
