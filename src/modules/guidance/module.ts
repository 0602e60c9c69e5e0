import type { Base } from '../base.ts';
import { entryHistory } from '../catalogues/index.ts';
import { textGuidance } from './definition.ts';
import { migrationPreview } from './migration.ts';
import type { assignmentSection, profileSection } from './rules.ts';

export type Guidance = ReturnType<typeof openGuidance>['guidance'];

/** Opens what the endpoints of text guidance need beside the catalogue in memory. */
export function openGuidance({ store }: Pick<Base, 'store'>) {
  const { kind } = textGuidance;
  return {
    guidance: {
      /** Returns what a change set that documents the labels of the models would be. */
      previewMigration: () => store.read(migrationPreview),

      /** Lists the writes of a profile or of an assignment, newest first. */
      history: (
        section: typeof profileSection | typeof assignmentSection,
        name: string,
        { cursor = null, limit }: { readonly cursor?: number | null | undefined; readonly limit: number },
      ) => entryHistory(store, { kind, section, name, formerCategory: null }, cursor, limit),
    },
  };
}
