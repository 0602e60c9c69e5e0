import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { stripBackendPrefix } from './backends.ts';
import { groupOfName, parseTextName } from './parse.ts';

/** A stored text model: its key in the category and its record, which nobody here changes. */
export interface TextModel {
  readonly name: string;
  readonly record: JsonObject;
}

/** A field of a record; null when it is absent. */
export function fieldOf(model: TextModel, field: string): JsonValue {
  return model.record[field] ?? null;
}

/** A field that is a string; `''` when it is anything else. */
export function textOf(model: TextModel, field: string): string {
  const value = fieldOf(model, field);
  return typeof value === 'string' ? value : '';
}

/** A field of which any value but null, false, 0 and empty ones counts as set. */
export function isSet(model: TextModel, field: string): boolean {
  const value = fieldOf(model, field);
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** The part of a text model that lists of all groups need: for large categories, a fraction of the record. */
export interface ListedModel {
  readonly name: string;
  /** `description` is whether there is one; there are no fields but these. */
  readonly record: Pick<TextModel['record'], 'text_model_group' | 'baseline' | 'nsfw' | 'description'>;
  /** As the name says it. */
  readonly size: string | null;
  /** The group that the name says. */
  readonly nameGroup: string;
}

export function listedModel({ name, record }: TextModel): ListedModel {
  const model = { name, record };
  return {
    name,
    record: {
      text_model_group: fieldOf(model, 'text_model_group'),
      baseline: fieldOf(model, 'baseline'),
      nsfw: fieldOf(model, 'nsfw'),
      description: isSet(model, 'description'),
    },
    size: parseTextName(stripBackendPrefix(name)).size,
    nameGroup: groupOfName(name),
  };
}
