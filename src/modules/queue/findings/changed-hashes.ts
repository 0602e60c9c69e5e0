import type { JsonObject } from '../../../kernel/json.ts';
import { addressKey } from '../../../records/files/host-address.ts';
import { type Download, downloadsOf, isSha256 } from '../../../records/files/record-file.ts';

/** A download whose address had another SHA-256 in the live record. */
export interface ChangedHash extends Download {
  readonly before: string;
}

/** The downloads for which workers would take another file than before, although it has the same address. */
export function changedHashes(live: JsonObject | null, record: JsonObject | null): ChangedHash[] {
  if (live === null || record === null) return [];
  const known = Map.groupBy(
    downloadsOf(live).filter(({ url, sha256 }) => url !== '' && isSha256(sha256)),
    ({ url }) => addressKey(url),
  );
  return downloadsOf(record).flatMap((file) => {
    const before = known.get(addressKey(file.url)) ?? [];
    // One address may give several files, which their names tell apart.
    const named = before.filter(({ fileName }) => fileName === file.fileName);
    const [first, ...others] = named.length > 0 ? named : before;
    const isKnown = [first, ...others].some(
      (each) => each?.sha256.toLowerCase() === file.sha256.toLowerCase(),
    );
    return first === undefined || isKnown ? [] : [{ ...file, before: first.sha256 }];
  });
}
