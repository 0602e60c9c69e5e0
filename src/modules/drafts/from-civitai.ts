import { OutageError, RegistryError } from '../../kernel/errors.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { byCivitaiName } from '../../records/baselines/recognise.ts';
import { type FileSelectors, selectedFile } from '../../records/files/host-address.ts';
import type { CivitaiLink } from '../../records/files/links.ts';
import { wordsOf } from '../files/index.ts';
import { type CategoryClue, categoryOf } from './category-clues.ts';
import {
  type CivitaiFile,
  type CivitaiPage,
  type CivitaiVersion,
  civitaiPage,
  explicitLevels,
} from './civitai-page.ts';
import { DraftInProgress, type MadeDraft } from './draft.ts';
import { clueOfFile, setImageFields } from './file-draft.ts';
import { setClipSkip, setDownload, styleOf } from './image-fields.ts';
import { type RemoteReader, readFile } from './remote-reader.ts';
import { plainOfHtml } from './untrusted.ts';

const api = 'https://civitai.com/api/v1';

export async function fromCivitai(
  baselines: KnownBaselines,
  reader: RemoteReader,
  link: CivitaiLink,
  category: string | null,
): Promise<MadeDraft> {
  let modelId = link.modelId;
  let versionPage: CivitaiPage | null = null;
  if (modelId === null) {
    const what = `Version ${link.versionId} at Civitai`;
    versionPage = pageOrThrow(await reader.json(`${api}/model-versions/${link.versionId}`, what), what);
    modelId = versionPage.modelId;
  }
  const what = `Model ${modelId} at Civitai`;
  const page =
    modelId === null ? versionPage! : pageOrThrow(await reader.json(`${api}/models/${modelId}`, what), what);
  // The list has published versions only; an unpublished one still has a page of its own.
  const version =
    chosenVersion(page, link.versionId) ?? (versionPage && chosenVersion(versionPage, link.versionId));
  if (!version) {
    throw new RegistryError(
      'not_found',
      link.versionId === null ? `${what} has no version.` : `${what} has no version ${link.versionId}.`,
    );
  }
  return fromCivitaiPage(baselines, page, { reader, version, selectors: link, category });
}

const noSelectors: FileSelectors = { fileId: null, wanted: {} };

/**
 * Creates a draft from a model's page at Civitai.
 *
 * @param about.reader reads the header of the file; absent: the draft is made from the page alone
 * @param about.version absent: the newest version
 * @param about.selectors choose a file of the version; absent: as `chosenFile` does without selectors
 */
export async function fromCivitaiPage(
  baselines: KnownBaselines,
  page: CivitaiPage,
  about: {
    readonly reader?: RemoteReader;
    readonly version?: CivitaiVersion;
    readonly selectors?: FileSelectors;
    readonly category: string | null;
  },
): Promise<MadeDraft> {
  const { reader, version = chosenVersion(page, null), selectors = noSelectors, category } = about;
  if (!version) throw new RegistryError('bad_request', 'The answer of Civitai contains no version.');
  const file = chosenFile(version, selectors);
  const named = namedOf(selectors);
  if (named !== null && file === null) {
    throw new RegistryError('not_found', `Version ${version.id} at Civitai has no file ${named}.`);
  }
  const draft = draftOfCivitai(baselines, page, version, file);
  const weights = version.files.filter(isWeights);
  if (file && !isWeights(file)) {
    draft.ask('config.download.0', `At Civitai the file is of type '${file.type}': it is not the model.`);
  }
  if (named === null && weights.length > 1) {
    for (const each of weights) {
      draft.choice({
        url: civitaiDownload(version, each),
        file_name: each.name ?? '',
        size_bytes: each.bytes,
      });
    }
  }
  const seen = file && reader ? await readFile(reader, civitaiDownload(version, file)) : null;
  if (seen) setImageFields(baselines, draft, seen);
  const ofFile = seen && clueOfFile(baselines, seen);
  const told = categoryOf(
    [...(ofFile ? [ofFile] : []), ...cluesOfCivitai(baselines, page, version)],
    category,
  );
  if (told.question !== null) draft.ask(null, told.question);
  return { draft, category: told.category };
}

/** Describes the file that the selectors ask for, for a message; null when there are no selectors. */
function namedOf({ fileId, wanted }: FileSelectors): string | null {
  if (fileId !== null) return String(fileId);
  const named = Object.entries(wanted).map((pair) => pair.join('='));
  return named.length === 0 ? null : `of ${named.join(', ')}`;
}

function isWeights({ type }: CivitaiFile): boolean {
  return type === null || /model|unet/i.test(type);
}

function pageOrThrow(body: unknown, what: string): CivitaiPage {
  const page = civitaiPage(body);
  if (!page)
    throw new OutageError('host_unavailable', `civitai.com returned an unexpected answer for ${what}.`);
  return page;
}

/**
 * The registry's categories for each of Civitai's model types. Models of other types have no category here.
 */
const categoriesOfType: Readonly<Record<string, readonly string[]>> = {
  Checkpoint: ['image_generation', 'video_generation'],
  LORA: ['lora'],
  LoCon: ['lora'],
  DoRA: ['lora'],
  TextualInversion: ['ti'],
  Controlnet: ['controlnet'],
  Upscaler: ['esrgan'],
};

const videoBase = /video|^wan\b|^ltx|^mochi|^cogvideo/i;

function isVideoBase(baselines: KnownBaselines, baseModel: string): boolean {
  const [known] = byCivitaiName(baselines, baseModel.trim());
  return known ? known.category === 'video_generation' : videoBase.test(baseModel);
}

