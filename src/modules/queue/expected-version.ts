import { RegistryError } from '../../kernel/errors.ts';
import type { StoredChange } from './pending-change.ts';

/**
 * That somebody speaks of the version that is there.
 * @throws RegistryError `conflict`
 */
export function expectVersion(
  { change_id, version }: Pick<StoredChange, 'change_id' | 'version'>,
  expected: number | null | undefined,
): void {
  if (expected === undefined || expected === null || expected === version) return;
  throw new RegistryError(
    'conflict',
    `Change ${change_id} has version ${version} by now, and this was said of version ${expected}: look at it again.`,
  );
}
