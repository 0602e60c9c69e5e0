import { OutageError, RegistryError, ShownError } from '../../kernel/errors.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { findByCivitaiName } from '../../records/baselines/recognise.ts';
import { type FileSet, fileSets, shardOf, unloadableEnding } from '../../records/files/file-endings.ts';
import { civitaiDownload, type FileSelectors, selectFile } from '../../records/files/host-address.ts';
import type { CivitaiLink } from '../../records/files/links.ts';
import { joinTitles } from '../files/index.ts';
import { type CategoryClue, decideCategory } from './category-clues.ts';
import {
  type CivitaiFile,
  type CivitaiPage,
  type CivitaiVersion,
  explicitLevels,
  findVersion,
  parseCivitaiPage,
} from './civitai-page.ts';
import { DraftInProgress, type MadeDraft } from './draft.ts';
import {
  clueOfFile,
  findMissingParts,
  type InspectedFile,
  noteFileMemory,
  setImageFields,
} from './file-draft.ts';
import { askAboutSet, sumOf } from './file-parts.ts';
import { setClipSkip, setDownloads, styleOf } from './image-fields.ts';
import { civitaiLicensePage } from './license-page.ts';
import { type RemoteReader, readFile } from './remote-reader.ts';
import { htmlToText } from './untrusted.ts';

const apiUrl = 'https://civitai.com/api/v1';

/**
 * Number of bytes of the draft's limit that are reserved while a model's page is read. They are needed for
 * the page of the version and for the header of the file.
 */
const reservedBytes = 640 * 1024;

export async function draftFromCivitai(
  baselines: KnownBaselines,
  reader: RemoteReader,
  link: CivitaiLink,
  category: string | null,
): Promise<MadeDraft> {
  const { versionId } = link;
  const readVersion = () =>
    readPage(reader, `model-versions/${versionId}`, `Version ${versionId} at Civitai`, reservedBytes / 2);
  let versionPage = link.modelId === null ? await readVersion() : null;
  const modelId = link.modelId ?? versionPage?.modelId ?? null;
  const what = `Model ${modelId} at Civitai`;
  const page =
    modelId === null
      ? versionPage!
      : await readPage(reader, `models/${modelId}`, what, reservedBytes).catch(expectShownError);
  const listedVersion = page instanceof ShownError ? null : findVersion(page, versionId);
  if (!(page instanceof ShownError) && listedVersion) {
    return draftFromCivitaiPage(baselines, page, {
      reader,
      version: listedVersion,
      selectors: link,
      category,
    });
  }
  if (versionId === null) {
    throw page instanceof ShownError ? page : new RegistryError('not_found', `${what} has no version.`);
  }
  // An unpublished version, or a version whose model page is gone, still has its own page.
  versionPage ??= await readVersion().catch((error: unknown) => {
    if (page instanceof ShownError) throw page;
    if (!(error instanceof RegistryError)) throw error;
    throw new RegistryError('not_found', `${what} has no version ${versionId}.`);
  });
  const version = findVersion(versionPage, versionId);
  if (!version) throw createUnexpectedAnswerError(`Version ${versionId} at Civitai`);
  if (modelId !== null && versionPage.modelId !== null && versionPage.modelId !== modelId) {
    throw new RegistryError(
      'not_found',
      `${what} has no version ${versionId}: that is one of model ${versionPage.modelId}.`,
    );
  }
  const modelPage =
    page instanceof ShownError ? versionPage : { ...page, type: page.type ?? versionPage.type };
  const result = await draftFromCivitaiPage(baselines, modelPage, {
    reader,
    version,
    selectors: link,
    category,
  });
  result.draft.note(
    null,
    page instanceof ShownError
      ? `The page of the model could not be read, so the draft is made from the page of its version alone. ${page.message}`
      : `The page of the model does not list version ${versionId}: it may be unpublished, or the page is behind.`,
  );
  return result;
}

function expectShownError(error: unknown): ShownError {
  if (error instanceof ShownError) return error;
  throw error;
}

