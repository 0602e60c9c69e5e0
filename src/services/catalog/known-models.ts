import type { CategoryDefinition } from '../../registry/categories/category.ts';
import { joinedModels, type KnownModels, knownModels } from '../../registry/findings/known-models.ts';
import type { Catalog } from './catalog.ts';

const key = Symbol('known models');
const ofSegment = Symbol('known models of a segment');

/**
 * Which models of a category have a file, a page, a URL or a name: made once per snapshot, of what is made
 * once per segment.
 */
export function knownModelsOf(
  catalog: Pick<Catalog, 'snapshot'>,
  { name, usage }: CategoryDefinition,
): KnownModels {
  return catalog.snapshot('v2', name).derived(key, ({ segments }) => {
    const parts = segments.map((segment) =>
      segment.derived(ofSegment, ({ records }) => knownModels(name, records, usage === 'text')),
    );
    return joinedModels(name, parts);
  });
}
