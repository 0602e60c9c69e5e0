import { hash } from 'node:crypto';
import { RegistryError } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { openNote, type Signer, signNote, type Verifier } from './signed-note.ts';

/** The entry of a file in the manifest of an edition. */
export interface EditionFile {
  /** SHA-256 of the uncompressed bytes: 64 hex digits. */
  readonly sha256: string;
  readonly size: number;
  readonly content_type: string;
  /** The ETag of the uncompressed bytes, as the service sends it. */
  readonly etag: string;
}

/** The content of `manifest.json`, which lists the files of an edition. */
export interface EditionManifest {
  /** The newest event of the audit trail when the edition was created, and its hash in the chain. */
  readonly event_id: number;
  readonly hash: string;
  /** When the edition was created, in Unix seconds. */
  readonly time: number;
  /** By path under the base URL, decoded and without a leading slash. */
  readonly files: ReadonlyMap<string, EditionFile>;
}

/**
 * Limits for reading a manifest, in bytes: `bytes` for its text, `fileBytes` for each file that it lists, and
 * `allBytes` for all these files together.
 */
export const manifestBounds = { bytes: 64 * 1024 ** 2, fileBytes: 256 * 1024 ** 2, allBytes: 4 * 1024 ** 3 };

const noteStart = '\n"note":';

/**
 * Returns the text of a signed manifest: JSON whose last line is the member `note`. The signed note has three
 * lines: the name of the key, `edition`, and the SHA-256 (hex) of the preceding lines.
 */
export function signManifest({ files, ...facts }: EditionManifest, signer: Signer): string {
  const signedText = `${JSON.stringify({ ...facts, files: Object.fromEntries(files) }).slice(0, -1)},\n`;
  const note = signNote(`${signer.name}\nedition\n${hash('sha256', signedText)}\n`, signer);
  return `${signedText.slice(0, -1)}${noteStart}${JSON.stringify(note)}}\n`;
}

/**
 * Reads a manifest.
 *
 * @param verifier null: the signature is not verified
 * @throws RegistryError `bad_request` when the text is not a manifest, exceeds a limit, names a file outside
 *   the edition, or lacks the verifier's signature
 */
export function readManifest(text: string, verifier: Verifier | null): EditionManifest {
  if (text.length > manifestBounds.bytes) throw createManifestError('it is larger than 64 MiB');
  const end = text.lastIndexOf(noteStart);
  const [body, last] = [parseObject(`${text.slice(0, end - 1)}}`), parseObject(`{${text.slice(end + 1)}`)];
  if (end < 1 || !body || !last) throw createManifestError('expected the format of modelref publish');
  if (verifier) {
    const expectedNote = `${verifier.name}\nedition\n${hash('sha256', text.slice(0, end + 1))}\n`;
    if (openNote(String(last.note), verifier) !== expectedNote)
      throw createManifestError('the signature is not for this manifest');
  }
  const { event_id, hash: chainHash, time, files } = body;
  if (!isCount(event_id) || !isCount(time) || !isSha256(chainHash) || !isJsonObject(files)) {
    throw createManifestError('event_id, hash, time or files is missing or not valid');
  }
  let allBytes = 0;
  const editionFiles = new Map<string, EditionFile>();
  for (const [path, file] of Object.entries(files)) {
    if (!isEditionPath(path))
      throw createManifestError(`${JSON.stringify(path)} is not a valid path of an edition`);
    if (!isEditionFile(file))
      throw createManifestError(`the entry of ${JSON.stringify(path)} is malformed or too large`);
    allBytes += file.size;
    editionFiles.set(path, file);
  }
  if (allBytes > manifestBounds.allBytes)
    throw createManifestError('its files are larger than 4 GiB together');
  return { event_id, hash: chainHash, time, files: editionFiles };
}

/** Maximum length of a path segment, in bytes: with `.json.gz` appended it is still a valid file name. */
const maxSegmentBytes = 240;
/**
 * Maximum number of path segments. An edition stores each one as a symbolic link, and Linux follows at most
 * 40 per path.
 */
const maxSegments = 32;

/**
 * Returns whether a path is valid for a file in an edition. It has at most 32 segments. Each must be a file
 * name: not empty, not `.` or `..`, at most 240 bytes, without backslashes and control characters. No
 * directory name may end with `.json`, the extension of files.
 */
export function isEditionPath(path: string): boolean {
  const isSegment = (segment: string) =>
    segment !== '' && segment !== '.' && segment !== '..' && Buffer.byteLength(segment) <= maxSegmentBytes;
  const segments = path.split('/');
  return (
    path.length <= 2_000 &&
    segments.length <= maxSegments &&
    !/[\p{Cc}\\]|\.json(\.gz|\.br)?\//u.test(path) &&
    segments.every(isSegment)
  );
}

/** Returns the URL of a path in an edition. */
export function buildEditionUrl(base: string, path: string): string {
  return `${base}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

function isEditionFile(file: unknown): file is JsonObject & EditionFile {
  if (!isJsonObject(file) || !isSha256(file.sha256) || !isCount(file.size)) return false;
  const isShortText = (text: unknown) => typeof text === 'string' && /^[\x20-\x7e]{1,300}$/.test(text);
  return file.size <= manifestBounds.fileBytes && isShortText(file.content_type) && isShortText(file.etag);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isSha256(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function createManifestError(why: string): RegistryError {
  return new RegistryError('bad_request', `The manifest is not valid: ${why}.`);
}