async function readPage(
  reader: RemoteReader,
  path: string,
  what: string,
  reserveBytes: number,
): Promise<CivitaiPage> {
  const page = parseCivitaiPage(await reader.json(`${apiUrl}/${path}`, what, reserveBytes));
  if (!page) throw createUnexpectedAnswerError(what);
  return page;
}

function createUnexpectedAnswerError(what: string): OutageError {
  return new OutageError('host_unavailable', `civitai.com returned an unexpected answer for ${what}.`);
}

const noSelectors: FileSelectors = { fileId: null, wanted: {} };

/**
 * Creates a draft from a model's page at Civitai.
 *
 * @param about.reader reads the file's header; absent: only the page is used
 * @param about.version absent: the newest version
 * @param about.selectors choose a file of the version; absent: see `chooseFile`
 */
export async function draftFromCivitaiPage(
  baselines: KnownBaselines,
  page: CivitaiPage,
  about: {
    readonly reader?: RemoteReader;
    readonly version?: CivitaiVersion;
    readonly selectors?: FileSelectors;
    readonly category: string | null;
  },
): Promise<MadeDraft> {
  const { reader, version = findVersion(page, null), selectors = noSelectors, category } = about;
  if (!version) throw new RegistryError('bad_request', 'The answer of Civitai contains no version.');
  const file = chooseFile(version, selectors);
  const selectorText = describeSelectors(selectors);
  if (selectorText !== null && file === null) {
    throw new RegistryError('not_found', `Version ${version.id} at Civitai has no file ${selectorText}.`);
  }
  const draft = draftOfCivitai(baselines, page, version);
  const set = file && findFileSet(version, file);
  const first = set?.files[0];
  const inspectedFile =
    first && reader ? await readFile(reader, civitaiDownload(version.id, first.id)) : null;
  const parts = first && isModelFile(first) ? findParts(baselines, version, inspectedFile) : noParts;
  setFiles(draft, version, { set, parts: parts.missing, seen: inspectedFile });
  if (file) askAboutFile(draft, version, { file, isNamed: selectorText !== null, left: parts.unsure });
  if (inspectedFile) {
    setImageFields(baselines, draft, inspectedFile);
    const [, ...others] = [...(set?.files ?? []), ...parts.missing];
    noteFileMemory(
      draft,
      inspectedFile,
      others.map(({ bytes }) => bytes),
    );
  }
  const fileClue = inspectedFile && clueOfFile(baselines, inspectedFile);
  const decision = decideCategory(
    [...(fileClue ? [fileClue] : []), ...cluesOfCivitai(baselines, page, version)],
    category,
  );
  if (decision.question !== null) draft.ask(null, decision.question);
  return { draft, category: decision.category, licensePage: civitaiLicensePage(page, version) };
}

function findFileSet({ files }: CivitaiVersion, file: CivitaiFile): FileSet<CivitaiFile> | null {
  // A version can have files with the same name in several precisions: these are not shards of one set.
  const shards = files.filter((each) => each === file || shardOf(each.name ?? '') !== null);
  return fileSets(shards, ({ name }) => name ?? '').find((set) => set.files.includes(file)) ?? null;
}

const noParts = { missing: [], unsure: [] };

/**
 * Returns the VAE and text encoders among a version's files: `missing` when the model's file does not contain
 * them, `unsure` when this is unknown.
 */
function findParts(
  baselines: KnownBaselines,
  { files }: CivitaiVersion,
  inspectedFile: InspectedFile | null,
): { missing: CivitaiFile[]; unsure: CivitaiFile[] } {
  const neededParts = inspectedFile && findMissingParts(baselines, inspectedFile);
  const partFiles = files.filter((file) => purposeOf(file) !== undefined && !isUnloadable(file));
  if (neededParts === null) return { missing: [], unsure: partFiles };
  return { missing: partFiles.filter((file) => neededParts[purposeOf(file)!]), unsure: [] };
}

function purposeOf({ type }: CivitaiFile): 'vae' | 'text_encoders' | undefined {
  if (type === 'VAE') return 'vae';
  return type === 'Text Encoder' ? 'text_encoders' : undefined;
}

/** Largest number of files that a draft offers as choices. */
const maxChoices = 50;

