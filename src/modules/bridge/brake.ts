import type { Tx } from '../../store/tx.ts';
import { modelStore } from '../catalog/index.ts';
import { mayBeThere, repositoryFileStore, type WithLegacyForm } from '../transfer/index.ts';
import type { TheirFile } from './read-sides.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRecord } from './tables.ts';

/**
 * A file that would remove so many models, or has so many unreadable rows, that a person has to say whether
 * it is intended.
 */
export interface HeldFile {
  readonly file: string;
  readonly category: string;
  /** The number of models that both the repository and the registry had before the sync. */
  readonly known: number;
  /**
   * The number of known models that the file lacks. Does not count models whose removal is already proposed
   * or was refused.
   */
  readonly gone: number;
  /**
   * The number of models in the file that the registry lacks. These may be the missing models under new
   * names.
   */
  readonly added: number;
  readonly rows: number;
  readonly unreadable: number;
  /** The names of the models that `gone` counts, at most `mostNames`. */
  readonly names: readonly string[];
}

/** The state of a file's models before a sync. */
export interface FileBefore {
  /** The models that both the repository and the registry have. */
  readonly known: ReadonlySet<string>;
  /** All models of the category that have a legacy record in the registry. */
  readonly live: ReadonlySet<string>;
  /** Models whose removal the bridge has proposed to reviewers, who have not decided yet or have refused. */
  readonly asked: ReadonlySet<string>;
  /** The file's text when the bridge or an import last read it; null when neither ever did. */
  readonly text: string | null;
}

/**
 * Bounds for missing models and for unreadable rows. A count exceeds its bound when it exceeds both the
 * number and the share; then the file is held.
 */
const mostGone = { number: 1, share: 0.05 };
const mostUnreadable = { number: 2, share: 0.1 };

const mostNames = 1000;

/**
 * Gives the file as a held file when a person has to accept it; null when the registry takes it in without a
 * question.
 */
export function heldFile({ definition, text, file }: TheirFile, before: FileBefore): HeldFile | null {
  const missing = [...before.known].filter((name) => !file.records.has(name) && !file.unreadable.has(name));
  const unread = mayBeThere(file, missing);
  const absent = missing.filter((name) => !unread.has(name));
  const gone = absent.filter((name) => !before.asked.has(name));
  const rows = file.records.size + file.unreadableRows;
  // An unchanged file was taken in before: its unreadable rows remove nothing new.
  const unreadable = text === before.text ? 0 : file.unreadableRows;
  const isLast = gone.length > 0 && absent.length === before.known.size;
  if (
    !isLast &&
    !exceeds(gone.length, before.known.size, mostGone) &&
    !exceeds(unreadable, rows, mostUnreadable)
  ) {
    return null;
  }
  return {
    file: definition.legacy.fileName,
    category: definition.name,
    known: before.known.size,
    gone: gone.length,
    added: [...file.records.keys()].filter((name) => !before.live.has(name)).length,
    rows,
    unreadable: file.unreadableRows,
    names: gone.slice(0, mostNames),
  };
}

function exceeds(count: number, of: number, { number, share }: typeof mostGone): boolean {
  return count > number && count > of * share;
}

/**
 * Reads the state of a repository's files before a sync, by category. The sync compares all of its commits
 * with this one state, so that the removals of all commits add up.
 *
 * @param files the files of the newest commit of the sync
 * @param assumed rows to use for models about which the bridge has stored no row
 */
export async function filesBefore(
  reader: Tx,
  repository: string,
  definitions: readonly WithLegacyForm[],
  files: readonly TheirFile[],
  assumed: readonly BridgeRecord[],
): Promise<Map<string, FileBefore>> {
  const before = new Map<string, FileBefore>();
  for (const { name: category, legacy } of definitions) {
    const rows = await modelStore(reader).list(category);
    const records = [
      ...assumed.filter((record) => record.category === category),
      ...(await bridgeStore(reader).records(repository, category)),
    ];
    const agreed = new Set(records.flatMap(({ name, base }) => (base === null ? [] : [name])));
    const there = files.find(({ definition }) => definition.name === category)?.file;
    const live = rows.flatMap((row) => (row.legacy === null ? [] : [row.name]));
    before.set(category, {
      known: new Set(
        live.filter((name) => agreed.has(name) || there?.records.has(name) || there?.unreadable.has(name)),
      ),
      live: new Set(live),
      asked: new Set(records.flatMap(({ name, proposed }) => (proposed === 'null' ? [name] : []))),
      text: await repositoryFileStore(reader).get(legacy.fileName),
    });
  }
  return before;
}
