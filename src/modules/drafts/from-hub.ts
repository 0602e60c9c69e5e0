import { OutageError, RegistryError } from '../../kernel/errors.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import {
  type FileSet,
  findUnloadableEnding,
  groupShards,
  weightsName,
} from '../../records/files/file-endings.ts';
import { createResolveUrl, type HubLink } from '../../records/files/links.ts';
import { decideCategory } from './category-clues.ts';
import type { DraftInProgress, DraftResult } from './draft.ts';
import {
  addMemoryNote,
  componentNote,
  findFileClue,
  findMissingParts,
  type InspectedFile,
  setImageFields,
  setTextFields,
} from './file-draft.ts';
import { askAboutSet, bytesOf, chooseSetPerStem, detectPart, type Part } from './file-parts.ts';
import {
  createImageDraft,
  createTextDraft,
  type HubExtras,
  listModelFiles,
  listPartFiles,
} from './hub-draft.ts';
import { type HubFileEntry, type HubPage, listHubClues, parseHubPage } from './hub-page.ts';
import { setDownloads } from './image-fields.ts';
import { createHubLicensePage } from './license-page.ts';
import { type RemoteReader, readFile } from './remote-reader.ts';

/** Number of bytes to read of a README: enough for its front matter and first paragraphs. */
const maxReadMeBytes = 64 * 1024;
const maxConfigBytes = 128 * 1024;
const noExtras: HubExtras = { readMe: null, config: null, generationConfig: null, unetConfig: null };
const maxChoices = 50;

export async function draftFromHub(
  baselines: KnownBaselines,
  reader: RemoteReader,
  { repository, revision, path }: HubLink,
  category: string | null,
): Promise<DraftResult> {
  const repositoryTitle = `The repository ${repository} at Hugging Face${revision === null ? '' : `, ${revision},`}`;
  const revisionPath = revision === null ? '' : `/revision/${encodeURIComponent(revision)}`;
  const page = parseHubPage(
    await reader.readJson(
      `https://huggingface.co/api/models/${repository}${revisionPath}?blobs=true`,
      repositoryTitle,
    ),
  );
  if (!page)
    throw new OutageError(
      'host_unavailable',
      `huggingface.co returned an unexpected answer for ${repository}.`,
    );
  const linkedSets = path === null ? [] : findLinkedFiles(page, path);
  if (path !== null && linkedSets === null)
    throw new RegistryError('not_found', `${repositoryTitle} has no file ${path}.`);
  const extras = await readExtras(reader, page);
  const result = await draftFromPage(reader, page, { baselines, extras, linked: linkedSets ?? [], category });
  if (page.id.toLowerCase() !== repository.toLowerCase()) {
    result.draft.addNote(null, `${repository} was renamed: it is ${page.id} now.`);
  }
  if (path !== null && findUnloadableEnding(path) !== null) {
    result.draft.addQuestion(
      'config.download',
      `The link leads to '${path}', which no worker loads: the draft is of the repository.`,
    );
  }
  return result;
}

/**
 * Finds the sets of files that a link selects. `path` is one of three:
 * - The path of a file selects the file and the other shards of its set. A file without weights, such as the
 *   README, selects no set: the draft is then of the whole repository.
 * - The path of a folder selects the files in the folder.
 * - A word, such as `Q4_K_M` in `owner/name:Q4_K_M`, selects the files with this word in their names.
 *
 * @returns the sets; null if there is no such file, folder or word
 */
function findLinkedFiles({ files }: HubPage, path: string): FileSet<HubFileEntry>[] | null {
  const sets = groupShards(
    files.filter((file) => weightsName.test(file.path)),
    (file) => file.path,
  );
  if (files.some((file) => file.path === path)) {
    return sets.filter((set) => set.files.some((file) => file.path === path));
  }
  if (weightsName.test(path)) return null;
  const folderPrefix = `${path.replace(/\/+$/, '')}/`;
  const dottedWord = `.${path.toLowerCase().replace(/[-_.]+/g, '.')}.`;
  const matches = sets.filter(({ files: [first] }) => {
    const name = `.${first.path.toLowerCase().replace(/[-_./]+/g, '.')}.`;
    return first.path.startsWith(folderPrefix) || name.includes(dottedWord);
  });
  return matches.length === 0 ? null : matches;
}

