import { stringList, trimmedTags } from '../common-fields.ts';
import { laxBoolean, laxString, orNull } from '../lax.ts';
import { canonicalBaseline } from './image/baselines.ts';

/** The own fields of models that belong to a baseline of any name, in declaration order. */
export function generationFields() {
  return {
    baseline: orNull(laxString()),
    nsfw: laxBoolean().default(false),
    tags: trimmedTags(),
  };
}

/** The own fields of models that are laid over another one. */
export function patchFields() {
  return {
    ...generationFields(),
    baseline: orNull(laxString().transform(canonicalBaseline)),
    trigger: stringList(),
    homepage: orNull(laxString()),
    showcases: stringList(),
  };
}
