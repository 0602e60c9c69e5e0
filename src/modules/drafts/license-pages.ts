import { LRUCache } from 'lru-cache';
import { formatUtcDate } from '../../kernel/clock.ts';
import { OutageError, ShownError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { RemoteFiles, RemoteRequest } from '../../outside/remote-files.ts';
import { type CivitaiLink, type HubLink, parseDraftLink } from '../../records/files/links.ts';
import { downloadsOf } from '../../records/files/record-file.ts';
import {
  compareWithBase,
  type KnownLicense,
  type LicensePage,
  type LicenseReading,
  limitCertainty,
  readBaseStatement,
  readHubStatement,
} from '../../records/licensing/stated.ts';
import { findVersion, parseCivitaiPage } from './civitai-page.ts';
import { parseHubPage } from './hub-page.ts';
import { createCivitaiLicensePage, createHubLicensePage } from './license-page.ts';
import { RemoteReader } from './remote-reader.ts';

/** A page and the day (`YYYY-MM-DD`) on which it was read. */
type ReadPage = { readonly page: LicensePage; readonly day: string };

/** The reason why a page could not be read. `isTemporary`: whether a retry may succeed. */
interface UnreadPage {
  readonly problem: string;
  readonly isTemporary: boolean;
}

/** A reading, or the reason why a page of the model could not be read. */
export type ModelReading = LicenseReading | { readonly unread: string };

/** The request options that depend on the caller. `turn` is the caller's account. */
export type ReadOptions = Pick<RemoteRequest, 'turn' | 'withoutToken'>;

export type LicensePages = ReturnType<typeof createLicensePages>;

/** The cache limits: `max` is the number of pages, `ttl` their lifetime in milliseconds. */
const pageCacheOptions = { max: 5_000, ttl: 3_600_000 };
/** Largest number of base models whose pages are read for one model. */
const maxBases = 3;

/** Hugging Face repositories of base models, by Civitai's names for them. */
const repositoriesByBaseModel: Readonly<Record<string, string>> = {
  'SD 1.4': 'CompVis/stable-diffusion-v1-4',
  'SD 1.5': 'stable-diffusion-v1-5/stable-diffusion-v1-5',
  'SD 1.5 LCM': 'stable-diffusion-v1-5/stable-diffusion-v1-5',
  'SD 1.5 Hyper': 'stable-diffusion-v1-5/stable-diffusion-v1-5',
  'SD 2.0': 'stabilityai/stable-diffusion-2-base',
  'SD 2.0 768': 'stabilityai/stable-diffusion-2',
  'SD 2.1': 'stabilityai/stable-diffusion-2-1-base',
  'SD 2.1 768': 'stabilityai/stable-diffusion-2-1',
  'SDXL 0.9': 'stabilityai/stable-diffusion-xl-base-0.9',
  'SDXL 1.0': 'stabilityai/stable-diffusion-xl-base-1.0',
  'SDXL 1.0 LCM': 'stabilityai/stable-diffusion-xl-base-1.0',
  'SDXL Turbo': 'stabilityai/sdxl-turbo',
  Illustrious: 'OnomaAIResearch/Illustrious-xl-early-release-v0',
  NoobAI: 'Laxhar/noobai-XL-1.1',
  'Stable Cascade': 'stabilityai/stable-cascade',
  'Flux.1 D': 'black-forest-labs/FLUX.1-dev',
  'Flux.1 Krea': 'black-forest-labs/FLUX.1-Krea-dev',
  'Flux.1 S': 'black-forest-labs/FLUX.1-schnell',
  Qwen: 'Qwen/Qwen-Image',
  ZImageTurbo: 'Tongyi-MAI/Z-Image-Turbo',
};

/**
 * Reads the licence statements on Hugging Face and Civitai pages. Caches the pages.
 * @param files calls the hosts
 * @param listLicenses returns the licence definitions
 * @param now Unix seconds
 */
export function createLicensePages({
  files,
  listLicenses,
  now,
}: {
  readonly files: RemoteFiles;
  readonly listLicenses: () => readonly KnownLicense[];
  readonly now: () => number;
}) {
  const pages = new LRUCache<string, ReadPage | UnreadPage>(pageCacheOptions);
  const today = () => formatUtcDate(now());

  const readCachedPage = async (link: PageLink, options: ReadOptions): Promise<ReadPage | UnreadPage> => {
    // Pages that need a token must not be returned to callers without one.
    const key = `${options.withoutToken ? 'open' : ''} ${formatLink(link)}`;
    const cachedPage = pages.get(key);
    if (cachedPage) return cachedPage;
    const result = await tryReadPage(link, options);
    if (!('problem' in result) || !result.isTemporary) pages.set(key, result);
    return result;
  };

  const tryReadPage = async (link: PageLink, options: ReadOptions): Promise<ReadPage | UnreadPage> => {
    try {
      const page = await readPage(new RemoteReader(files, options), link);
      if (page) return { page, day: today() };
      return { problem: `${formatLink(link)}: the host returned an unexpected answer`, isTemporary: false };
    } catch (error) {
      if (!(error instanceof ShownError)) throw error;
      return { problem: error.message, isTemporary: error instanceof OutageError };
    }
  };

  /** Returns the licence on the page of a base model. Does not read the pages of its base models. */
  const readBaseLicense = async (repository: string, options: ReadOptions): Promise<ModelReading> => {
    const result = await readCachedPage(
      { host: 'huggingface', repository, revision: null, path: null },
      options,
    );
    if ('problem' in result)
      return result.isTemporary ? { unread: result.problem } : { noStatement: result.problem };
    const { page, day } = result;
    return page.host === 'huggingface'
      ? readHubStatement(page.statement, listLicenses(), day)
      : { noStatement: repository };
  };

  /**
   * Returns the licence of the model on a page that was read on `day`.
   * @param options the options for reading the pages of base models; null if they are not read
   */
  const readPageLicense = async (
    page: LicensePage,
    day: string,
    options: ReadOptions | null,
  ): Promise<ModelReading> => {
    const isHub = page.host === 'huggingface';
    const ownReading = isHub ? readHubStatement(page.statement, listLicenses(), day) : null;
    const source = isHub ? page.statement.source : page.permissions.source;
    const bases = isHub
      ? page.bases.slice(0, maxBases)
      : [
          Object.hasOwn(repositoriesByBaseModel, page.baseModel ?? '')
            ? repositoriesByBaseModel[page.baseModel ?? '']!
            : [],
        ].flat();
    if (options === null || bases.length === 0 || (ownReading && 'question' in ownReading))
      return ownReading ?? { noStatement: `${source} states no licence and no known base model` };
    const readings: ModelReading[] = [];
    for (const base of bases) readings.push(await readBaseLicense(base, options));
    const unreadBase = readings.find((each) => 'unread' in each);
    if (ownReading && 'licensing' in ownReading) {
      return readings.reduce<LicenseReading>(
        (reading, base) => ('unread' in base ? reading : compareWithBase(reading, base)),
        ownReading,
      );
    }
    if (unreadBase) return unreadBase;
    const finalReadings = readings as LicenseReading[];
    const expressions = new Set(
      finalReadings.map((each) => ('licensing' in each ? each.licensing.license_expression : null)),
    );
    if (expressions.size > 1)
      return {
        question: `${source} states no licence, and its base models have different ones: ${bases.join(', ')}.`,
      };
    return readBaseStatement(source, finalReadings[0]!, isHub ? null : page.permissions, day);
  };

  return {
    /** Returns the licence of the model on a page that was read just now. */
    readPageLicense: (page: LicensePage, options: ReadOptions | null) =>
      readPageLicense(page, today(), options),

    /**
     * Returns the licence of the model of a v2 record. Reads the model's page. If the record names no page that
     * can be read, reads the page of the model's file instead: that result is less certain.
     */
    readModelLicense: async (record: JsonObject, options: ReadOptions): Promise<ModelReading> => {
      const pagesOfModel = [record.homepage, record.url].filter(
        (each) => typeof each === 'string' && each !== '',
      );
      const homepage = pagesOfModel.map(findPageLink).find((link) => link !== null) ?? null;
      const link =
        homepage ??
        downloadsOf(record)
          .map(({ url }) => findPageLink(url))
          .find((each) => each !== null);
      if (!link) return { noStatement: 'the record names no page at Hugging Face or Civitai' };
      const result = await readCachedPage(link, options);
      if ('problem' in result)
        return result.isTemporary ? { unread: result.problem } : { noStatement: result.problem };
      const { page, day } = result;
      const reading = await readPageLicense(page, day, options);
      if (homepage || 'unread' in reading) return reading;
      const mayBeOfOtherModel = pagesOfModel.length > 0 || (page.host === 'huggingface' && page.isCollection);
      return mayBeOfOtherModel
        ? limitCertainty(reading, 'guess', 'Guess: the page is that of a file, not of the model.')
        : limitCertainty(reading, 'likely', 'Likely: the page is that of the file.');
    },
  };
}

type PageLink = CivitaiLink | HubLink;

function findPageLink(address: unknown): PageLink | null {
  const link = typeof address === 'string' ? parseDraftLink(address) : null;
  return link?.host === 'civitai' || link?.host === 'huggingface' ? link : null;
}

function formatLink(link: PageLink): string {
  if (link.host === 'huggingface') return `huggingface ${link.repository.toLowerCase()}`;
  return `civitai ${link.modelId ?? ''}@${link.versionId ?? ''}`;
}

async function readPage(reader: RemoteReader, link: PageLink): Promise<LicensePage | null> {
  if (link.host === 'huggingface') {
    const { repository } = link;
    const body = await reader.readJson(
      `https://huggingface.co/api/models/${repository}`,
      `The page of ${repository}`,
    );
    const page = parseHubPage(body);
    return page && createHubLicensePage(page);
  }
  const apiUrl = 'https://civitai.com/api/v1';
  let { modelId } = link;
  if (modelId === null) {
    const versionTitle = `Version ${link.versionId} at Civitai`;
    modelId =
      parseCivitaiPage(await reader.readJson(`${apiUrl}/model-versions/${link.versionId}`, versionTitle))
        ?.modelId ?? null;
  }
  if (modelId === null) return null;
  const page = parseCivitaiPage(
    await reader.readJson(`${apiUrl}/models/${modelId}`, `Model ${modelId} at Civitai`),
  );
  const version = page && findVersion(page, link.versionId);
  return version ? createCivitaiLicensePage(page, version) : null;
}
