import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import type { CategoryDefinition } from '../../../records/categories/category.ts';
import { downloadsOf, isSha256 } from '../../../records/files/record-file.ts';
import type { Segment, SnapshotRecord } from '../../catalog/index.ts';
import { splitWords, type Words, wordsOf } from './words.ts';

/** A model in the form in which it is searched. */
export interface Entry {
  readonly model: SnapshotRecord;
  /** Its key, and the name in its record where that differs. */
  readonly names: readonly Words[];
  /** The group of a text model: its aliases and family find the model too. */
  readonly group: string | null;
  /** Category, baseline with its other spellings, style, tags, file names. */
  readonly labels: readonly Words[];
  /** The words of the description, each after a blank. */
  readonly description: string;
  /** The SHA-256 of each file, in lower case. */
  readonly hashes: readonly string[];
  /** Unix seconds. */
  readonly createdAt: number | null;
}

export function entriesOf(
  segment: Segment,
  { name: category, baselineSpellings }: Pick<CategoryDefinition, 'name' | 'baselineSpellings'>,
): Entry[] {
  const othersOf = Map.groupBy(baselineSpellings ?? [], ([, stored]) => stored);
  return segment.records.map((model) => {
    const { record } = model;
    const { name, baseline, text_model_group: group, description, metadata } = record;
    const files = downloadsOf(record);
    const baselines = textsIn([baseline]).flatMap((stored) => [
      stored,
      ...(othersOf.get(stored) ?? []).map(([other]) => other),
    ]);
    const fileNames = files.flatMap(({ fileName }) => fileName ?? []);
    const labels = new Set([category, ...baselines, ...labelsOf(record), ...fileNames]);
    const createdAt = isJsonObject(metadata) ? metadata.created_at : null;
    return {
      model,
      names: [...new Set([model.name, ...textsIn([name])])].map(wordsOf),
      group: typeof group === 'string' && group !== '' ? group : null,
      labels: [...labels].map(wordsOf),
      description: textsIn([description])
        .flatMap(splitWords)
        .map((word) => ` ${word}`)
        .join(''),
      hashes: files.flatMap(({ sha256 }) => (isSha256(sha256) ? [sha256.toLowerCase()] : [])),
      createdAt: typeof createdAt === 'number' ? createdAt : null,
    };
  });
}

function labelsOf({ tags, style, controlnet_style }: JsonObject): string[] {
  return textsIn([style, controlnet_style, ...(Array.isArray(tags) ? tags : [])]);
}

function textsIn(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === 'string');
}
