import { hostname, userInfo } from 'node:os';

/** Who runs an import, and from where: kept for operators, so without passwords. */
export function importRun(places: readonly string[]): { by: string; sources: string[] } {
  return { by: `${accountName()}@${hostname()}`, sources: places.map(withoutSecrets) };
}

/** A container may run under a number that has no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** An address without user, password and query, any of which may be secret. */
function withoutSecrets(place: string): string {
  if (!/^https?:/i.test(place) || !URL.canParse(place)) return place;
  const { origin, pathname } = new URL(place);
  return origin + pathname;
}
