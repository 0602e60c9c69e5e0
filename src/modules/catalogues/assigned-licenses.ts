import type { JsonObject } from '../../kernel/json.ts';
import { licenseIdsOf, licensingOf } from '../../records/licensing/assignment.ts';
import { firstLicenses } from '../../records/licensing/first-licenses.ts';
import type { Tx } from '../../store/tx.ts';
import { catalogueStore } from './store.ts';

/** The section of the licensing catalogue with the licence definitions. Models refer to them by id. */
export const licenseSection = 'licenses';
/** The section with the assets that are not models. */
export const assetSection = 'assets';

/** Maps the id of each licence definition to whether it is deprecated. */
export type Licenses = ReadonlyMap<string, boolean>;

/** Reads the licence definitions that exist in this transaction. */
export async function readLicenses(reader: Tx): Promise<Licenses> {
  const catalogue = await catalogueStore(reader).get('licensing', [licenseSection]);
  const entries = catalogue?.sections[licenseSection];
  if (!entries) return new Map(firstLicenses.map(({ license_id }) => [license_id, false]));
  return new Map(Array.from(entries, ([id, { deprecated }]) => [id, deprecated === true]));
}

/**
 * Returns the rule that newly assigned licences break; null if they break none. Deprecated licences are
 * allowed if they were assigned before.
 * @param now the assigned ids
 * @param before the ids previously assigned to the same object
 */
export function findAssignmentProblem(
  licenses: Licenses,
  now: readonly string[],
  before: readonly string[],
): string | null {
  for (const id of now) {
    const isDeprecated = licenses.get(id);
    if (isDeprecated === undefined) return `Unknown license definition: ${id}`;
    if (isDeprecated && !before.includes(id))
      return `Deprecated license definition cannot be newly assigned: ${id}`;
  }
  return null;
}

/**
 * Returns the rule that a write breaks in the licensing of a model; null if it breaks none.
 * @param before the v2 record before the write; null if there is none
 * @param after the v2 record after it; null for a delete
 * @param isRestored whether the write restores an earlier state, whose licences may be deprecated
 */
export async function findLicensingProblem(
  reader: Tx,
  before: JsonObject | null,
  after: JsonObject | null,
  isRestored = false,
): Promise<string | null> {
  const ids = licenseIdsOf(licensingOf(after));
  if (ids.length === 0) return null;
  const previousIds = licenseIdsOf(licensingOf(before));
  if (ids.every((id) => previousIds.includes(id))) return null;
  return findAssignmentProblem(await readLicenses(reader), ids, isRestored ? ids : previousIds);
}
