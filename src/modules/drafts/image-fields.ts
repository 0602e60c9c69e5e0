import { unknownHash } from '../../records/common-fields.ts';
import { fileName } from '../../records/file-name.ts';
import type { DraftInProgress } from './draft.ts';

const safeName = fileName();

/**
 * Adds the model's file as the first download of the record.
 * @param file.host name of the host, for the note that is added when `sha256` is null
 */
export function setDownload(
  draft: DraftInProgress,
  {
    name,
    url,
    sha256,
    bytes,
    host,
    source,
  }: {
    name: string | null;
    url: string;
    sha256: string | null;
    bytes: number | null;
    host: string;
    source: string;
  },
): void {
  const file = 'config.download.0';
  const written =
    (name ?? '')
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/[^\w.+()-]+/g, '_') ?? '';
  draft
    .say(`${file}.file_name`, safeName.safeParse(written).success ? written : 'model', `${source}.name`)
    .say(`${file}.file_url`, url, source);
  if (sha256 === null) {
    draft
      .say(`${file}.sha256sum`, unknownHash, 'nobody', 'guess')
      .note(`${file}.sha256sum`, `${host} reports no SHA-256 of the file: download the file and compute it.`);
  } else {
    draft.say(`${file}.sha256sum`, sha256, `${source}.sha256`);
  }
  draft.say(`${file}.size_bytes`, bytes, `${source}.size`).say('size_on_disk_bytes', bytes, `${source}.size`);
}

const styleTags: Readonly<Record<string, readonly string[]>> = {
  anime: ['anime', 'manga', 'hentai'],
  furry: ['furry', 'anthro', 'yiff'],
  realistic: ['photorealistic', 'realistic', 'photorealism', 'photography'],
  artistic: ['illustration', 'painting', 'artistic', 'comic'],
};

/** Returns the style that the tags tell; null when they tell none, or several. */
export function styleOf(tags: readonly string[]): string | null {
  const found = Object.entries(styleTags).filter(([, words]) => tags.some((tag) => words.includes(tag)));
  return found.length === 1 ? (found[0]?.[0] ?? null) : null;
}

/** Adds the clip skip if the text states one, as in `Clip skip: 2`. */
export function setClipSkip(draft: DraftInProgress, text: string, source: string): void {
  const found = /\bclip[\s_-]?skip\s*(?:to|of|is|at|=|:|-)?\s*(\d)\b/i.exec(text)?.[1];
  const skip = Number(found);
  if (skip >= 1 && skip <= 4) draft.say('requirements.clip_skip', skip, source, 'likely');
}

const number = '\\d{1,3}(?:[._]\\d{1,2})?';
/**
 * Matches a version at the end of a name: `-1.0`, `_1.0v`, `-v4`, `V2_2`. A number without `v` and dot is no
 * version.
 */
const atEnd = new RegExp(`[-_ ]?(?:[vV](${number})|(?<=[-_ ])(\\d{1,2}\\.\\d{1,2})[vV]?)$`);
/** Matches a version with more words after it: the `-v4-` in `model-v4-turbo`. */
const within = new RegExp(`(?<=[-_ ])[vV]${number}[-_ ](?!\\d)`);

/**
 * Makes name and version of an image model from the path of its repository or file:
 * `acme/fantasy-card-diffusion` becomes `Fantasy Card Diffusion`. Versions have no `v`, as in 151 of 161 live
 * names. A name of two words joined by capitals stays joined; a name of three or more words is split.
 */
export function imageNameOf(path: string): { name: string; version: string | null } {
  const last = (path.split('/').at(-1) ?? '').replace(/\.(safetensors|ckpt|gguf)$/i, '');
  const [ending = '', lettered, dotted] = atEnd.exec(last) ?? [];
  const isAll = ending.length === last.length;
  const stem = isAll ? last : last.slice(0, last.length - ending.length).replace(within, '');
  const spaced = stem.replace(/[-_]+/g, ' ').trim();
  const version = isAll ? null : ((lettered ?? dotted)?.replace('_', '.') ?? null);
  return { name: titleFromName(spaced), version };
}

function titleFromName(name: string): string {
  if (/^([A-Z][a-z]+){3,}$/.test(name)) return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  if (name !== name.toLowerCase()) return name;
  return name.replace(/\b((?:xl|sdxl|sd)\b|[a-z])/g, (start) => start.toUpperCase());
}
