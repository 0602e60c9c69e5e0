import type { JsonObject } from '../../../kernel/json.ts';

/** A stored model. `name` is its key in the category, under which the horde knows it. */
export interface Model {
  readonly name: string;
  readonly record: JsonObject;
}
