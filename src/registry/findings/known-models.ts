import type { JsonObject } from '../json.ts';
import { downloadsOf, isSha256 } from './downloads.ts';

/** Which models of a category have a file, a URL or a name, to be asked without looking at every record. */
export interface KnownModels {
  readonly category: string;
  /** By SHA-256 in lower case. */
  readonly byHash: ReadonlyMap<string, readonly string[]>;
  readonly byUrl: ReadonlyMap<string, readonly string[]>;
  /** By name in lower case. */
  readonly byFoldedName: ReadonlyMap<string, readonly string[]>;
}

export function knownModels(
  category: string,
  models: Iterable<{ readonly name: string; readonly record: JsonObject }>,
): KnownModels {
  const [byHash, byUrl, byFoldedName] = [
    new Map<string, string[]>(),
    new Map<string, string[]>(),
    new Map<string, string[]>(),
  ];
  for (const { name, record } of models) {
    add(byFoldedName, name.toLowerCase(), name);
    for (const { url, sha256 } of downloadsOf(record)) {
      if (isSha256(sha256)) add(byHash, sha256.toLowerCase(), name);
      if (url !== '') add(byUrl, url, name);
    }
  }
  return { category, byHash, byUrl, byFoldedName };
}

/** Models come one after the other, so a repetition is the last one. */
function add(index: Map<string, string[]>, key: string, name: string): void {
  const names = index.get(key);
  if (!names) index.set(key, [name]);
  else if (names.at(-1) !== name) names.push(name);
}
