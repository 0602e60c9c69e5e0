import type { AcceptedCommit } from './bridge-state.ts';
import type { ComparedFile, RepositoryFile } from './compare-records.ts';
import type { FileState } from './file-states.ts';
import { detectHeldFile, type HeldFile } from './held-files.ts';
import { findUnreadCategories } from './missing-files.ts';
import { compareSides } from './record-versions.ts';
import type { SyncInput } from './sync-input.ts';

/** The steps that a sync may take with the data it has read. */
export interface SyncPlan {
  /** The files at the head that a user must accept before they are imported. */
  readonly heldFiles: readonly HeldFile[];
  /** Returns whether a file of one of the commits is held. */
  readonly isHeld: (file: RepositoryFile) => boolean;
  /**
   * Categories whose file at the head is held or unreadable. If there are any, the bridge sends nothing and
   * does not update its pull request, because the pull request would lack the changes of these files.
   */
  readonly blockedCategories: ReadonlySet<string>;
  /** A user's acceptance of files at the head; null if there is none, or if it is for another commit. */
  readonly acceptance: AcceptedCommit | null;
  /**
   * True if the branch's history was rewritten and some of the bridge's proposals since then are undecided.
   * No change is then trusted.
   */
  readonly isHistoryRewritten: boolean;
}

export function planSync({ state, definitions, newCommits, headFiles, fileStates }: SyncInput): SyncPlan {
  const acceptance = state.accepted?.commit === newCommits.head.id ? state.accepted : null;
  const detectHold = (file: RepositoryFile) => {
    if (acceptance?.files.includes(file.definition.legacy.fileName)) return null;
    return detectHeldFile(file, fileStates.get(file.definition.name) as FileState);
  };
  const heldFiles = headFiles.theirs.files.flatMap((file) => detectHold(file) ?? []);
  // A file that is held at the head is held in all commits. Otherwise, earlier commits that each remove only
  // a few models would be imported.
  const heldCategories = new Set(heldFiles.map(({ category }) => category));
  return {
    heldFiles,
    isHeld: (file) => heldCategories.has(file.definition.name) || detectHold(file) !== null,
    blockedCategories: new Set([
      ...heldCategories,
      ...findUnreadCategories(definitions, headFiles, fileStates),
    ]),
    acceptance,
    isHistoryRewritten: newCommits.forced || state.rewritten || (state.question?.rewritten ?? false),
  };
}

/**
 * Returns the models in conflict, each as `category/name`. The conflicts of blocked categories are those in
 * the stored state; the conflicts of the other categories are those in `files`.
 */
export function listConflictingModels(
  { state }: Pick<SyncInput, 'state'>,
  { blockedCategories }: Pick<SyncPlan, 'blockedCategories'>,
  files: readonly ComparedFile[],
): string[] {
  const currentConflicts = files.flatMap(({ definition, models }) =>
    models.flatMap((model) =>
      compareSides(model).kind === 'conflict' ? [`${definition.name}/${model.name}`] : [],
    ),
  );
  const earlierConflicts = state.conflicts.filter((model) =>
    blockedCategories.has(model.slice(0, model.indexOf('/'))),
  );
  return [...currentConflicts, ...earlierConflicts];
}