function askAboutFile(
  draft: DraftInProgress,
  version: CivitaiVersion,
  { file, isNamed, left }: { file: CivitaiFile; isNamed: boolean; left: readonly CivitaiFile[] },
): void {
  const models = version.files.filter((each) => isModelFile(each) && !isUnloadable(each));
  const isModel = models.includes(file);
  const hint = models.length > 0 && !isModel ? ' The version has others: choose one.' : '';
  if (!isModelFile(file)) {
    const kind = `At Civitai the file is of type '${file.type}': it is not the model.`;
    draft.ask('config.download.0', `${kind}${hint}`);
  } else if (hint !== '') draft.ask('config.download.0', `It is not the file of a model.${hint}`);
  const primary = version.files.find((each) => each.primary);
  if (!isNamed && primary && primary !== file && isModel && !models.includes(primary)) {
    draft.note(
      'config.download.0',
      `Civitai offers '${primary.name}' first, which is no model that workers load. The draft is of '${file.name}'.`,
    );
  }
  if (left.length > 0) {
    const names = left.slice(0, 5).map(({ name }) => `'${name}'`);
    draft.ask(
      'config.download',
      `The version also has ${names.join(', ')}. Nothing tells whether the model needs it: add it if so.`,
    );
  }
  const sets = fileSets(models, ({ name }) => name ?? '');
  if (isModel && (isNamed || sets.length < 2)) return;
  for (const { files } of sets.slice(0, maxChoices)) {
    const [first] = files;
    const size_bytes = sumOf(files.map(({ bytes }) => bytes));
    draft.choice({ url: civitaiDownload(version.id, first.id), file_name: first.name ?? '', size_bytes });
  }
}

/** Describes the file selectors for a message; null when there are none. */
function describeSelectors({ fileId, wanted }: FileSelectors): string | null {
  if (fileId !== null) return String(fileId);
  const pairs = Object.entries(wanted).map((pair) => pair.join('='));
  return pairs.length === 0 ? null : `of ${pairs.join(', ')}`;
}

function isModelFile({ type }: CivitaiFile): boolean {
  return type === null || /model|unet/i.test(type);
}

function isUnloadable({ name }: CivitaiFile): boolean {
  return unloadableEnding(name ?? '') !== null;
}

/** The registry's categories by Civitai's model types. Other types have no category. */
const categoriesOfType: Readonly<Record<string, readonly string[]>> = {
  Checkpoint: ['image_generation', 'video_generation'],
  LORA: ['lora'],
  LoCon: ['lora'],
  DoRA: ['lora'],
  TextualInversion: ['ti'],
  Controlnet: ['controlnet'],
  Upscaler: ['esrgan'],
};

const videoBasePattern = /video|^wan\b|^ltx|^mochi|^cogvideo/i;

function isVideoBase(baselines: KnownBaselines, baseModel: string): boolean {
  const [known] = findByCivitaiName(baselines, baseModel.trim());
  return known ? known.category === 'video_generation' : videoBasePattern.test(baseModel);
}

function cluesOfCivitai(
  baselines: KnownBaselines,
  { type }: CivitaiPage,
  { baseModel }: CivitaiVersion,
): CategoryClue[] {
  const fittingCategories = categoriesOfType[type ?? ''] ?? [];
  return [
    ...(fittingCategories.length > 0 ? [{ by: `type '${type}'`, fits: fittingCategories }] : []),
    ...(fittingCategories.includes('video_generation') && isVideoBase(baselines, baseModel ?? '')
      ? [{ by: `base model '${baseModel}'`, fits: ['video_generation'] }]
      : []),
  ];
}

/** Civitai tags without meaning, which drafts leave out. */
const emptyTags = new Set(['base model', 'model', 'checkpoint', 'merge']);

/**
 * Returns the file of a version that matches the selectors; null when none does. Without selectors, returns
 * the file that Civitai marks as primary if it is a model, else the first model, else the first file.
 */
export function chooseFile({ files }: CivitaiVersion, selectors: FileSelectors): CivitaiFile | null {
  const chosenFile = selectFile(files, selectors) ?? null;
  if (describeSelectors(selectors) !== null) return chosenFile;
  const models = files.filter((file) => isModelFile(file) && !isUnloadable(file));
  if (chosenFile && models.includes(chosenFile)) return chosenFile;
  return models.find(({ type }) => type === 'Model') ?? models[0] ?? chosenFile ?? files[0] ?? null;
}

