import type { JsonObject, JsonValue } from '../../kernel/json.ts';

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
