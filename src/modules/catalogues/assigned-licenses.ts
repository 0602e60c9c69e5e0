import type { JsonObject } from '../../kernel/json.ts';
import { licenseIdsOf, licensingOf } from '../../records/licensing/assignment.ts';
import { firstLicenses } from '../../records/licensing/first-licenses.ts';
import type { Tx } from '../../store/tx.ts';
import { catalogueStore } from './store.ts';

/** The section of the catalogue of licensing with the definitions of licences. Models name them by their ids. */
export const licenseSection = 'licenses';
/** The section with the assets that are no models. */
export const assetSection = 'assets';

/** Whether each definition is deprecated, by the id of the licence. */
export type Licenses = ReadonlyMap<string, boolean>;

/** Reads which definitions of licences there are in this transaction. */
export async function readLicenses(reader: Tx): Promise<Licenses> {
  const catalogue = await catalogueStore(reader).get('licensing', [licenseSection]);
  const entries = catalogue?.sections[licenseSection];
  if (!entries) return new Map(firstLicenses.map(({ license_id }) => [license_id, false]));
  return new Map(Array.from(entries, ([id, { deprecated }]) => [id, deprecated === true]));
}

/**
 * Returns which rule newly assigned licences break; null when they break none. Licences that were assigned
 * before may be deprecated.
 * @param now the ids that are assigned
 * @param before the ids that were assigned to the same thing before
 */
export function assignmentProblem(
  licenses: Licenses,
  now: readonly string[],
  before: readonly string[],
): string | null {
  for (const id of now) {
    const deprecated = licenses.get(id);
    if (deprecated === undefined) return `Unknown license definition: ${id}`;
    if (deprecated && !before.includes(id))
      return `Deprecated license definition cannot be newly assigned: ${id}`;
  }
  return null;
}

/**
 * Returns which rule the licensing of a model breaks with a write; null when it breaks none.
 * @param before the v2 record before the write; null when there is none
 * @param after the v2 record after it; null for a delete
 * @param isRestored whether the write brings back an earlier state: licences of it may be deprecated
 */
export async function licensingProblem(
  reader: Tx,
  before: JsonObject | null,
  after: JsonObject | null,
  isRestored = false,
): Promise<string | null> {
  const ids = licenseIdsOf(licensingOf(after));
  if (ids.length === 0) return null;
  const old = licenseIdsOf(licensingOf(before));
  if (ids.every((id) => old.includes(id))) return null;
  return assignmentProblem(await readLicenses(reader), ids, isRestored ? ids : old);
}