function cluesOfCivitai(
  baselines: KnownBaselines,
  { type }: CivitaiPage,
  { baseModel }: CivitaiVersion,
): CategoryClue[] {
  const fits = categoriesOfType[type ?? ''] ?? [];
  return [
    ...(fits.length > 0 ? [{ by: `type '${type}'`, fits }] : []),
    ...(fits.includes('video_generation') && isVideoBase(baselines, baseModel ?? '')
      ? [{ by: `base model '${baseModel}'`, fits: ['video_generation'] }]
      : []),
  ];
}

/** Tags at Civitai that say nothing about a model, so drafts leave them out. */
const emptyTags = new Set(['base model', 'model', 'checkpoint', 'merge']);

/**
 * Chooses a version of the model on a page.
 * @param id null: the newest version
 * @returns null when the page has no such version
 */
export function chosenVersion({ versions }: CivitaiPage, id: number | null): CivitaiVersion | null {
  return (id === null ? versions[0] : versions.find((version) => version.id === id)) ?? null;
}

/**
 * Chooses the file of a version that the selectors ask for. Without selectors, this is the file that Civitai
 * calls primary, or else the first of type `Model`, or else the first. Null when there is no such file.
 */
export function chosenFile({ files }: CivitaiVersion, selectors: FileSelectors): CivitaiFile | null {
  const selected = selectedFile(files, selectors);
  if (selected || namedOf(selectors) !== null) return selected ?? null;
  return files.find(({ type }) => type === 'Model') ?? files[0] ?? null;
}

function civitaiDownload(version: CivitaiVersion, file: CivitaiFile | null): string {
  const url = `https://civitai.com/api/download/models/${version.id}`;
  // Without a file id, the address leads to whichever file is primary on that day.
  return file?.id ? `${url}?fileId=${file.id}` : url;
}

/** Creates a draft of a version and one of its files from the page alone, without the file's header. */
export function draftOfCivitai(
  baselines: KnownBaselines,
  page: CivitaiPage,
  version: CivitaiVersion,
  file: CivitaiFile | null,
): DraftInProgress {
  const draft = new DraftInProgress();
  const { name, nsfw, tags, modelId } = page;
  draft
    .say('name', name, 'civitai:models.name', 'likely')
    .say(
      'description',
      plainOfHtml(page.description) ?? plainOfHtml(version.description),
      'civitai:models.description',
    )
    .say('version', versionNumber(version.name), 'civitai:modelVersions.name', 'likely');
  if (version.baseModel !== null) {
    const baseModel = version.baseModel.trim();
    const candidates = byCivitaiName(baselines, baseModel);
    const isSure = candidates.length === 1;
    draft.say(
      'baseline',
      candidates[0]?.name,
      'civitai:modelVersions.baseModel',
      isSure ? 'certain' : 'guess',
    );
    if (candidates.length === 0) {
      draft.note(
        'baseline',
        `Civitai says '${version.baseModel}', which is none of the registry's baselines.`,
      );
    } else if (!isSure) {
      draft.note(
        'baseline',
        `Models that Civitai calls '${version.baseModel}' are ${wordsOf(candidates)}: look which it is.`,
      );
    }
  }
  if (nsfw !== null) draft.say('nsfw', nsfw, 'civitai:models.nsfw', nsfw ? 'certain' : 'likely');
  if (nsfw !== true && (version.nsfwLevel & explicitLevels) !== 0) {
    draft.note('nsfw', 'Previews of this version are explicit, although the model is not marked so.');
  }
  const told = tags.map((tag) => tag.toLowerCase()).filter((tag) => !emptyTags.has(tag));
  draft
    .say('trigger', [...version.triggers], 'civitai:modelVersions.trainedWords')
    .say('tags', told.slice(0, 20), 'civitai:models.tags', 'likely')
    .say('style', styleOf(told), 'civitai:models.tags', 'likely')
    .say(
      'inpainting',
      /\binpaint/i.test(`${name} ${version.name}`) ? true : null,
      'civitai:models.name',
      'likely',
    );
  if (modelId !== null) {
    const homepage = `https://civitai.com/models/${modelId}?modelVersionId=${version.id}`;
    draft.say('homepage', homepage, 'civitai:modelVersions.id');
  }
  setClipSkip(
    draft,
    `${plainOfHtml(version.description) ?? ''}\n${plainOfHtml(page.description) ?? ''}`,
    'civitai:description',
  );
  setDownloadedFile(draft, version, file);
  if (page.mode !== null) draft.note(null, `Civitai says that the model is '${page.mode}'.`);
  return draft;
}

function setDownloadedFile(draft: DraftInProgress, version: CivitaiVersion, file: CivitaiFile | null): void {
  if (!version.downloadable) draft.note('config.download.0.file_url', 'Its author does not allow downloads.');
  if (file === null) {
    draft.note('config.download', 'Civitai lists no file of this version.');
    return;
  }
  setDownload(draft, {
    name: file.name,
    url: civitaiDownload(version, file),
    sha256: file.sha256,
    bytes: file.bytes,
    host: 'civitai',
    source: 'civitai:modelVersions.files',
  });
  if (file.pickleScan !== null && !['Success', 'Pending'].includes(file.pickleScan)) {
    draft.note('config.download.0', `Civitai's scan of the file says '${file.pickleScan}'.`);
  }
}

/** Returns the number in a version's name, such as `9.0` for `v9.0`; returns any other name unchanged. */
function versionNumber(name: string | null): string | null {
  return /^v(?:er(?:sion)?)?[\s._-]*(\d[\w.]*)$/i.exec(name ?? '')?.[1] ?? name;
}
