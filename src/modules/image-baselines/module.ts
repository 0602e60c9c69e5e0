import type { PublishedBaseline } from '../../records/baselines/baseline-facts.ts';
import type { ModuleContext } from '../base.ts';
import { baselineSection, type CatalogueMemory, readEntryHistory } from '../catalogues/index.ts';
import { imageBaselines } from './definition.ts';

export { migrateBaselineRecords } from './migrate-records.ts';

/** Keeps the known baselines in sync with the catalogue of image baselines. */
export function openImageBaselines({ categories, store }: ModuleContext, catalogues: CatalogueMemory) {
  const { kind } = imageBaselines;
  const updateBaselines = () => {
    const entries = catalogues.get(kind).sections[baselineSection]?.values() ?? [];
    categories.setBaselines([...entries] as unknown as PublishedBaseline[]);
  };
  catalogues.onChange((changedKind) => {
    if (changedKind === kind) updateBaselines();
  });
  updateBaselines();
  return {
    imageBaselines: {
      history: (name: string, cursor: number | null, limit: number) =>
        readEntryHistory(
          store,
          { kind, section: baselineSection, name, formerCategory: 'baseline' },
          cursor,
          limit,
        ),
    },
  };
}
