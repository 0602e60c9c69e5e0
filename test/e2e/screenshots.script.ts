import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openReferenceDirectory } from '../../src/cli/reference-directory.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { modelStore } from '../../src/modules/catalog/store.ts';
import { importReferences } from '../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../src/modules/transfer/reference-files.ts';
import { filesOfRecord, type RecordFile } from '../../src/records/files/record-file.ts';
import { openStore } from '../../src/store/open.ts';
import { closeBrowser } from '../support/browser.ts';
import { categories, usualCategories } from '../support/categories.ts';
import { signIn, startConsole } from '../support/console.ts';
import { generatedUsage } from '../support/generated-usage.ts';
import { keys } from '../support/identity-server.ts';
import { safetensorsOf } from '../support/model-headers.ts';
import { fillDay } from '../support/registry-day.ts';
import { startUsageServer } from '../support/usage-server.ts';
import { startScreenshotHosts } from './screenshot-hosts.ts';

const usageText = `Draws the pages of the console over real records: npm run screenshots -- <folder of legacy records> [page…]

  --to <folder>   where the pictures go; without it those that the documents show go to docs/screenshots
  --every         each page in light and dark, wide and narrow; without it only the main pages are
  --width <px>    each page at that width alone, in light and dark
  --whole         the whole height of a page, not only the first screen
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string' },
    every: { type: 'boolean' },
    whole: { type: 'boolean' },
    width: { type: 'string' },
  },
});
const [records, ...wanted] = positionals;
if (records === undefined) {
  console.error(usageText);
  process.exit(2);
}

const folder = options.to ?? 'docs/screenshots';
const documents = await Promise.all(['README.md', 'docs/console.md'].map((file) => readFile(file, 'utf8')));
/** File names of the pictures that the documents show. */
const inDocuments = new Set(
  Array.from(documents.join('').matchAll(/screenshots\/([\w-]+\.png)/g), ([, name]) => name),
);
const isDrawn = (picture: string) => options.to !== undefined || inDocuments.has(picture);
const largestPicture = 150_000;
const height = 844;
const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'light', width: 390 },
] as const;
/** What people see most of, drawn in every look; the others in the first two. */
const mainPages = [
  'browse-table',
  'model',
  'review-queue',
  'review-change',
  'insight-statistics',
  'propose-edit',
];
function looksOf(name: string): readonly { colorScheme: 'light' | 'dark'; width: number }[] {
  if (options.width !== undefined) {
    const width = Number(options.width);
    return [
      { colorScheme: 'light', width },
      { colorScheme: 'dark', width },
    ];
  }
  return looks.slice(0, options.every || mainPages.includes(name) ? 4 : 2);
}
const settledAfterMs = 300;
/** A page must not scroll sideways on any screen between these. */
const widths = [360, 390, 768, 1024, 1440, 1920, 2560];

async function excessWidth(page: Page, width: number): Promise<number> {
  return Number(await page.evaluate('document.documentElement.scrollWidth')) - width;
}

/** A page at Civitai that nobody has a record of yet. */
const pasted = {
  id: 123_456,
  name: 'Morning Harbour XL',
  type: 'Checkpoint',
  nsfw: false,
  description: '<p>Harbours, boats and <b>early light</b>, in the manner of ink and wash. Clip skip: 2</p>',
  tags: ['artistic', 'landscape', 'ink'],
  modelVersions: [
    {
      id: 234_567,
      name: 'v1.2',
      baseModel: 'Illustrious',
      trainedWords: ['ink wash', 'harbour'],
      files: [
        {
          id: 345_678,
          name: 'morningHarbourXL_v12.safetensors',
          sizeKB: 6_936_658_728 / 1024,
          type: 'Model' as const,
          primary: true,
          hashes: { SHA256: '7C0E4F19'.repeat(8) },
        },
      ],
    },
  ],
};

/** What is done on a page before it is drawn. */
const before: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'propose-draft': async (page) => {
    await page
      .getByRole('textbox', { name: 'Paste a link or JSON' })
      .fill(`https://civitai.com/models/${pasted.id}/morning-harbour-xl`);
    await page.getByRole('button', { name: 'Make a draft' }).click();
    await page.getByText('civitai:models.name').first().waitFor();
  },
};

