/** How many changes a message names. */
const most = 10;

/** `4, 7`, of many the first ones. */
export function listedChanges(ids: readonly number[]): string {
  return `${ids.slice(0, most).join(', ')}${ids.length > most ? ' …' : ''}`;
}