/** Creates a draft from a pasted response of Hugging Face, without a call to the host. */
export function draftFromHubPage(
  baselines: KnownBaselines,
  page: HubPage,
  category: string | null,
): Promise<DraftResult> {
  return draftFromPage(null, page, { baselines, extras: noExtras, linked: [], category });
}

async function draftFromPage(
  reader: RemoteReader | null,
  page: HubPage,
  {
    baselines,
    extras,
    linked: linkedSets,
    category,
  }: {
    baselines: KnownBaselines;
    extras: HubExtras;
    linked: readonly FileSet<HubFileEntry>[];
    category: string | null;
  },
): Promise<DraftResult> {
  const models = listModelFiles(page);
  const modelSets = models.length > 0 ? models : listPartFiles(page, 'denoiser');
  const candidates = linkedSets.length > 1 ? linkedSets : modelSets;
  const fileSet =
    (linkedSets.length > 0 ? linkedSets : candidates).length === 1 ? (linkedSets[0] ?? candidates[0]!) : null;
  const firstFile = fileSet?.files[0] ?? null;
  const pageClues = listHubClues(baselines, page, extras.config);
  const hasTextFacts = page.chatTemplate !== null && (page.parametersTotal ?? page.gguf.parameters) !== null;
  const isText = decideCategory(pageClues, category).category === 'text_generation';
  const headerFile = firstFile ?? (isText && !hasTextFacts ? page.files.find(isGguf) : undefined);
  const inspectedFile = headerFile && reader ? await readFile(reader, createFileUrl(page, headerFile)) : null;
  const fileClue = inspectedFile && findFileClue(baselines, inspectedFile);
  const decision = decideCategory(fileClue ? [fileClue, ...pageClues] : pageClues, category);
  const draft =
    decision.category === 'text_generation'
      ? createTextDraft(page, extras)
      : createImageDraft(baselines, page, extras, firstFile);
  if (decision.question !== null) draft.addQuestion(null, decision.question);
  if (decision.category === 'text_generation') {
    if (inspectedFile) setTextFields(draft, inspectedFile);
    return { draft, category: decision.category, licensePage: createHubLicensePage(page) };
  }
  if (fileSet === null) {
    addFileChoices(draft, page, candidates);
    return { draft, category: decision.category, licensePage: createHubLicensePage(page) };
  }
  const part = detectPart(fileSet.files[0].path, fileSet.files[0].bytes);
  const parts = chooseParts(
    page,
    fileSet.files[0].path,
    part,
    inspectedFile && findMissingParts(baselines, inspectedFile),
  );
  setFiles(draft, page, { modelSet: fileSet, parts, inspectedFile });
  // A file that is named like a component may be a complete model, such as a LoRA, according to its tensors.
  // A denoiser alone is never a complete model.
  const isDenoiserAlone = part === 'denoiser' && parts.chosen.length === 0;
  if (part !== null && (fileClue === null || isDenoiserAlone)) {
    draft.addQuestion('config.download.0', componentNote);
    if (part !== 'denoiser' && modelSets.length > 0) addFileChoices(draft, page, modelSets);
  }
  if (inspectedFile) {
    setImageFields(baselines, draft, inspectedFile);
    const [, ...others] = [fileSet, ...parts.chosen].flatMap(({ files }) => files);
    addMemoryNote(
      draft,
      inspectedFile,
      others.map(({ bytes }) => bytes),
    );
  }
  return { draft, category: decision.category, licensePage: createHubLicensePage(page) };
}

type Parts = { readonly chosen: readonly FileSet<HubFileEntry>[]; readonly left: readonly string[] };

