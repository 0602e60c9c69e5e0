import type { Projection } from '../catalog/index.ts';
import type { CatalogueMemory } from '../catalogues/index.ts';
import { textGuidance } from './definition.ts';
import { guidanceOf } from './summary.ts';

/** Returns the projection that adds the field `guidance`, the profiles of a model, to reads of text models. */
export function guidanceProjection(catalogues: Pick<CatalogueMemory, 'get'>): Projection {
  const build = () => {
    const catalogue = catalogues.get(textGuidance.kind);
    const compute: ReturnType<Projection['currentCompute']> = (name, record) =>
      guidanceOf(catalogue, name, record);
    return { catalogue, compute };
  };
  let projection = build();
  return {
    category: 'text_generation',
    field: 'guidance',
    currentCompute: () => {
      if (projection.catalogue !== catalogues.get(textGuidance.kind)) projection = build();
      return projection.compute;
    },
  };
}
