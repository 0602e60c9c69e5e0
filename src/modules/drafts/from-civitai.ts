import { OutageError, RegistryError } from '../../kernel/errors.ts';
import type { CivitaiLink } from '../../records/files/links.ts';
import {
  chosenFile,
  chosenVersion,
  civitaiCategory,
  civitaiDownload,
  draftOfCivitai,
} from './civitai-draft.ts';
import { type CivitaiPage, civitaiPage } from './civitai-page.ts';
import { categoryOfFile, sayImageFile } from './file-draft.ts';
import type { MadeDraft } from './made-draft.ts';
import { readFile } from './read-file.ts';
import type { RemoteReader } from './remote-reader.ts';

const api = 'https://civitai.com/api/v1';

export async function fromCivitai(reader: RemoteReader, link: CivitaiLink): Promise<MadeDraft> {
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
  // A model lists what is published; a version that is not is still known by its own page.
  const version =
    chosenVersion(page, link.versionId) ?? (versionPage && chosenVersion(versionPage, link.versionId));
  if (!version) {
    throw new RegistryError(
      'not_found',
      link.versionId === null ? `${what} has no version.` : `${what} has no version ${link.versionId}.`,
    );
  }
  return fromCivitaiPage(reader, page, version.id, link.fileId, version);
}

/** @param reader null: nothing but the page is looked at */
export async function fromCivitaiPage(
  reader: RemoteReader | null,
  page: CivitaiPage,
  versionId: number | null,
  fileId: number | null,
  known: ReturnType<typeof chosenVersion> = null,
): Promise<MadeDraft> {
  const version = known ?? chosenVersion(page, versionId);
  if (!version) throw new RegistryError('bad_request', 'The answer of Civitai has no version in it.');
  const file = chosenFile(version, fileId);
  if (fileId !== null && file === null) {
    throw new RegistryError('not_found', `Version ${version.id} at Civitai has no file ${fileId}.`);
  }
  const draft = draftOfCivitai(page, version, file);
  const weights = version.files.filter(({ type }) => type === null || /model|unet/i.test(type));
  if (fileId === null && weights.length > 1) {
    for (const each of weights) {
      draft.choice({
        url: civitaiDownload(version, each),
        file_name: each.name ?? '',
        size_bytes: each.bytes,
      });
    }
  }
  const seen = file && reader ? await readFile(reader, civitaiDownload(version, file)) : null;
  if (seen) sayImageFile(draft, seen);
  return { draft, category: civitaiCategory(page) ?? (seen && categoryOfFile(seen)) };
}

function pageOrThrow(body: unknown, what: string): CivitaiPage {
  const page = civitaiPage(body);
  if (!page)
    throw new OutageError('host_unavailable', `civitai.com answered for ${what} with something else.`);
  return page;
}