/** Chooses the repository's VAE and text encoders when the file of the model does not contain them. */
function chooseParts(
  page: HubPage,
  mainPath: string,
  part: Part | null,
  missingParts: { vae: boolean; text_encoders: boolean } | null,
): Parts {
  if (part !== null && part !== 'denoiser') return { chosen: [], left: [] };
  const neededParts = part === 'denoiser' ? { vae: true, text_encoders: true } : missingParts;
  const vaes = neededParts?.vae ? chooseSetPerStem(listPartFiles(page, 'vae'), mainPath) : null;
  const encoders = neededParts?.text_encoders
    ? chooseSetPerStem(listPartFiles(page, 'text_encoders'), mainPath)
    : null;
  // A model has one VAE: prefer the one at the same level (root or folder) as the model's file.
  const isSameLevel = ({ files: [{ path }] }: FileSet<HubFileEntry>) =>
    path.includes('/') === mainPath.includes('/');
  const vae = vaes?.chosenSets.find(isSameLevel) ?? vaes?.chosenSets[0];
  const otherVaes = vaes?.chosenSets.filter((set) => set !== vae).map(({ files: [{ path }] }) => path) ?? [];
  return {
    chosen: [...(vae ? [vae] : []), ...(encoders?.chosenSets ?? [])],
    left: [...otherVaes, ...(vaes?.omittedPaths ?? []), ...(encoders?.omittedPaths ?? [])],
  };
}

/** Largest number of files that a draft lists as downloads. */
const maxFiles = 200;

function setFiles(
  draft: DraftInProgress,
  page: HubPage,
  {
    modelSet,
    parts,
    inspectedFile,
  }: { modelSet: FileSet<HubFileEntry>; parts: Parts; inspectedFile: InspectedFile | null },
): void {
  const fileEntries = [modelSet, ...parts.chosen].flatMap((set) => set.files.map((file) => ({ file, set })));
  if (fileEntries.length > maxFiles) {
    draft.addQuestion(
      'config.download',
      `The model has ${fileEntries.length} files, of which ${maxFiles} are listed.`,
    );
  }
  setDownloads(
    draft,
    { host: 'Hugging Face', source: 'huggingface:siblings' },
    fileEntries.slice(0, maxFiles).map(({ file, set }, at) => {
      const purpose = set === modelSet ? null : detectPart(file.path, file.bytes);
      return {
        name: file.path,
        url: createFileUrl(page, file),
        sha256: file.sha256,
        bytes: file.bytes,
        ...(purpose !== null && { purpose }),
        isArchive: at === 0 && inspectedFile?.kind === 'archive',
      };
    }),
  );
  const missingShards = [modelSet, ...parts.chosen].flatMap((set) => set.missingNumbers);
  const names = parts.chosen.map(({ files: [{ path }] }) => path);
  askAboutSet(draft, missingShards, names, parts.left);
}

function isGguf({ path }: HubFileEntry): boolean {
  return /\.gguf$/i.test(path);
}

function addFileChoices(
  draft: DraftInProgress,
  page: HubPage,
  candidates: readonly FileSet<HubFileEntry>[],
): void {
  if (candidates.length === 0) {
    draft.addQuestion('config.download', 'The repository has no complete model file.');
    return;
  }
  draft.addQuestion('config.download', `The repository has ${candidates.length} files that fit: choose one.`);
  for (const set of candidates.slice(0, maxChoices)) {
    const [firstFile] = set.files;
    draft.addChoice({
      url: createFileUrl(page, firstFile),
      file_name: firstFile.path,
      size_bytes: bytesOf(set),
    });
  }
}

function createFileUrl({ id, commit }: HubPage, { path }: HubFileEntry): string {
  return createResolveUrl(id, commit ?? 'main', path);
}

/** Reads the files of `HubExtras` concurrently; leaves out those that the repository does not have. */
async function readExtras(reader: RemoteReader, page: HubPage): Promise<HubExtras> {
  const readText = async (path: string, maxBytes: number) =>
    page.files.some((file) => file.path === path)
      ? reader.readSmallText(createResolveUrl(page.id, page.commit ?? 'main', path), maxBytes)
      : null;
  const [readMe, config, generationConfig, unetConfig] = await Promise.all([
    readText('README.md', maxReadMeBytes),
    readText('config.json', maxConfigBytes),
    readText('generation_config.json', maxConfigBytes),
    readText('unet/config.json', maxConfigBytes),
  ]);
  return {
    readMe,
    config: parseJson(config),
    generationConfig: parseJson(generationConfig),
    unetConfig: parseJson(unetConfig),
  };
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
