import type { AcceptedCommit } from './bridge-state.ts';
import type { ComparedFile, RepositoryFile } from './compare-records.ts';
import type { FileState } from './file-states.ts';
import { detectHeldFile, type HeldFile } from './held-files.ts';
import { findUnreadCategories } from './missing-files.ts';
import { verdictOf } from './record-versions.ts';
import type { SyncInput } from './sync-input.ts';

/** The steps that a sync may take with the data it has read. */
export interface SyncPlan {
  /** The files at the head that a user must accept before they are imported. */
  readonly held: readonly HeldFile[];
  /** Returns whether a file of one of the commits is held. */
  readonly isHeld: (file: RepositoryFile) => boolean;
  /**
   * Categories whose file at the head is held or unreadable. If there are any, the bridge sends nothing and
   * does not update its pull request, because the pull request would lack the changes of these files.
   */
  readonly setAside: ReadonlySet<string>;
  /** A user's acceptance of files at the head; null if there is none, or if it is for another commit. */
  readonly accepted: AcceptedCommit | null;
  /**
   * True if no change is trusted because the branch's history was rewritten and proposals are still
   * undecided.
   */
  readonly rewritten: boolean;
}

export function planSync({ state, definitions, news, atHead, before }: SyncInput): SyncPlan {
  const acceptedCommit = state.accepted?.commit === news.head.id ? state.accepted : null;
  const heldFileOf = (file: RepositoryFile) => {
    if (acceptedCommit?.files.includes(file.definition.legacy.fileName)) return null;
    return detectHeldFile(file, before.get(file.definition.name) as FileState);
  };
  const heldFiles = atHead.theirs.files.flatMap((file) => heldFileOf(file) ?? []);
  // A file that is held at the head is held in all commits. Otherwise, earlier commits that each remove only
  // a few models would be imported.
  const heldCategories = new Set(heldFiles.map(({ category }) => category));
  return {
    held: heldFiles,
    isHeld: (file) => heldCategories.has(file.definition.name) || heldFileOf(file) !== null,
    setAside: new Set([...heldCategories, ...findUnreadCategories(definitions, atHead, before)]),
    accepted: acceptedCommit,
    rewritten: news.forced || state.rewritten || (state.question?.rewritten ?? false),
  };
}

/**
 * Returns the models in conflict, each as `category/name`. For the set-aside categories, returns the
 * conflicts in the stored state; for the others, those in `files`.
 */
export function listConflictingModels(
  { state }: Pick<SyncInput, 'state'>,
  { setAside }: Pick<SyncPlan, 'setAside'>,
  files: readonly ComparedFile[],
): string[] {
  const now = files.flatMap(({ definition, models }) =>
    models.flatMap((model) =>
      verdictOf(model).kind === 'conflict' ? [`${definition.name}/${model.name}`] : [],
    ),
  );
  const earlierConflicts = state.conflicts.filter((model) =>
    setAside.has(model.slice(0, model.indexOf('/'))),
  );
  return [...now, ...earlierConflicts];
}
