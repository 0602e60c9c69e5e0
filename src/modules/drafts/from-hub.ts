import { OutageError, RegistryError } from '../../kernel/errors.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { type FileSet, fileSets, unloadableEnding, weightsName } from '../../records/files/file-endings.ts';
import { type HubLink, resolveUrl } from '../../records/files/links.ts';
import { decideCategory } from './category-clues.ts';
import type { DraftInProgress, MadeDraft } from './draft.ts';
import {
  clueOfFile,
  findMissingParts,
  type InspectedFile,
  noteFileMemory,
  partOfModel,
  setImageFields,
  setTextFields,
} from './file-draft.ts';
import { askAboutSet, bytesOf, chooseSetPerStem, type Part, partOf } from './file-parts.ts';
import { draftOfImageModel, draftOfTextModel, type HubExtras, modelFiles, partFiles } from './hub-draft.ts';
import { cluesOfHub, type HubFileEntry, type HubPage, parseHubPage } from './hub-page.ts';
import { setDownloads } from './image-fields.ts';
import { hubLicensePage } from './license-page.ts';
import { type RemoteReader, readFile } from './remote-reader.ts';

/** Number of bytes of a README that are read: enough for its front matter and first paragraphs. */
const maxReadMeBytes = 64 * 1024;
const maxConfigBytes = 128 * 1024;
const noExtras: HubExtras = { readMe: null, config: null, generation: null, unet: null };
const maxChoices = 50;

export async function draftFromHub(
  baselines: KnownBaselines,
  reader: RemoteReader,
  { repository, revision, path }: HubLink,
  category: string | null,
): Promise<MadeDraft> {
  const what = `The repository ${repository} at Hugging Face${revision === null ? '' : `, ${revision},`}`;
  const at = revision === null ? '' : `/revision/${encodeURIComponent(revision)}`;
  const page = parseHubPage(
    await reader.json(`https://huggingface.co/api/models/${repository}${at}?blobs=true`, what),
  );
  if (!page)
    throw new OutageError(
      'host_unavailable',
      `huggingface.co returned an unexpected answer for ${repository}.`,
    );
  const linkedSets = path === null ? [] : findLinkedFiles(page, path);
  if (path !== null && linkedSets === null)
    throw new RegistryError('not_found', `${what} has no file ${path}.`);
  const extras = await readExtras(reader, page);
  const result = await draftOf(reader, page, { baselines, extras, linked: linkedSets ?? [], category });
  if (page.id.toLowerCase() !== repository.toLowerCase()) {
    result.draft.note(null, `${repository} was renamed: it is ${page.id} now.`);
  }
  if (path !== null && unloadableEnding(path) !== null) {
    result.draft.ask(
      'config.download',
      `The link leads to '${path}', which no worker loads: the draft is of the repository.`,
    );
  }
  return result;
}

/**
 * Finds the sets of files that a link selects. `path` is one of three:
 * - the path of a file, which selects this file with the other shards of its set. A file without weights,
 *   such as the README, selects no set; the link then selects the whole repository.
 * - a folder, which selects the files in it.
 * - a word, as in `owner/name:Q4_K_M`, which selects the files that have this word in their names.
 *
 * @returns null when nothing matches
 */
