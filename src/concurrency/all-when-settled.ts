/**
 * As `Promise.all`, but it waits for all of them also when one fails: nothing goes on behind the back of whoever
 * handles that. Throws what was thrown first, which the others may only follow from.
 */
export async function allWhenSettled<Values extends readonly unknown[]>(
  promises: readonly [...{ [Each in keyof Values]: Promise<Values[Each]> }],
): Promise<Values> {
  const failures: unknown[] = [];
  const settled = await Promise.all(
    promises.map((promise) => promise.catch((error: unknown) => void failures.push(error))),
  );
  if (failures.length > 0) throw failures[0];
  return settled as unknown as Values;
}
