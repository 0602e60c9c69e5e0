import { type FieldProblem, invalidInput } from '../../kernel/errors.ts';
import { firstProblems, problemLimits } from '../parse.ts';
import { keysIn } from './address-keys.ts';

/**
 * Lists the addresses with keys in a JSON value, as problems that do not contain the addresses. At most as
 * many as an answer lists.
 *
 * @param loc the place of the value, such as `['body']`
 */
export function keyProblems(value: unknown, loc: FieldProblem['loc']): FieldProblem[] {
  return firstProblems(
    keysIn(value, problemLimits.problems + 1).map(({ path, key }) => ({
      type: 'address_with_key',
      loc: [...loc, ...path],
      msg: `URL must not contain ${key}: it is a personal key, and records are public`,
    })),
  );
}

/**
 * Checks that no text in a value has an address with a key.
 *
 * @throws RegistryError `invalid_input` (422) with the places of the keys, and without the keys
 */
export function refuseKeys(value: unknown): void {
  const problems = keyProblems(value, ['body']);
  if (problems.length > 0) throw invalidInput(problems);
}
