import type { JsonObject, JsonValue } from '../json.ts';
import { sameJson } from '../same-json.ts';
import { byCodePoint } from '../text-names/sorted-strings.ts';
import { type PythonValue, writePythonJson } from './python-json.ts';

/** A commit that changed `stable_diffusion.json`. */
export interface FileVersion {
  /** The full hash. */
  readonly commit: string;
  /** Committer time, Unix seconds. */
  readonly time: number;
  /** The file then; null where there is none. */
  readonly text: string | null;
}

interface Dates {
  added: FileVersion;
  modified: FileVersion;
  removed: FileVersion | null;
}

/**
 * `model_mod_data.json` as the image repository's own script computes it of the history: for every model that
 * was ever there, the commits that added, last modified and first removed it. Versions that cannot be read are
 * passed over.
 *
 * @param versions oldest first
 */
export function generateModelModData(versions: Iterable<FileVersion>): string {
  const dates = new Map<string, Dates>();
  let before: JsonObject = {};
  for (const version of versions) {
    const now = version.text === null ? null : objectOf(version.text);
    if (!now) continue;
    for (const [name, value] of Object.entries(now)) {
      const known = dates.get(name);
      if (!known) dates.set(name, { added: version, modified: version, removed: null });
      else if (!Object.hasOwn(before, name) || !sameJson(before[name], value)) known.modified = version;
    }
    for (const name of Object.keys(before)) {
      const known = dates.get(name);
      // Set once: a model that returns keeps it.
      if (known && !Object.hasOwn(now, name)) known.removed ??= version;
    }
    before = now;
  }
  const entries = [...dates].sort(([a], [b]) => byCodePoint(a, b));
  const made = entries.map(([name, { added, modified, removed }]): [string, PythonValue] => [
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
  return `${writePythonJson(new Map(made))}\n`;
}

function objectOf(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as JsonValue;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
