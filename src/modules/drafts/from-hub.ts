import { OutageError, RegistryError } from '../../kernel/errors.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { type HubLink, resolveUrl } from '../../records/files/links.ts';
import { categoryOf } from './category-clues.ts';
import type { DraftInProgress, MadeDraft } from './draft.ts';
import { clueOfFile, partOfModel, setImageFields, setTextFields } from './file-draft.ts';
import { draftOfImageModel, draftOfTextModel, type HubExtras, isPart, modelFiles } from './hub-draft.ts';
import { cluesOfHub, type HubFileEntry, type HubPage, hubPage } from './hub-page.ts';
import { type RemoteReader, readFile } from './remote-reader.ts';

/** The number of bytes that are read of a README: enough for its front matter and first paragraphs. */
const maxReadMeBytes = 64 * 1024;
const maxConfigBytes = 128 * 1024;
const noExtras: HubExtras = { readMe: null, config: null, generation: null, unet: null };
const maxChoices = 50;

export async function fromHub(
  baselines: KnownBaselines,
  reader: RemoteReader,
  { repository, revision, path }: HubLink,
  category: string | null,
): Promise<MadeDraft> {
  const what = `The repository ${repository} at Hugging Face${revision === null ? '' : `, ${revision},`}`;
  const at = revision === null ? '' : `/revision/${encodeURIComponent(revision)}`;
  const page = hubPage(
    await reader.json(`https://huggingface.co/api/models/${repository}${at}?blobs=true`, what),
  );
  if (!page)
    throw new OutageError(
      'host_unavailable',
      `huggingface.co returned an unexpected answer for ${repository}.`,
    );
  const file = path === null ? null : (page.files.find((each) => each.path === path) ?? null);
  if (path !== null && file === null) throw new RegistryError('not_found', `${what} has no file ${path}.`);
  const extras = await readExtras(reader, page);
  const made = await draftOf(reader, page, {
    baselines,
    extras,
    file: file && isWeights(file) ? file : null,
    category,
  });
  if (page.id.toLowerCase() !== repository.toLowerCase()) {
    made.draft.note(null, `${repository} was renamed: it is ${page.id} now.`);
  }
  return made;
}

/** Creates a draft of a pasted answer of Hugging Face, without a call to the host. */
export function fromHubPage(
  baselines: KnownBaselines,
  page: HubPage,
  category: string | null,
): Promise<MadeDraft> {
  return draftOf(null, page, { baselines, extras: noExtras, file: null, category });
}

async function draftOf(
  reader: RemoteReader | null,
  page: HubPage,
  {
    baselines,
    extras,
    file,
    category,
  }: {
    baselines: KnownBaselines;
    extras: HubExtras;
    file: HubFileEntry | null;
    category: string | null;
  },
): Promise<MadeDraft> {
  const candidates = modelFiles(page);
  const chosen = file ?? (candidates.length === 1 ? candidates[0]! : null);
  const ofPage = cluesOfHub(baselines, page, extras.config);
  const isTold = page.chatTemplate !== null && (page.parametersTotal ?? page.gguf.parameters) !== null;
  const isText = categoryOf(ofPage, category).category === 'text_generation';
  const looked = chosen ?? (isText && !isTold ? page.files.find(isGguf) : undefined);
  const seen = looked && reader ? await readFile(reader, addressOf(page, looked)) : null;
  const ofFile = seen && clueOfFile(baselines, seen);
  const told = categoryOf(ofFile ? [ofFile, ...ofPage] : ofPage, category);
  const draft =
    told.category === 'text_generation'
      ? draftOfTextModel(page, extras)
      : draftOfImageModel(baselines, page, extras, chosen);
  if (told.question !== null) draft.ask(null, told.question);
  if (told.category === 'text_generation') {
    if (seen) setTextFields(draft, seen);
    return { draft, category: told.category };
  }
  if (chosen === null) addFileChoices(draft, page, candidates);
  else if (isPart(chosen)) draft.ask('config.download.0', partOfModel);
  if (chosen && seen) setImageFields(baselines, draft, seen);
  return { draft, category: told.category };
}

/**
 * Returns whether a file holds weights, by its ending. A link to any other file, such as the README, is taken
 * as a link to the whole repository.
 */
function isWeights({ path }: HubFileEntry): boolean {
  return /\.(safetensors|gguf|ckpt|pth?|bin|onnx)$/i.test(path);
}

function isGguf({ path }: HubFileEntry): boolean {
  return /\.gguf$/i.test(path);
}

function addFileChoices(draft: DraftInProgress, page: HubPage, candidates: readonly HubFileEntry[]): void {
  if (candidates.length === 0) {
    draft.ask('config.download', 'The repository has no complete model file.');
    return;
  }
  draft.ask('config.download', `The repository has ${candidates.length} files that fit: choose one.`);
  for (const file of candidates.slice(0, maxChoices)) {
    draft.choice({ url: addressOf(page, file), file_name: file.path, size_bytes: file.bytes });
  }
}

function addressOf({ id, commit }: HubPage, { path }: HubFileEntry): string {
  return resolveUrl(id, commit ?? 'main', path);
}

/** Reads the files of `HubExtras` at the same time; leaves out those that the repository does not have. */
async function readExtras(reader: RemoteReader, page: HubPage): Promise<HubExtras> {
  const text = async (path: string, most: number) =>
    page.files.some((file) => file.path === path)
      ? reader.smallText(resolveUrl(page.id, page.commit ?? 'main', path), most)
      : null;
  const [readMe, config, generation, unet] = await Promise.all([
    text('README.md', maxReadMeBytes),
    text('config.json', maxConfigBytes),
    text('generation_config.json', maxConfigBytes),
    text('unet/config.json', maxConfigBytes),
  ]);
  return { readMe, config: parsed(config), generation: parsed(generation), unet: parsed(unet) };
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
