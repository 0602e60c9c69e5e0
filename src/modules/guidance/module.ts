import type { ModuleContext } from '../base.ts';
import { readEntryHistory } from '../catalogues/index.ts';
import { textGuidance } from './definition.ts';
import { createMigrationPreview } from './migration.ts';
import type { assignmentSection, profileSection } from './rules.ts';

export type Guidance = ReturnType<typeof openGuidance>['guidance'];

/** Opens the services of the text guidance endpoints. */
export function openGuidance({ store }: Pick<ModuleContext, 'store'>) {
  const { kind } = textGuidance;
  return {
    guidance: {
      /** Returns a preview of the change set that creates profiles from the models' labels. */
      previewMigration: () => store.read(createMigrationPreview),

      /** Lists the writes of a profile or of an assignment, newest first. */
      history: (
        section: typeof profileSection | typeof assignmentSection,
        name: string,
        { cursor = null, limit }: { readonly cursor?: number | null | undefined; readonly limit: number },
      ) => readEntryHistory(store, { kind, section, name, formerCategory: null }, cursor, limit),
    },
  };
}
