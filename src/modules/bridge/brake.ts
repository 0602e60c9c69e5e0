import type { Tx } from '../../store/tx.ts';
import { modelStore } from '../catalog/index.ts';
import { mayBeThere, repositoryFileStore, type WithLegacyForm } from '../transfer/index.ts';
import type { TheirFile } from './read-sides.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRecord } from './tables.ts';

/**
 * A file that waits until a person accepts it, because it lacks too many models or has too many unreadable
 * rows.
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

/** What the bridge knows about the models of a file before a sync. */
export interface FileBefore {
  /**
   * The names of the models that the registry has, and that the file has now or had when both sides last
   * agreed.
   */
  readonly known: ReadonlySet<string>;
  /** The names of all models of the category that have a legacy record in the registry. */
  readonly live: ReadonlySet<string>;
  /**
   * The names of the models whose removal the bridge has proposed. The reviewers have not decided on it yet,
   * or have refused it.
   */
  readonly asked: ReadonlySet<string>;
  /** The file's text when the bridge or an import last read it; null when neither ever did. */
  readonly text: string | null;
}

/**
 * Bounds for the missing models and for the unreadable rows of a file. A file is held when one of the two
 * counts is larger than `number`, and also larger than this `share` of all models or rows.
 */
const mostGone = { number: 1, share: 0.05 };
const mostUnreadable = { number: 2, share: 0.1 };

const mostNames = 1000;

/**
 * Gives the facts on which a person decides whether to accept the file; null when nobody needs to decide. A
 * file that lacks all known models is always held, unless their removal has been proposed before.
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
 * Reads what is known about the models of a repository's files before a sync, by category. The sync compares
 * each of its commits with this state, so many small removals count as one large removal.
 *
 * @param files the files of the newest commit of the sync
 * @param assumed the rows that `firstBases` found, for models without a stored row
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
