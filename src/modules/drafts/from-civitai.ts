import { OutageError, RegistryError, ShownError } from '../../kernel/errors.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { findByCivitaiName } from '../../records/baselines/recognise.ts';
import {
  type FileSet,
  findUnloadableEnding,
  groupShards,
  parseShard,
} from '../../records/files/file-endings.ts';
import { createCivitaiUrl, type FileSelectors, selectFile } from '../../records/files/host-address.ts';
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
import { DraftInProgress, type DraftResult } from './draft.ts';
import {
  addMemoryNote,
  findFileClue,
  findMissingParts,
  type InspectedFile,
  setImageFields,
} from './file-draft.ts';
import { askAboutSet, sumOf } from './file-parts.ts';
import { findStyle, setClipSkip, setDownloads } from './image-fields.ts';
import { createCivitaiLicensePage } from './license-page.ts';
import { type RemoteReader, readFile } from './remote-reader.ts';
import { htmlToText } from './untrusted.ts';

const apiUrl = 'https://civitai.com/api/v1';

/**
 * Number of bytes of the draft's limit that stay reserved while a model's page is read. They are needed for the
 * page of the version and for the header of the file.
 */
const reservedBytes = 640 * 1024;

export async function draftFromCivitai(
  baselines: KnownBaselines,
  reader: RemoteReader,
  link: CivitaiLink,
  category: string | null,
): Promise<DraftResult> {
  const { versionId } = link;
  const readVersion = () =>
    readPage(reader, `model-versions/${versionId}`, `Version ${versionId} at Civitai`, reservedBytes / 2);
  let versionPage = link.modelId === null ? await readVersion() : null;
  const modelId = link.modelId ?? versionPage?.modelId ?? null;
  const modelTitle = `Model ${modelId} at Civitai`;
  const page =
    modelId === null
      ? versionPage!
      : await readPage(reader, `models/${modelId}`, modelTitle, reservedBytes).catch(expectShownError);
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
    throw page instanceof ShownError ? page : new RegistryError('not_found', `${modelTitle} has no version.`);
  }
  // An unpublished version, or a version whose model page is gone, still has its own page.
  versionPage ??= await readVersion().catch((error: unknown) => {
    if (page instanceof ShownError) throw page;
    if (!(error instanceof RegistryError)) throw error;
    throw new RegistryError('not_found', `${modelTitle} has no version ${versionId}.`);
  });
  const version = findVersion(versionPage, versionId);
  if (!version) throw createUnexpectedAnswerError(`Version ${versionId} at Civitai`);
  if (modelId !== null && versionPage.modelId !== null && versionPage.modelId !== modelId) {
    throw new RegistryError(
      'not_found',
      `${modelTitle} has no version ${versionId}: that is one of model ${versionPage.modelId}.`,
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
  result.draft.addNote(
    null,
    page instanceof ShownError
      ? `The page of the model could not be read, so the draft is made from the page of its version alone. ${page.message}`
      : `The page of the model does not list version ${versionId}: it may be unpublished, or the page is outdated.`,
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
  pageTitle: string,
  reserveBytes: number,
): Promise<CivitaiPage> {
  const page = parseCivitaiPage(await reader.readJson(`${apiUrl}/${path}`, pageTitle, reserveBytes));
  if (!page) throw createUnexpectedAnswerError(pageTitle);
  return page;
}

function createUnexpectedAnswerError(pageTitle: string): OutageError {
  return new OutageError('host_unavailable', `civitai.com returned an unexpected answer for ${pageTitle}.`);
}

const noSelectors: FileSelectors = { fileId: null, wanted: {} };

/**
 * Creates a draft from a model's page at Civitai.
 *
 * @param options.reader reads the file's header; if absent, only the page is used
 * @param options.version the version of the model; default: the newest
 * @param options.selectors the selectors of a file of the version; default: none
 */
export async function draftFromCivitaiPage(
  baselines: KnownBaselines,
  page: CivitaiPage,
  options: {
    readonly reader?: RemoteReader;
    readonly version?: CivitaiVersion;
    readonly selectors?: FileSelectors;
    readonly category: string | null;
  },
): Promise<DraftResult> {
  const { reader, version = findVersion(page, null), selectors = noSelectors, category } = options;
  if (!version) throw new RegistryError('bad_request', 'The answer of Civitai contains no version.');
  const file = chooseFile(version, selectors);
  const selectorText = describeSelectors(selectors);
  if (selectorText !== null && file === null) {
    throw new RegistryError('not_found', `Version ${version.id} at Civitai has no file ${selectorText}.`);
  }
  const draft = draftFromVersion(baselines, page, version);
  const fileSet = file && findFileSet(version, file);
  const firstFile = fileSet?.files[0];
  const inspectedFile =
    firstFile && reader ? await readFile(reader, createCivitaiUrl(version.id, firstFile.id)) : null;
  const parts = firstFile && isModelFile(firstFile) ? findParts(baselines, version, inspectedFile) : noParts;
  setFiles(draft, version, { set: fileSet, parts: parts.missing, inspectedFile });
  if (file) askAboutFile(draft, version, { file, isNamed: selectorText !== null, left: parts.uncertain });
  if (inspectedFile) {
    setImageFields(baselines, draft, inspectedFile);
    const [, ...others] = [...(fileSet?.files ?? []), ...parts.missing];
    addMemoryNote(
      draft,
      inspectedFile,
      others.map(({ bytes }) => bytes),
    );
  }
  const fileClue = inspectedFile && findFileClue(baselines, inspectedFile);
  const decision = decideCategory(
    [...(fileClue ? [fileClue] : []), ...listCivitaiClues(baselines, page, version)],
    category,
  );
  if (decision.question !== null) draft.addQuestion(null, decision.question);
  return { draft, category: decision.category, licensePage: createCivitaiLicensePage(page, version) };
}

function findFileSet({ files }: CivitaiVersion, file: CivitaiFile): FileSet<CivitaiFile> | null {
  // A version can have files with the same name in several precisions: these are not shards of one set.
  const shards = files.filter((each) => each === file || parseShard(each.name ?? '') !== null);
  return groupShards(shards, ({ name }) => name ?? '').find((set) => set.files.includes(file)) ?? null;
}

const noParts = { missing: [], uncertain: [] };

/**
 * Finds the VAE and text encoders among a version's files. `missing` has those that the model's file does not
 * contain. `uncertain` has all of them if the content of the model's file is unknown.
 */
function findParts(
  baselines: KnownBaselines,
  { files }: CivitaiVersion,
  inspectedFile: InspectedFile | null,
): { missing: CivitaiFile[]; uncertain: CivitaiFile[] } {
  const neededParts = inspectedFile && findMissingParts(baselines, inspectedFile);
  const partFiles = files.filter((file) => findPurpose(file) !== undefined && !isUnloadable(file));
  if (neededParts === null) return { missing: [], uncertain: partFiles };
  return { missing: partFiles.filter((file) => neededParts[findPurpose(file)!]), uncertain: [] };
}

function findPurpose({ type }: CivitaiFile): 'vae' | 'text_encoders' | undefined {
  if (type === 'VAE') return 'vae';
  return type === 'Text Encoder' ? 'text_encoders' : undefined;
}

/** Largest number of files that a draft offers as choices. */
const maxChoices = 50;

function askAboutFile(
  draft: DraftInProgress,
  version: CivitaiVersion,
  {
    file,
    isNamed: isSelected,
    left: uncertainParts,
  }: { file: CivitaiFile; isNamed: boolean; left: readonly CivitaiFile[] },
): void {
  const models = version.files.filter((each) => isModelFile(each) && !isUnloadable(each));
  const isModel = models.includes(file);
  const hint = models.length > 0 && !isModel ? ' The version has others: choose one.' : '';
  if (!isModelFile(file)) {
    const kind = `At Civitai the file is of type '${file.type}': it is not the model.`;
    draft.addQuestion('config.download.0', `${kind}${hint}`);
  } else if (hint !== '') draft.addQuestion('config.download.0', `It is not the file of a model.${hint}`);
  const primaryFile = version.files.find((each) => each.primary);
  if (!isSelected && primaryFile && primaryFile !== file && isModel && !models.includes(primaryFile)) {
    draft.addNote(
      'config.download.0',
      `Civitai offers '${primaryFile.name}' first, which workers do not load. The draft is of '${file.name}'.`,
    );
  }
  if (uncertainParts.length > 0) {
    const names = uncertainParts.slice(0, 5).map(({ name }) => `'${name}'`);
    draft.addQuestion(
      'config.download',
      `The version also has ${names.join(', ')}. It is unknown whether the model needs it: if so, add it.`,
    );
  }
  const sets = groupShards(models, ({ name }) => name ?? '');
  if (isModel && (isSelected || sets.length < 2)) return;
  for (const { files } of sets.slice(0, maxChoices)) {
    const [firstFile] = files;
    const size_bytes = sumOf(files.map(({ bytes }) => bytes));
    draft.addChoice({
      url: createCivitaiUrl(version.id, firstFile.id),
      file_name: firstFile.name ?? '',
      size_bytes,
    });
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
  return findUnloadableEnding(name ?? '') !== null;
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
  const [knownBaseline] = findByCivitaiName(baselines, baseModel.trim());
  return knownBaseline ? knownBaseline.category === 'video_generation' : videoBasePattern.test(baseModel);
}

function listCivitaiClues(
  baselines: KnownBaselines,
  { type }: CivitaiPage,
  { baseModel }: CivitaiVersion,
): CategoryClue[] {
  const fittingCategories = categoriesOfType[type ?? ''] ?? [];
  return [
    ...(fittingCategories.length > 0 ? [{ source: `type '${type}'`, categories: fittingCategories }] : []),
    ...(fittingCategories.includes('video_generation') && isVideoBase(baselines, baseModel ?? '')
      ? [{ source: `base model '${baseModel}'`, categories: ['video_generation'] }]
      : []),
  ];
}

/** Civitai tags that say nothing about a model. Drafts omit them. */
const emptyTags = new Set(['base model', 'model', 'checkpoint', 'merge']);

/**
 * Returns the file of a version that matches the selectors; null when none does. Without selectors, returns
 * the primary file of the version if it is a model. Otherwise returns the first model or, if there is none,
 * the first file.
 */
export function chooseFile({ files }: CivitaiVersion, selectors: FileSelectors): CivitaiFile | null {
  const chosenFile = selectFile(files, selectors) ?? null;
  if (describeSelectors(selectors) !== null) return chosenFile;
  const models = files.filter((file) => isModelFile(file) && !isUnloadable(file));
  if (chosenFile && models.includes(chosenFile)) return chosenFile;
  return models.find(({ type }) => type === 'Model') ?? models[0] ?? chosenFile ?? files[0] ?? null;
}

/** Creates a draft of a version from the page alone, without reading its files. */
export function draftFromVersion(
  baselines: KnownBaselines,
  page: CivitaiPage,
  version: CivitaiVersion,
): DraftInProgress {
  const draft = new DraftInProgress();
  const { name, nsfw, tags, modelId } = page;
  draft
    .set('name', name, 'civitai:models.name', 'likely')
    .set(
      'description',
      htmlToText(page.description) ?? htmlToText(version.description),
      'civitai:models.description',
    )
    .set('version', parseVersionNumber(version.name), 'civitai:modelVersions.name', 'likely');
  if (version.baseModel !== null) {
    const baseModel = version.baseModel.trim();
    const candidates = findByCivitaiName(baselines, baseModel);
    const isSure = candidates.length === 1;
    draft.set(
      'baseline',
      candidates[0]?.name,
      'civitai:modelVersions.baseModel',
      isSure ? 'certain' : 'guess',
    );
    if (candidates.length === 0) {
      draft.addNote(
        'baseline',
        `Civitai says '${version.baseModel}', which is not a baseline of the registry.`,
      );
    } else if (!isSure) {
      draft.addNote(
        'baseline',
        `Models that Civitai calls '${version.baseModel}' are ${joinTitles(candidates)}: choose one.`,
      );
    }
  }
  if (nsfw !== null) draft.set('nsfw', nsfw, 'civitai:models.nsfw', nsfw ? 'certain' : 'likely');
  if (nsfw !== true && (version.nsfwLevel & explicitLevels) !== 0) {
    draft.addNote('nsfw', 'Previews of this version are explicit, although the model is not marked so.');
  }
  const usefulTags = tags.map((tag) => tag.toLowerCase()).filter((tag) => !emptyTags.has(tag));
  draft
    .set('trigger', [...version.triggers], 'civitai:modelVersions.trainedWords')
    .set('tags', usefulTags.slice(0, 20), 'civitai:models.tags', 'likely')
    .set('style', findStyle(usefulTags), 'civitai:models.tags', 'likely')
    .set(
      'inpainting',
      /\binpaint/i.test(`${name} ${version.name}`) ? true : null,
      'civitai:models.name',
      'likely',
    );
  if (modelId !== null) {
    const homepage = `https://civitai.com/models/${modelId}?modelVersionId=${version.id}`;
    draft.set('homepage', homepage, 'civitai:modelVersions.id');
  }
  setClipSkip(
    draft,
    `${htmlToText(version.description) ?? ''}\n${htmlToText(page.description) ?? ''}`,
    'civitai:description',
  );
  if (page.mode !== null) draft.addNote(null, `Civitai says that the model is '${page.mode}'.`);
  return draft;
}

function setFiles(
  draft: DraftInProgress,
  version: CivitaiVersion,
  {
    set,
    parts,
    inspectedFile,
  }: { set: FileSet<CivitaiFile> | null; parts: readonly CivitaiFile[]; inspectedFile: InspectedFile | null },
): void {
  if (!version.downloadable)
    draft.addNote('config.download.0.file_url', 'Its author does not allow downloads.');
  noteEarlyAccess(draft, version);
  if (set === null) {
    draft.addNote('config.download', 'Civitai lists no file of this version.');
    return;
  }
  const files = [...set.files, ...parts];
  setDownloads(
    draft,
    { host: 'civitai', source: 'civitai:modelVersions.files' },
    files.map((file, at) => {
      const purpose = parts.includes(file) ? findPurpose(file) : undefined;
      return {
        name: file.name,
        url: createCivitaiUrl(version.id, file.id),
        sha256: file.sha256,
        bytes: file.bytes,
        ...(purpose !== undefined && { purpose }),
        isArchive: at === 0 && inspectedFile?.kind === 'archive',
      };
    }),
  );
  askAboutSet(
    draft,
    set.missingNumbers,
    parts.map(({ name }) => name ?? ''),
  );
  for (const [at, { pickleScan }] of files.entries()) {
    if (pickleScan !== null && !['Success', 'Pending'].includes(pickleScan))
      draft.addNote(`config.download.${at}`, `Civitai's scan of the file says '${pickleScan}'.`);
  }
}

function noteEarlyAccess(draft: DraftInProgress, { earlyAccess }: CivitaiVersion): void {
  if (earlyAccess === null) return;
  const until =
    earlyAccess.until === null ? 'for a time that Civitai does not state' : `until ${earlyAccess.until}`;
  draft.addNote(
    'config.download.0.file_url',
    `Early access ${until}: only those who have paid can download it, and workers cannot.`,
  );
}

/** Returns the number in a version's name, such as `9.0` for `v9.0`; returns any other name unchanged. */
function parseVersionNumber(name: string | null): string | null {
  return /^v(?:er(?:sion)?)?[\s._-]*(\d[\w.]*)$/i.exec(name ?? '')?.[1] ?? name;
}
