import { unknownHash } from '../../records/common-fields.ts';
import { fileName } from '../../records/file-name.ts';
import { unloadableEnding } from '../../records/files/file-endings.ts';
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
 * @param about.host name of the host, for the note that is added when it states no SHA-256
 */
export function setDownloads(
  draft: DraftInProgress,
  about: { readonly host: string; readonly source: string },
  files: readonly FoundFile[],
): void {
  const names = files.map(({ name }) => baseName(name));
  for (const [at, file] of files.entries()) {
    // Components in different folders often have the same name.
    const isUniqueName = names.indexOf(names[at]!) === names.lastIndexOf(names[at]!);
    setDownload(
      draft,
      `config.download.${at}`,
      about,
      file,
      isUniqueName ? names[at]! : safeFileName(file.name ?? ''),
    );
  }
  const sizes = files.map((_, at) => draft.value(`config.download.${at}.size_bytes`));
  if (sizes.length === 0 || !sizes.every((size) => typeof size === 'number')) return;
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (!Number.isSafeInteger(total)) return;
  const source = files.length === 1 ? `${about.source}.size` : 'sum of the files';
  draft.say('size_on_disk_bytes', total, source);
}

function baseName(path: string | null): string {
  return safeFileName((path ?? '').split(/[/\\]/).at(-1) ?? '');
}

function safeFileName(name: string): string {
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
  draft.say(`${field}.file_name`, fileName, `${source}.name`).say(`${field}.file_url`, url, source);
  if (purpose !== undefined) draft.say(`${field}.file_purpose`, purpose, `${source}.name`, 'likely');
  const ending = unloadableEnding(name ?? '');
  if (isArchive || ending !== null) {
    const kind = ending === null ? 'is an archive' : `ends in ${ending}`;
    draft.say(`${field}.sha256sum`, unknownHash, 'nobody', 'guess').ask(
      field,
      // The name is in the message because there may be several files.
      `'${fileName}' ${kind}, so no worker loads it. Its SHA-256 and size are not those of a model, and are left out.`,
    );
    return;
  }
  if (sha256 === null) {
    const message = `${host} reports no SHA-256 of the file: download the file and compute it.`;
    draft.say(`${field}.sha256sum`, unknownHash, 'nobody', 'guess').note(`${field}.sha256sum`, message);
  } else {
    draft.say(`${field}.sha256sum`, sha256, `${source}.sha256`);
  }
  draft.say(`${field}.size_bytes`, bytes, `${source}.size`);
}

const styleTags: Readonly<Record<string, readonly string[]>> = {
  anime: ['anime', 'manga', 'hentai'],
  furry: ['furry', 'anthro', 'yiff'],
  realistic: ['photorealistic', 'realistic', 'photorealism', 'photography'],
  artistic: ['illustration', 'painting', 'artistic', 'comic'],
};

/** Returns the style that the tags indicate; null when they indicate none or several. */
export function styleOf(tags: readonly string[]): string | null {
  const styles = Object.entries(styleTags).filter(([, words]) => tags.some((tag) => words.includes(tag)));
  return styles.length === 1 ? (styles[0]?.[0] ?? null) : null;
}

/** Sets the clip skip if the text states one, as in `Clip skip: 2`. */
export function setClipSkip(draft: DraftInProgress, text: string, source: string): void {
  const digit = /\bclip[\s_-]?skip\s*(?:to|of|is|at|=|:|-)?\s*(\d)\b/i.exec(text)?.[1];
  const skip = Number(digit);
  if (skip >= 1 && skip <= 4) draft.say('requirements.clip_skip', skip, source, 'likely');
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
 * `acme/fantasy-card-diffusion` becomes `Fantasy Card Diffusion`. Versions have no `v`, as in 151 of 161 live
 * names. A name of two words joined by capitals stays joined; a name of three or more words is split.
 */
export function imageNameOf(path: string): { name: string; version: string | null } {
  const last = (path.split('/').at(-1) ?? '').replace(/\.(safetensors|sft|ckpt|gguf)$/i, '');
  const [ending = '', lettered, dotted] = trailingVersion.exec(last) ?? [];
  const isOnlyVersion = ending.length === last.length;
  const stem = isOnlyVersion ? last : last.slice(0, last.length - ending.length).replace(innerVersion, '');
  const words = stem.replace(/[-_]+/g, ' ').trim();
  const version = isOnlyVersion ? null : ((lettered ?? dotted)?.replace('_', '.') ?? null);
  return { name: titleFromName(words), version };
}

function titleFromName(name: string): string {
  if (/^([A-Z][a-z]+){3,}$/.test(name)) return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  if (name !== name.toLowerCase()) return name;
  return name.replace(/\b((?:xl|sdxl|sd)\b|[a-z])/g, (start) => start.toUpperCase());
}
