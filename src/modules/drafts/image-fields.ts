import { unknownHash } from '../../records/common-fields.ts';
import { fileName } from '../../records/file-name.ts';
import type { DraftInProgress } from './draft.ts';

export interface DraftedFile {
  readonly name: string | null;
  readonly url: string;
  readonly sha256: string | null;
  readonly bytes: number | null;
  /** Who tells no hash, when there is none. */
  readonly host: string;
  readonly source: string;
}

const safeName = fileName();

/** The first download of the record. */
export function sayDownload(
  draft: DraftInProgress,
  { name, url, sha256, bytes, host, source }: DraftedFile,
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
      .note(`${file}.sha256sum`, `${host} tells no SHA-256 of the file: download it and compute it.`);
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

/** Only where the tags say one and no other. */
export function styleOf(tags: readonly string[]): string | null {
  const found = Object.entries(styleTags).filter(([, words]) => tags.some((tag) => words.includes(tag)));
  return found.length === 1 ? (found[0]?.[0] ?? null) : null;
}

/** `Clip skip: 2` and the like. */
export function sayClipSkip(draft: DraftInProgress, text: string, source: string): void {
  const found = /\bclip[\s_-]?skip\s*(?:to|of|is|at|=|:|-)?\s*(\d)\b/i.exec(text)?.[1];
  const skip = Number(found);
  if (skip >= 1 && skip <= 4) draft.say('requirements.clip_skip', skip, source, 'likely');
}
