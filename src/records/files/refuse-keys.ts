import { createInputError, type FieldProblem } from '../../kernel/errors.ts';
import { problemLimits, takeFirstProblems } from '../parse.ts';
import { findKeys } from './address-keys.ts';

/**
 * Searches a JSON value for URLs that contain a key. Returns a problem for each, without the URL itself, and
 * at most as many problems as a response lists.
 *
 * @param loc the location of the value, such as `['body']`
 */
export function findKeyProblems(value: unknown, loc: FieldProblem['loc']): FieldProblem[] {
  return takeFirstProblems(
    findKeys(value, problemLimits.problems + 1).map(({ path, key }) => ({
      type: 'address_with_key',
      loc: [...loc, ...path],
      msg: `URL must not contain ${key}: it is a personal key, and records are public`,
    })),
  );
}

/**
 * Checks that no text in a value contains a URL with a key.
 *
 * @throws RegistryError `invalid_input` (422) with the locations of the keys, but not the keys
 */
export function refuseKeys(value: unknown): void {
  const problems = findKeyProblems(value, ['body']);
  if (problems.length > 0) throw createInputError(problems);
}
