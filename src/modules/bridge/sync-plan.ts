import type { AcceptedCommit } from './bridge-state.ts';
import type { ComparedFile, RepositoryFile } from './compare-records.ts';
import type { FileState } from './file-states.ts';
import { type HeldFile, heldFile } from './held-files.ts';
import { unreadCategories } from './missing-files.ts';
import { verdictOf } from './record-versions.ts';
import type { SyncInput } from './sync-input.ts';

/** The steps that a sync may take with the data it has read. */
export interface SyncPlan {
  /** The files of the head that wait for a person. */
  readonly held: readonly HeldFile[];
  /** Returns whether a file of any of the commits is held. */
  readonly isHeld: (file: RepositoryFile) => boolean;
  /**
   * The categories whose file at the head is held or cannot be read. If there is one, nothing is sent, and
   * the bridge's pull request is not updated, because it would lack the changes of these files.
   */
  readonly setAside: ReadonlySet<string>;
  /** A person's acceptance of files at the head; null: there is none, or it is of another commit. */
  readonly accepted: AcceptedCommit | null;
  /** True when no change is trusted, because of a rewritten history on which people have not decided. */
  readonly rewritten: boolean;
}

export function planSync({ state, definitions, news, atHead, before }: SyncInput): SyncPlan {
  const accepted = state.accepted?.commit === news.head.id ? state.accepted : null;
  const heldFileOf = (file: RepositoryFile) => {
    if (accepted?.files.includes(file.definition.legacy.fileName)) return null;
    return heldFile(file, before.get(file.definition.name) as FileState);
  };
  const held = atHead.theirs.files.flatMap((file) => heldFileOf(file) ?? []);
  // A file that is held at the head is held in all commits, because the first ones may each remove few
  // models.
  const heldCategories = new Set(held.map(({ category }) => category));
  return {
    held,
    isHeld: (file) => heldCategories.has(file.definition.name) || heldFileOf(file) !== null,
    setAside: new Set([...heldCategories, ...unreadCategories(definitions, atHead, before)]),
    accepted,
    rewritten: news.forced || state.rewritten || (state.question?.rewritten ?? false),
  };
}

/**
 * Returns the models in conflict, each as `category/name`: those of the files that were read, and those that
 * were known before in the categories that are set aside.
 */
export function conflictingModels(
  { state }: Pick<SyncInput, 'state'>,
  { setAside }: Pick<SyncPlan, 'setAside'>,
  files: readonly ComparedFile[],
): string[] {
  const now = files.flatMap(({ definition, models }) =>
    models.flatMap((model) =>
      verdictOf(model).kind === 'conflict' ? [`${definition.name}/${model.name}`] : [],
    ),
  );
  const earlier = state.conflicts.filter((model) => setAside.has(model.slice(0, model.indexOf('/'))));
  return [...now, ...earlier];
}
