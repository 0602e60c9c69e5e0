import { unknownHash } from '../../records/common-fields.ts';
import { fileName } from '../../records/file-name.ts';
import { findUnloadableEnding } from '../../records/files/file-endings.ts';
import type { DraftInProgress } from './draft.ts';

const fileNameSchema = fileName();

/** A file of a model, as its host states it. */
export interface FoundFile {
  /** The file's name or path at the host. */
  readonly name: string | null;
  readonly url: string;
  /** In lower case; null when the host states none. */
  readonly sha256: string | null;
  readonly bytes: number | null;
  /** The kind of component, such as `vae`; absent for the model's own files. */
  readonly purpose?: string;
  /** Whether the content is an archive, regardless of the name. */
  readonly isArchive?: boolean;
}

/**
 * Sets the record's downloads to the model's files, and its size to their sum.
 * @param origin.host the host's name in the note that is added for a file without SHA-256
 */
export function setDownloads(
  draft: DraftInProgress,
  origin: { readonly host: string; readonly source: string },
  files: readonly FoundFile[],
): void {
  const names = files.map(({ name }) => toBaseName(name));
  for (const [at, file] of files.entries()) {
    // Components in different folders often have the same name.
    const isUniqueName = names.indexOf(names[at]!) === names.lastIndexOf(names[at]!);
    setDownload(
      draft,
      `config.download.${at}`,
      origin,
      file,
      isUniqueName ? names[at]! : toSafeFileName(file.name ?? ''),
    );
  }
  const sizes = files.map((_, at) => draft.get(`config.download.${at}.size_bytes`));
  if (sizes.length === 0 || !sizes.every((size) => typeof size === 'number')) return;
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (!Number.isSafeInteger(total)) return;
  const source = files.length === 1 ? `${origin.source}.size` : 'sum of the files';
  draft.set('size_on_disk_bytes', total, source);
}

function toBaseName(path: string | null): string {
  return toSafeFileName((path ?? '').split(/[/\\]/).at(-1) ?? '');
}

function toSafeFileName(name: string): string {
  const fileName = name.replace(/[^\w.+()-]+/g, '_');
  return fileNameSchema.safeParse(fileName).success ? fileName : 'model';
}

function setDownload(
  draft: DraftInProgress,
  field: string,
  { host, source }: { readonly host: string; readonly source: string },
  { name, url, sha256, bytes, purpose, isArchive = false }: FoundFile,
  fileName: string,
): void {
  draft.set(`${field}.file_name`, fileName, `${source}.name`).set(`${field}.file_url`, url, source);
  if (purpose !== undefined) draft.set(`${field}.file_purpose`, purpose, `${source}.name`, 'likely');
  const badEnding = findUnloadableEnding(name ?? '');
  if (isArchive || badEnding !== null) {
    const reason = badEnding === null ? 'is an archive' : `ends in ${badEnding}`;
    draft.set(`${field}.sha256sum`, unknownHash, 'nobody', 'guess').addQuestion(
      field,
      // The name is in the message because there may be several files.
      `'${fileName}' ${reason}, so no worker loads it. Its SHA-256 and size are not those of a model, and are left out.`,
    );
    return;
  }
  if (sha256 === null) {
    const message = `${host} reports no SHA-256 of the file: download the file and compute it.`;
    draft.set(`${field}.sha256sum`, unknownHash, 'nobody', 'guess').addNote(`${field}.sha256sum`, message);
  } else {
    draft.set(`${field}.sha256sum`, sha256, `${source}.sha256`);
  }
  draft.set(`${field}.size_bytes`, bytes, `${source}.size`);
}

const styleTags: Readonly<Record<string, readonly string[]>> = {
  anime: ['anime', 'manga', 'hentai'],
  furry: ['furry', 'anthro', 'yiff'],
  realistic: ['photorealistic', 'realistic', 'photorealism', 'photography'],
  artistic: ['illustration', 'painting', 'artistic', 'comic'],
};

/** Returns the style that the tags indicate; null when they indicate none or several. */
export function findStyle(tags: readonly string[]): string | null {
  const styles = Object.entries(styleTags).filter(([, words]) => tags.some((tag) => words.includes(tag)));
  return styles.length === 1 ? (styles[0]?.[0] ?? null) : null;
}

/** Sets the clip skip if the text states one, as in `Clip skip: 2`. */
export function setClipSkip(draft: DraftInProgress, text: string, source: string): void {
  const digit = /\bclip[\s_-]?skip\s*(?:to|of|is|at|=|:|-)?\s*(\d)\b/i.exec(text)?.[1];
  const clipSkip = Number(digit);
  if (clipSkip >= 1 && clipSkip <= 4) draft.set('requirements.clip_skip', clipSkip, source, 'likely');
}

const numberPattern = '\\d{1,3}(?:[._]\\d{1,2})?';
/**
 * Matches a version at the end of a name: `-1.0`, `_1.0v`, `-v4`, `V2_2`. A number with neither a `v` nor a
 * dot is not a version.
 */
const trailingVersion = new RegExp(`[-_ ]?(?:[vV](${numberPattern})|(?<=[-_ ])(\\d{1,2}\\.\\d{1,2})[vV]?)$`);
/** Matches a version followed by more words: the `-v4-` in `model-v4-turbo`. */
const innerVersion = new RegExp(`(?<=[-_ ])[vV]${numberPattern}[-_ ](?!\\d)`);

/**
 * Derives name and version of an image model from the path of its repository or file:
 * `acme/fantasy-card-diffusion` becomes `Fantasy Card Diffusion`. The `v` of a version is removed, because 151 of
 * 161 live records have versions without it. A name in camel case is split if it has three or more words.
 */
export function parseImageName(path: string): { name: string; version: string | null } {
  const lastSegment = (path.split('/').at(-1) ?? '').replace(/\.(safetensors|sft|ckpt|gguf)$/i, '');
  const [versionText = '', vVersion, dottedVersion] = trailingVersion.exec(lastSegment) ?? [];
  const isOnlyVersion = versionText.length === lastSegment.length;
  const stem = isOnlyVersion
    ? lastSegment
    : lastSegment.slice(0, lastSegment.length - versionText.length).replace(innerVersion, '');
  const words = stem.replace(/[-_]+/g, ' ').trim();
  const version = isOnlyVersion ? null : ((vVersion ?? dottedVersion)?.replace('_', '.') ?? null);
  return { name: toTitle(words), version };
}

function toTitle(name: string): string {
  if (/^([A-Z][a-z]+){3,}$/.test(name)) return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  if (name !== name.toLowerCase()) return name;
  return name.replace(/\b((?:xl|sdxl|sd)\b|[a-z])/g, (start) => start.toUpperCase());
}