const { models } = await readReferenceFiles(await openReferenceDirectory(records), categories, null);
const answers = generatedUsage(models);
const used = new Map(Object.entries((answers.stats as { month: Record<string, number> }).month));
const usage = await startUsageServer(answers);
{
  await using hosts = await startScreenshotHosts(await filesOf(records));
  const { civitai } = hosts;
  civitai.models.set(pasted.id, pasted);
  civitai.contents.set(345_678, {
    beginning: safetensorsOf({
      'model.diffusion_model.input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight': [640, 2048],
      'first_stage_model.decoder.conv_in.weight': [512, 4, 3, 3],
      'conditioner.embedders.0.transformer.text_model.embeddings.token_embedding.weight': [1000, 1000, 3467],
    }),
  });
  const settings = {
    MODELREF_USAGE_URL: usage.url,
    MODELREF_FILE_CHECKS: 'true',
  };
  await using site = await startConsole(settings, models, {
    bounds: { fileCallsPerMinute: 6_000 },
    remoteFiles: hosts.remoteFiles,
  });
  const { fileEvidence } = site.app.context;
  // Some stay unknown: what a host says of a missing file counts once it has said so again hours later.
  const unknown = { verdicts: ['unknown'], offset: 0, limit: Number.MAX_SAFE_INTEGER } as const;
  while (fileEvidence.list(unknown).files.some(({ checked_at }) => checked_at === null)) await wait(200);
  const shown = await fillDay(site.origin, (name) => (used.get(name) ?? 0) > 100);
  const day = { ...shown, 'propose-draft': '/propose' };
  const pages = Object.entries(day).filter(([name]) => wanted.length === 0 || wanted.includes(name));
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  let [count, total] = [0, 0];
  for (const role of ['approver', 'requestor'] as const) {
    const page = await site.open('/', { reducedMotion: 'reduce' });
    await signIn(page, keys[role], { remember: true });
    // One's own changes are those of who proposes.
    for (const [name, path] of pages.filter(([name]) => name.startsWith('my-') === (role === 'requestor'))) {
      await page.goto(site.origin + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // The network is never idle: the inbox is listened to.
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
      await page.waitForTimeout(settledAfterMs);
      await before[name]?.(page);
      for (const { colorScheme, width } of looksOf(name)) {
        const picture = `${name}-${width}-${colorScheme}.png`;
        if (!isDrawn(picture)) continue;
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height });
        // Charts measure themselves after a while.
        await page.waitForTimeout(settledAfterMs);
        const png = await page.screenshot({ animations: 'disabled', fullPage: options.whole ?? false });
        if (png.length > largestPicture && !options.whole) console.warn(`${name} has ${png.length} bytes`);
        count += 1;
        total += png.length;
        await writeFile(join(folder, picture), png);
      }
      for (const width of widths) {
        await page.setViewportSize({ width, height });
        let excess = await excessWidth(page, width);
        if (excess > 0) {
          await page.waitForTimeout(settledAfterMs);
          excess = await excessWidth(page, width);
        }
        if (excess > 0) console.warn(`${name} is ${excess} px too wide at ${width} px`);
      }
    }
    await page.context().close();
  }
  console.log(`${count} pictures, ${total} bytes`);
  for (const problem of site.problems) console.warn(problem);
}
await usage.close();
await closeBrowser();

/** The files that the records in that folder name. */
async function filesOf(folder: string): Promise<RecordFile[]> {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-screenshots-'));
  const store = await openStore(`sqlite:${join(directory, 'records.db')}`);
  try {
    const files = await readReferenceFiles(await openReferenceDirectory(folder), categories, null);
    await importReferences(store, files, { categories: usualCategories, canonicalFormat: 'v2', now: 1 });
    const lists = categories.map(async ({ name: category }) => {
      const models = await store.read((tx) => modelStore(tx).list(category));
      return models.flatMap(({ name, v2 }) => filesOfRecord(category, name, JSON.parse(v2) as JsonObject));
    });
    return (await Promise.all(lists)).flat();
  } finally {
    await store.close();
    await rm(directory, { recursive: true });
  }
}
