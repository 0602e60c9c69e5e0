import type { LicensePage } from '../../records/licensing/stated.ts';
import type { CivitaiPage, CivitaiVersion } from './civitai-page.ts';
import type { HubPage } from './hub-page.ts';

/** Counts the files that are complete models. */
function countWholeModels({ files }: HubPage): number {
  return files.filter(
    ({ path }) => /^[^/]+\.(safetensors|ckpt|gguf|pth?)$/i.test(path) && !/-\d{5}-of-\d{5}\./.test(path),
  ).length;
}

export function createHubLicensePage(page: HubPage): LicensePage {
  const { id, licenses, licenseName: name, licenseLink: link, bases } = page;
  return {
    host: 'huggingface',
    statement: { source: `https://huggingface.co/${id}`, licenses, name, link },
    bases,
    isCollection: countWholeModels(page) > 1,
  };
}

export function createCivitaiLicensePage(
  { modelId, permissions }: CivitaiPage,
  { baseModel }: CivitaiVersion,
): LicensePage | null {
  if (modelId === null) return null;
  return {
    host: 'civitai',
    permissions: { source: `https://civitai.com/models/${modelId}`, ...permissions },
    baseModel: baseModel?.trim() ?? null,
  };
}