function findLinkedFiles({ files }: HubPage, path: string): FileSet<HubFileEntry>[] | null {
  const sets = fileSets(
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
): Promise<MadeDraft> {
  return draftOf(null, page, { baselines, extras: noExtras, linked: [], category });
}

async function draftOf(
  reader: RemoteReader | null,
  page: HubPage,
  {
    baselines,
    extras,
    linked,
    category,
  }: {
    baselines: KnownBaselines;
    extras: HubExtras;
    linked: readonly FileSet<HubFileEntry>[];
    category: string | null;
  },
): Promise<MadeDraft> {
  const models = modelFiles(page);
  const modelSets = models.length > 0 ? models : partFiles(page, 'denoiser');
  const candidates = linked.length > 1 ? linked : modelSets;
  const fileSet =
    (linked.length > 0 ? linked : candidates).length === 1 ? (linked[0] ?? candidates[0]!) : null;
  const first = fileSet?.files[0] ?? null;
  const pageClues = cluesOfHub(baselines, page, extras.config);
  const hasTextFacts = page.chatTemplate !== null && (page.parametersTotal ?? page.gguf.parameters) !== null;
  const isText = decideCategory(pageClues, category).category === 'text_generation';
  const headerFile = first ?? (isText && !hasTextFacts ? page.files.find(isGguf) : undefined);
  const inspectedFile = headerFile && reader ? await readFile(reader, addressOf(page, headerFile)) : null;
  const fileClue = inspectedFile && clueOfFile(baselines, inspectedFile);
  const decision = decideCategory(fileClue ? [fileClue, ...pageClues] : pageClues, category);
  const draft =
    decision.category === 'text_generation'
      ? draftOfTextModel(page, extras)
      : draftOfImageModel(baselines, page, extras, first);
  if (decision.question !== null) draft.ask(null, decision.question);
  if (decision.category === 'text_generation') {
    if (inspectedFile) setTextFields(draft, inspectedFile);
    return { draft, category: decision.category, licensePage: hubLicensePage(page) };
  }
  if (fileSet === null) {
    addFileChoices(draft, page, candidates);
    return { draft, category: decision.category, licensePage: hubLicensePage(page) };
  }
  const part = partOf(fileSet.files[0].path, fileSet.files[0].bytes);
  const parts = chooseParts(
    page,
    fileSet.files[0].path,
    part,
    inspectedFile && findMissingParts(baselines, inspectedFile),
  );
  setFiles(draft, page, { chosen: fileSet, parts, seen: inspectedFile });
  // A file that is named like a component may be a complete model, such as a LoRA, according to its tensors.
  // A denoiser alone is never a complete model.
  const isDenoiserAlone = part === 'denoiser' && parts.chosen.length === 0;
  if (part !== null && (fileClue === null || isDenoiserAlone)) {
    draft.ask('config.download.0', partOfModel);
    if (part !== 'denoiser' && modelSets.length > 0) addFileChoices(draft, page, modelSets);
  }
  if (inspectedFile) {
    setImageFields(baselines, draft, inspectedFile);
    const [, ...others] = [fileSet, ...parts.chosen].flatMap(({ files }) => files);
    noteFileMemory(
      draft,
      inspectedFile,
      others.map(({ bytes }) => bytes),
    );
  }
  return { draft, category: decision.category, licensePage: hubLicensePage(page) };
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
  const vaes = neededParts?.vae ? chooseSetPerStem(partFiles(page, 'vae'), mainPath) : null;
  const encoders = neededParts?.text_encoders
    ? chooseSetPerStem(partFiles(page, 'text_encoders'), mainPath)
    : null;
  // A model has one VAE: prefer the one at the same level (root or folder) as the model's file.
  const isBeside = ({ files: [{ path }] }: FileSet<HubFileEntry>) =>
    path.includes('/') === mainPath.includes('/');
  const vae = vaes?.chosen.find(isBeside) ?? vaes?.chosen[0];
  const otherVaes = vaes?.chosen.filter((set) => set !== vae).map(({ files: [{ path }] }) => path) ?? [];
  return {
    chosen: [...(vae ? [vae] : []), ...(encoders?.chosen ?? [])],
    left: [...otherVaes, ...(vaes?.left ?? []), ...(encoders?.left ?? [])],
  };
}

/** Largest number of files that a draft lists as downloads. */
const maxFiles = 200;

function setFiles(
  draft: DraftInProgress,
  page: HubPage,
  { chosen, parts, seen }: { chosen: FileSet<HubFileEntry>; parts: Parts; seen: InspectedFile | null },
): void {
  const fileEntries = [chosen, ...parts.chosen].flatMap((set) => set.files.map((file) => ({ file, set })));
  if (fileEntries.length > maxFiles) {
    draft.ask(
      'config.download',
      `The model has ${fileEntries.length} files, of which ${maxFiles} are listed.`,
    );
  }
  setDownloads(
    draft,
    { host: 'Hugging Face', source: 'huggingface:siblings' },
    fileEntries.slice(0, maxFiles).map(({ file, set }, at) => {
      const purpose = set === chosen ? null : partOf(file.path, file.bytes);
      return {
        name: file.path,
        url: addressOf(page, file),
        sha256: file.sha256,
        bytes: file.bytes,
        ...(purpose !== null && { purpose }),
        isArchive: at === 0 && seen?.kind === 'archive',
      };
    }),
  );
  const missingShards = [chosen, ...parts.chosen].flatMap((set) => set.lacks);
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
    draft.ask('config.download', 'The repository has no complete model file.');
    return;
  }
  draft.ask('config.download', `The repository has ${candidates.length} files that fit: choose one.`);
  for (const set of candidates.slice(0, maxChoices)) {
    const [first] = set.files;
    draft.choice({ url: addressOf(page, first), file_name: first.path, size_bytes: bytesOf(set) });
  }
}

function addressOf({ id, commit }: HubPage, { path }: HubFileEntry): string {
  return resolveUrl(id, commit ?? 'main', path);
}

/** Reads the files of `HubExtras` concurrently; leaves out those that the repository does not have. */
async function readExtras(reader: RemoteReader, page: HubPage): Promise<HubExtras> {
  const text = async (path: string, maxBytes: number) =>
    page.files.some((file) => file.path === path)
      ? reader.smallText(resolveUrl(page.id, page.commit ?? 'main', path), maxBytes)
      : null;
  const [readMe, config, generation, unet] = await Promise.all([
    text('README.md', maxReadMeBytes),
    text('config.json', maxConfigBytes),
    text('generation_config.json', maxConfigBytes),
    text('unet/config.json', maxConfigBytes),
  ]);
  return { readMe, config: parseJson(config), generation: parseJson(generation), unet: parseJson(unet) };
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
