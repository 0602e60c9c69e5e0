import type { DraftInProgress } from './draft.ts';

/** What was found, and the category that it seems to belong to; null: nothing tells. */
export interface MadeDraft {
  readonly draft: DraftInProgress;
  readonly category: string | null;
}
