import type { Projection } from '../catalog/index.ts';
import type { CatalogueMemory } from '../catalogues/index.ts';
import { textGuidance } from './definition.ts';
import { guidanceOf } from './summary.ts';

/** The field `guidance` of text models in reads: which profiles a model has. */
export function guidanceProjection(catalogues: Pick<CatalogueMemory, 'of'>): Projection {
  const made = () => {
    const catalogue = catalogues.of(textGuidance.kind);
    const compute: ReturnType<Projection['now']> = (name, record) => guidanceOf(catalogue, name, record);
    return { catalogue, compute };
  };
  let latest = made();
  return {
    category: 'text_generation',
    field: 'guidance',
    now: () => {
      if (latest.catalogue !== catalogues.of(textGuidance.kind)) latest = made();
      return latest.compute;
    },
  };
}
