import { invalidNote } from './invalid-note.ts';
import { hashBytes } from './merkle-tree.ts';
import { readBase64 } from './signed-note.ts';

/** C2SP tlog-proof: an entry, the way from it to the root, and the checkpoint that has this root. */
export interface InclusionFile {
  /** The bytes that the leaf is the hash of; in the file they are its `extra` data. */
  readonly entry: Buffer;
  /** From 0. */
  readonly index: number;
  readonly hashes: readonly Buffer[];
  /** The signed note. */
  readonly checkpoint: string;
}

const header = 'c2sp.org/tlog-proof@v1';

export function inclusionFileText({ entry, index, hashes, checkpoint }: InclusionFile): string {
  const lines = [
    header,
    `extra ${entry.toString('base64')}`,
    `index ${index}`,
    ...hashes.map((hash) => hash.toString('base64')),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** @throws RegistryError `bad_request` */
export function readInclusionFile(text: string): InclusionFile {
  const end = text.indexOf('\n\n');
  const [first, extra = '', place = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  if (first !== header) throw invalidNote(`it is not a proof: its first line should be ${header}`);
  const entry = extra.startsWith('extra ') ? readBase64(extra.slice(6)) : null;
  if (!entry) throw invalidNote('its second line should be extra and the event in base64');
  const index = Number(/^index (0|[1-9]\d*)$/.exec(place)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(index)) throw invalidNote('its third line should be index and a number');
  return { entry, index, hashes: readHashes(lines), checkpoint: text.slice(end + 2) };
}

/** @throws RegistryError `bad_request` */
export function readHashes(lines: readonly string[]): Buffer[] {
  return lines.map((line) => {
    const hash = readBase64(line);
    if (hash?.length === hashBytes) return hash;
    throw invalidNote(`'${line}' is not a hash: base64 of ${hashBytes} bytes`);
  });
}
