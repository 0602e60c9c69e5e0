import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { createLicensePages, type ModelReading } from '../../src/modules/drafts/license-pages.ts';
import { createGuardedFetcher } from '../../src/outside/guarded/guarded-fetcher.ts';
import { type DraftLink, parseDraftLink } from '../../src/records/files/links.ts';
import { downloadsOf } from '../../src/records/files/record-file.ts';
import type { KnownLicense } from '../../src/records/licensing/stated.ts';
import { startCivitai } from '../support/emulators/civitai.ts';
import type { CivitaiModel } from '../support/emulators/civitai-answers.ts';
import { textContent } from '../support/emulators/content.ts';
import { startHuggingFace } from '../support/emulators/hugging-face.ts';
import type { HubRepository } from '../support/emulators/hugging-face-answers.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

/** What Civitai calls the baselines of the records. */
const baseModels: Readonly<Record<string, string>> = {
  stable_diffusion_1: 'SD 1.5',
  stable_diffusion_2_512: 'SD 2.0',
  stable_diffusion_2_768: 'SD 2.1 768',
  stable_diffusion_xl: 'SDXL 1.0',
  stable_cascade: 'Stable Cascade',
  flux_1: 'Flux.1 S',
  flux_schnell: 'Flux.1 S',
  flux_dev: 'Flux.1 D',
  qwen_image: 'Qwen',
  z_image_turbo: 'ZImageTurbo',
};
const bases: Readonly<Record<string, string>> = {
  'stable-diffusion-v1-5/stable-diffusion-v1-5': 'creativeml-openrail-m',
  'stabilityai/stable-diffusion-2-base': 'openrail++',
  'stabilityai/stable-diffusion-2-1': 'openrail++',
  'stabilityai/stable-diffusion-xl-base-1.0': 'openrail++',
  'stabilityai/stable-cascade': 'cc-by-nc-4.0',
  'black-forest-labs/FLUX.1-schnell': 'apache-2.0',
  'black-forest-labs/FLUX.1-dev': 'cc-by-nc-4.0',
  'Qwen/Qwen-Image': 'apache-2.0',
  'Tongyi-MAI/Z-Image-Turbo': 'apache-2.0',
};
const licenses = ['creativeml-openrail-m', 'openrail++', 'apache-2.0', 'mit', 'cc-by-4.0'];
const uses = [[], ['Image'], ['Image', 'RentCivit', 'Rent', 'Sell'], undefined];

describeWithSharedData('licences of the public image models, by pages of emulated hosts', (folder) => {
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const records = () => Object.values(read('v2-golden/image_generation.json')) as JsonObject[];
  const definitions = (): KnownLicense[] => {
    const { columns, rows } = read('live/licenses.json') as { columns: string[]; rows: unknown[][] };
    return rows.map((row) => {
      const facts = Object.fromEntries(columns.map((column, at) => [column, row[at]]));
      return { ...facts, deprecated: false } as unknown as KnownLicense;
    });
  };

  /** Makes a page for each page that the records name. */
  function pagesOf(models: readonly JsonObject[], saysMore: boolean) {
    const repositories = new Map<string, HubRepository>();
    const civitai = new Map<number, CivitaiModel>();
    const addRepository = (id: string, license: string | undefined, files: readonly string[]) => {
      const known = repositories.get(id);
      const all = Object.fromEntries(files.map((name) => [name, textContent('x')]));
      const about = saysMore && license ? { cardData: { license } } : {};
      repositories.set(
        id,
        known
          ? { ...known, files: { ...known.files, ...all } }
          : { id, commit: 'c'.repeat(40), files: all, about },
      );
    };
    for (const [id, license] of Object.entries(bases)) addRepository(id, license, []);
    models.forEach((record, at) => {
      const links = [record.homepage, ...downloadsOf(record).map(({ url }) => url)]
        .map((address) => (typeof address === 'string' ? parseDraftLink(address) : null))
        .filter((link): link is DraftLink => link !== null);
      for (const link of links) {
        if (link.host === 'huggingface')
          addRepository(
            link.repository,
            licenses[at % licenses.length],
            link.path === null ? [] : [link.path],
          );
        if (link.host !== 'civitai' || link.modelId === null) continue;
        const version = {
          id: link.versionId ?? link.modelId,
          name: 'v1',
          baseModel: baseModels[String(record.baseline)],
          files: [],
        };
        const before = civitai.get(link.modelId);
        civitai.set(link.modelId, {
          id: link.modelId,
          name: String(record.name),
          type: 'Checkpoint',
          nsfw: false,
          modelVersions: [...(before?.modelVersions ?? []), version],
          ...(saysMore && { allowCommercialUse: uses[at % uses.length], allowNoCredit: at % 2 === 0 }),
        });
      }
    });
    return { repositories, civitai };
  }

  async function readAll(saysMore: boolean) {
    const models = records();
    const pages = pagesOf(models, saysMore);
    await using hub = await startHuggingFace(...pages.repositories.values());
    await using civitai = await startCivitai(...pages.civitai.values());
    const files = createGuardedFetcher({
      mirrors: { 'huggingface.co': hub.url, 'civitai.com': civitai.url },
      perSecond: {},
    });
    const licensePages = createLicensePages({ files, listLicenses: definitions, now: () => 1_796_000_000 });
    const readings: ModelReading[] = [];
    for (const record of models) readings.push(await licensePages.readModelLicense(record, { turn: 'test' }));
    await files.close();
    return { readings, stating: pages.repositories };
  }

  const counts = (readings: readonly ModelReading[]) => {
    const number: Record<string, number> = {};
    for (const reading of readings) {
      const kind =
        'question' in reading && reading.question !== undefined
          ? 'question'
          : 'licensing' in reading
            ? reading.certainty
            : Object.keys(reading).join();
      number[kind] = (number[kind] ?? 0) + 1;
    }
    return number;
  };

  test.each([
    ['only what the records know', false, { noStatement: 161 }],
    ['all of them something', true, { certain: 33, likely: 120, guess: 8 }],
  ])('where pages state %s', async (_, saysMore, expected) => {
    const { readings, stating } = await readAll(saysMore);
    expect(readings).toHaveLength(161);
    expect(counts(readings)).toEqual(expected);
    const unfounded = readings.filter((reading) => {
      if (!('licensing' in reading)) return false;
      const page = reading.licensing.evidence.at(-1)?.source.replace('https://huggingface.co/', '') ?? '';
      return stating.get(page)?.about?.cardData === undefined;
    });
    expect(unfounded).toEqual([]);
  });
});