/** Creates a draft of a version from the page alone, without reading its files. */
export function draftOfCivitai(
  baselines: KnownBaselines,
  page: CivitaiPage,
  version: CivitaiVersion,
): DraftInProgress {
  const draft = new DraftInProgress();
  const { name, nsfw, tags, modelId } = page;
  draft
    .say('name', name, 'civitai:models.name', 'likely')
    .say(
      'description',
      htmlToText(page.description) ?? htmlToText(version.description),
      'civitai:models.description',
    )
    .say('version', versionNumber(version.name), 'civitai:modelVersions.name', 'likely');
  if (version.baseModel !== null) {
    const baseModel = version.baseModel.trim();
    const candidates = findByCivitaiName(baselines, baseModel);
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
        `Models that Civitai calls '${version.baseModel}' are ${joinTitles(candidates)}: look which it is.`,
      );
    }
  }
  if (nsfw !== null) draft.say('nsfw', nsfw, 'civitai:models.nsfw', nsfw ? 'certain' : 'likely');
  if (nsfw !== true && (version.nsfwLevel & explicitLevels) !== 0) {
    draft.note('nsfw', 'Previews of this version are explicit, although the model is not marked so.');
  }
  const usefulTags = tags.map((tag) => tag.toLowerCase()).filter((tag) => !emptyTags.has(tag));
  draft
    .say('trigger', [...version.triggers], 'civitai:modelVersions.trainedWords')
    .say('tags', usefulTags.slice(0, 20), 'civitai:models.tags', 'likely')
    .say('style', styleOf(usefulTags), 'civitai:models.tags', 'likely')
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
    `${htmlToText(version.description) ?? ''}\n${htmlToText(page.description) ?? ''}`,
    'civitai:description',
  );
  if (page.mode !== null) draft.note(null, `Civitai says that the model is '${page.mode}'.`);
  return draft;
}

function setFiles(
  draft: DraftInProgress,
  version: CivitaiVersion,
  {
    set,
    parts,
    seen,
  }: { set: FileSet<CivitaiFile> | null; parts: readonly CivitaiFile[]; seen: InspectedFile | null },
): void {
  if (!version.downloadable) draft.note('config.download.0.file_url', 'Its author does not allow downloads.');
  noteEarlyAccess(draft, version);
  if (set === null) {
    draft.note('config.download', 'Civitai lists no file of this version.');
    return;
  }
  const files = [...set.files, ...parts];
  setDownloads(
    draft,
    { host: 'civitai', source: 'civitai:modelVersions.files' },
    files.map((file, at) => {
      const purpose = parts.includes(file) ? purposeOf(file) : undefined;
      return {
        name: file.name,
        url: civitaiDownload(version.id, file.id),
        sha256: file.sha256,
        bytes: file.bytes,
        ...(purpose !== undefined && { purpose }),
        isArchive: at === 0 && seen?.kind === 'archive',
      };
    }),
  );
  askAboutSet(
    draft,
    set.lacks,
    parts.map(({ name }) => name ?? ''),
  );
  for (const [at, { pickleScan }] of files.entries()) {
    if (pickleScan !== null && !['Success', 'Pending'].includes(pickleScan))
      draft.note(`config.download.${at}`, `Civitai's scan of the file says '${pickleScan}'.`);
  }
}

function noteEarlyAccess(draft: DraftInProgress, { earlyAccess }: CivitaiVersion): void {
  if (earlyAccess === null) return;
  const until =
    earlyAccess.until === null ? 'for a time that Civitai does not state' : `until ${earlyAccess.until}`;
  draft.note(
    'config.download.0.file_url',
    `Early access ${until}: only those who have paid can download it, and workers cannot.`,
  );
}

/** Returns the number in a version's name, such as `9.0` for `v9.0`; returns any other name unchanged. */
function versionNumber(name: string | null): string | null {
  return /^v(?:er(?:sion)?)?[\s._-]*(\d[\w.]*)$/i.exec(name ?? '')?.[1] ?? name;
}
