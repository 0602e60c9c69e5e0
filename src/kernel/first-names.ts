/** Returns the first `max` names of a list and the number of the others: `a, b and 3 more`. */
export function joinFirstNames(names: readonly string[], max: number): string {
  const omittedCount = names.length - max;
  return names.slice(0, max).join(', ') + (omittedCount > 0 ? ` and ${omittedCount} more` : '');
}
