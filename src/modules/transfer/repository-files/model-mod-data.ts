import type { JsonObject } from '../../../kernel/json.ts';
import { sameJson } from '../../../kernel/same-json.ts';
import { compareCodePoints } from '../../../records/text-names/sorted-strings.ts';
import { parseJsonObjectOrNull } from '../reference-source.ts';
import { type PythonValue, writePythonJson } from './python-json.ts';

/** A commit that changed `stable_diffusion.json`. */
export interface FileVersion {
  /** The commit's full hash. */
  readonly commit: string;
  /** Committer time, Unix seconds. */
  readonly time: number;
  /** The text of the file after the commit; null if the file did not exist. */
  readonly text: string | null;
}

type FileCommit = Pick<FileVersion, 'commit' | 'time'>;

interface Dates {
  added: FileCommit;
  modified: FileCommit;
  removed: FileCommit | null;
}

/**
 * Computes `model_mod_data.json` from the history of `stable_diffusion.json`, like the image repository's
 * script: for every model that was ever in the file, the commits that added, last modified and first removed
 * it. Skips versions of the file that are not JSON objects.
 */
export class ModelDates {
  readonly #dates = new Map<string, Dates>();
  #previousMembers: JsonObject = {};

  /**
   * @param earlierDates the result for the earlier versions of the file, which the new object copies; null to
   *   start with the first version
   */
  constructor(earlierDates: ModelDates | null = null) {
    if (!earlierDates) return;
    for (const [name, dates] of earlierDates.#dates) this.#dates.set(name, { ...dates });
    this.#previousMembers = earlierDates.#previousMembers;
  }

  /** Adds a version of the file. Call it in order, oldest version first. */
  add({ commit, time, text }: FileVersion): void {
    const newMembers = text === null ? null : parseJsonObjectOrNull(text);
    if (!newMembers) return;
    const fileCommit = { commit, time };
    for (const [name, value] of Object.entries(newMembers)) {
      const dates = this.#dates.get(name);
      if (!dates) this.#dates.set(name, { added: fileCommit, modified: fileCommit, removed: null });
      else if (!Object.hasOwn(this.#previousMembers, name) || !sameJson(this.#previousMembers[name], value))
        dates.modified = fileCommit;
    }
    for (const name of Object.keys(this.#previousMembers)) {
      const dates = this.#dates.get(name);
      // A model that is added again and removed again keeps its first removal.
      if (dates && !Object.hasOwn(newMembers, name)) dates.removed ??= fileCommit;
    }
    this.#previousMembers = newMembers;
  }

  text(): string {
    const entries = [...this.#dates].sort(([a], [b]) => compareCodePoints(a, b));
    const members = entries.map(([name, { added, modified, removed }]): [string, PythonValue] => [
      name,
      new Map<string, PythonValue>([
        ['commit_added', added.commit],
        ['date_added', { number: String(added.time) }],
        ['commit_modified', modified.commit],
        ['date_modified', { number: String(modified.time) }],
        ['commit_removed', removed?.commit ?? null],
        ['date_removed', removed ? { number: String(removed.time) } : null],
      ]),
    ]);
    return `${writePythonJson(new Map(members))}\n`;
  }
}
