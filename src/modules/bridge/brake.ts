import type { Tx } from '../../store/tx.ts';
import { modelStore } from '../catalog/index.ts';
import { mayBeThere, repositoryFileStore, type WithLegacyForm } from '../transfer/index.ts';
import type { TheirFile } from './read-sides.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRecord } from './tables.ts';

/**
 * A file of a repository that the bridge does not take in until a person accepts it: too many models are
 * missing from the file, or too many of its rows are unreadable.
 */
export interface HeldFile {
  readonly file: string;
  readonly category: string;
  /**
   * The number of models in the registry that are in the file, or were in it when both sides last agreed.
   */
  readonly known: number;
  /**
   * The number of known models that are missing from the file. Models whose removal the bridge has proposed
   * before do not count.
   */
  readonly gone: number;
  /**
   * The number of models in the file that the registry does not have. They may be renamed models, whose old
   * names `gone` counts.
   */
  readonly added: number;
  readonly rows: number;
  readonly unreadable: number;
  /** The names of the models that `gone` counts, at most `mostNames`. */
  readonly names: readonly string[];
}

/** What the bridge knows about the models of a file before a sync takes in any commit. */
export interface FileBefore {
  /**
   * The names of the models in the registry that are in the file, or were in it when both sides last agreed.
   */
  readonly known: ReadonlySet<string>;
  /** The names of all models of the category that have a legacy record in the registry. */
  readonly live: ReadonlySet<string>;
  /**
   * The names of the models whose removal the bridge has proposed, while reviewers have not decided and after
   * they have refused it.
   */
  readonly asked: ReadonlySet<string>;
  /** The file's text as the bridge or an import last stored it; null when neither ever did. */
  readonly text: string | null;
}

/**
 * Limits for a file: `mostGone` for the models missing from it, `mostUnreadable` for its unreadable rows. The
 * bridge holds the file when a count is larger than `number` and also larger than `share` of all known
 * models, or of all rows.
 */
const mostGone = { number: 1, share: 0.05 };
const mostUnreadable = { number: 2, share: 0.1 };

const mostNames = 1000;

/**
 * Gives the facts by which a person decides whether to accept a file; null when the bridge need not hold it.
 * A file from which all known models are missing is always held, unless the removal of each was proposed
 * before.
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
 * Reads what is known about each file of a repository before a sync, by category. The sync compares each of
 * its commits with this one state, so many small removals count as one large removal.
 *
 * @param files the files of the newest commit of the sync
 * @param assumed the bridge's rows that `firstBases` found; a dry run does not store them
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
