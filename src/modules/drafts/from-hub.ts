import { OutageError, RegistryError } from '../../kernel/errors.ts';
import { type HubLink, resolveUrl } from '../../records/files/links.ts';
import type { DraftInProgress, MadeDraft } from './draft.ts';
import { sayImageFile, sayTextFile } from './file-draft.ts';
import { draftOfImageModel, draftOfTextModel, type HubExtras, modelFiles } from './hub-draft.ts';
import { type HubFileEntry, type HubPage, hubCategory, hubPage } from './hub-page.ts';
import { type RemoteReader, readFile } from './remote-reader.ts';

/** Bytes of a README that are read; the front matter may come first. */
const mostReadMe = 64 * 1024;
const mostConfig = 128 * 1024;
const noExtras: HubExtras = { readMe: null, config: null, generation: null, unet: null };
const mostChoices = 50;

export async function fromHub(
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
      `huggingface.co answered for ${repository} with something else.`,
    );
  const file = path === null ? null : (page.files.find((each) => each.path === path) ?? null);
  if (path !== null && file === null) throw new RegistryError('not_found', `${what} has no file ${path}.`);
  const extras = await readExtras(reader, page);
  const made = await draftOf(reader, page, { extras, file, category });
  if (page.id.toLowerCase() !== repository.toLowerCase()) {
    made.draft.note(null, `${repository} was renamed: it is ${page.id} now.`);
  }
  return made;
}

/** A draft of a pasted answer of Hugging Face: calls nobody. */
export function fromHubPage(page: HubPage, category: string | null): Promise<MadeDraft> {
  return draftOf(null, page, { extras: noExtras, file: null, category });
}

async function draftOf(
  reader: RemoteReader | null,
  page: HubPage,
  { extras, file, category }: { extras: HubExtras; file: HubFileEntry | null; category: string | null },
): Promise<MadeDraft> {
  const kind = category ?? hubCategory(page) ?? (modelFiles(page).length > 0 ? 'image_generation' : null);
  if (kind === 'text_generation') {
    const draft = draftOfTextModel(page, extras);
    const gguf = file ?? page.files.find(({ path }) => /\.gguf$/i.test(path));
    const isWanted = draft.value('parameters') === undefined || draft.value('instruct_format') === undefined;
    if (reader && gguf && isWanted && /\.gguf$/i.test(gguf.path)) {
      sayTextFile(draft, await readFile(reader, addressOf(page, gguf)));
    }
    return { draft, category: kind };
  }
  const candidates = modelFiles(page);
  const chosen = file ?? (candidates.length === 1 ? candidates[0]! : null);
  const draft = draftOfImageModel(page, extras, chosen);
  if (chosen === null) sayChoices(draft, page, candidates);
  else if (reader) sayImageFile(draft, await readFile(reader, addressOf(page, chosen)));
  return { draft, category: kind };
}

function sayChoices(draft: DraftInProgress, page: HubPage, candidates: readonly HubFileEntry[]): void {
  if (candidates.length === 0) {
    draft.note('config.download', 'The repository has no file that is a whole model.');
    return;
  }
  draft.note('config.download', `The repository has ${candidates.length} files that fit: choose one.`);
  for (const file of candidates.slice(0, mostChoices)) {
    draft.choice({ url: addressOf(page, file), file_name: file.path, size_bytes: file.bytes });
  }
}

function addressOf({ id, commit }: HubPage, { path }: HubFileEntry): string {
  return resolveUrl(id, commit ?? 'main', path);
}

/** Reads small files, all at once, as far as the repository lists them. */
async function readExtras(reader: RemoteReader, page: HubPage): Promise<HubExtras> {
  const text = async (path: string, most: number) =>
    page.files.some((file) => file.path === path)
      ? reader.smallText(resolveUrl(page.id, page.commit ?? 'main', path), most)
      : null;
  const [readMe, config, generation, unet] = await Promise.all([
    text('README.md', mostReadMe),
    text('config.json', mostConfig),
    text('generation_config.json', mostConfig),
    text('unet/config.json', mostConfig),
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
