import { hashBytes } from './merkle-tree.ts';
import { invalidNote, readBase64 } from './signed-note.ts';

/**
 * The content of a file that proves that a tree has an entry (C2SP tlog-proof). It has the entry, the sibling
 * hashes on the way from the entry to the root, and the checkpoint with this root.
 */
export interface InclusionFile {
  /** The bytes from which the leaf hash is made. In the file they are the proof's `extra` data. */
  readonly entry: Buffer;
  /** The index of the entry in the tree, from 0. */
  readonly index: number;
  readonly hashes: readonly Buffer[];
  /** The checkpoint, as a signed note. */
  readonly checkpoint: string;
}

/**
 * The content of a file that proves that a tree begins with an earlier tree. Its form is that of a request
 * for `add-checkpoint` in C2SP tlog-witness.
 */
export interface GrowthFile {
  readonly earlierSize: number;
  readonly hashes: readonly Buffer[];
  /** The checkpoint of the later tree, as a signed note. */
  readonly checkpoint: string;
}

const inclusionHeader = 'c2sp.org/tlog-proof@v1';

export function inclusionText({ entry, index, hashes, checkpoint }: InclusionFile): string {
  return proofText(
    [inclusionHeader, `extra ${entry.toString('base64')}`, `index ${index}`],
    hashes,
    checkpoint,
  );
}

export function growthText({ earlierSize, hashes, checkpoint }: GrowthFile): string {
  return proofText([`old ${earlierSize}`], hashes, checkpoint);
}

/**
 * Reads the output of `inclusionText` or `growthText`.
 *
 * @throws RegistryError `bad_request` when the text is no proof
 */
export function readProof(text: string): InclusionFile | GrowthFile {
  const end = text.indexOf('\n\n');
  const [first = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  const checkpoint = text.slice(end + 2);
  if (first !== inclusionHeader) {
    const earlierSize = numberBehind('old ', first);
    if (earlierSize !== null) return { earlierSize, hashes: readHashes(lines), checkpoint };
    throw invalidNote(`it is not a proof: its first line should be ${inclusionHeader}, or old and a number`);
  }
  const [extra = '', place = '', ...hashes] = lines;
  const entry = extra.startsWith('extra ') ? readBase64(extra.slice(6)) : null;
  if (!entry) throw invalidNote('its second line should be extra and the event in base64');
  const index = numberBehind('index ', place);
  if (index === null) throw invalidNote('its third line should be index and a number');
  return { entry, index, hashes: readHashes(hashes), checkpoint };
}

function proofText(head: readonly string[], hashes: readonly Buffer[], checkpoint: string): string {
  const lines = [...head, ...hashes.map((hash) => hash.toString('base64'))];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

function numberBehind(word: string, line: string): number | null {
  const digits = line.startsWith(word) ? line.slice(word.length) : '';
  return /^(0|[1-9]\d*)$/.test(digits) && Number.isSafeInteger(Number(digits)) ? Number(digits) : null;
}

function readHashes(lines: readonly string[]): Buffer[] {
  return lines.map((line) => {
    const hash = readBase64(line);
    if (hash?.length === hashBytes) return hash;
    throw invalidNote(`'${line}' is not a hash: base64 of ${hashBytes} bytes`);
  });
}
