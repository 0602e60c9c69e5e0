import { stripBackendPrefix } from './backends.ts';
import { groupOfName } from './group-name.ts';
import { parseTextName } from './parse.ts';
import { fieldOf, isSet, type TextModel } from './text-model.ts';

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
