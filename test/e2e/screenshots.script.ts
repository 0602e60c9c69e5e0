/**
 * npm run screenshots -- <folder of legacy records>   draws the pages of the console that the documents show,
 * over these records and a day's work on them, into docs/screenshots.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openReferenceDirectory } from '../../src/cli/reference-directory.ts';
import { readReferenceFiles } from '../../src/modules/transfer/reference-files.ts';
import { closeBrowser } from '../support/browser.ts';
import { categories } from '../support/categories.ts';
import { type ConsoleUnderTest, startConsole } from '../support/console.ts';
import { send } from '../support/console-api.ts';
import { startCivitai } from '../support/emulators/civitai.ts';
import { fetcherFor } from '../support/emulators/fetcher-for.ts';
import { generatedUsage } from '../support/generated-usage.ts';
import { keys } from '../support/identity-server.ts';
import { safetensorsOf } from '../support/model-headers.ts';
import { startUsageServer } from '../support/usage-server.ts';

const [records] = process.argv.slice(2);
if (records === undefined) {
  console.error('usage: npm run screenshots -- <folder of legacy records>');
  process.exit(2);
}
const folder = 'docs/screenshots';
const documents = await Promise.all(['README.md', 'docs/console.md'].map((file) => readFile(file, 'utf8')));
const pictures = [...documents.join('').matchAll(/screenshots\/([a-z-]+)-(\d+)-(light|dark)\.png/g)];
const settledAfterMs = 300;

/** A page at Civitai that nobody has a record of yet. */
const pasted = {
  ...{ id: 123_456, name: 'Morning Harbour XL', type: 'Checkpoint', nsfw: false },
  description: '<p>Harbours, boats and <b>early light</b>, in the manner of ink and wash. Clip skip: 2</p>',
  tags: ['artistic', 'landscape', 'ink'],
  modelVersions: [
    {
      ...{ id: 234_567, name: 'v1.2', baseModel: 'Illustrious', trainedWords: ['ink wash', 'harbour'] },
      files: [
        {
          ...{ id: 345_678, name: 'morningHarbourXL_v12.safetensors', sizeKB: 6_936_658_728 / 1024 },
          ...{ type: 'Model', primary: true, hashes: { SHA256: '7C0E4F19'.repeat(8) } },
        },
      ],
    },
  ],
};

/** What is done on a page before it is drawn. */
const before: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'propose-draft': async (page) => {
    const box = page.getByRole('textbox', { name: 'Paste a link or JSON' });
    await box.fill(`https://civitai.com/models/${pasted.id}/morning-harbour-xl`);
    await page.getByRole('button', { name: 'Make a draft' }).click();
    await page.getByText('civitai:models.name').first().waitFor();
  },
};

const { models } = await readReferenceFiles(await openReferenceDirectory(records), categories, null);
const answers = generatedUsage(models);
const usage = await startUsageServer(answers);
{
  await using civitai = await startCivitai(pasted);
  civitai.contents.set(345_678, {
    beginning: safetensorsOf({
      'model.diffusion_model.input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight': [640, 2048],
      'first_stage_model.decoder.conv_in.weight': [512, 4, 3, 3],
      'conditioner.embedders.0.transformer.text_model.embeddings.token_embedding.weight': [1000, 1000, 3467],
    }),
  });
  await using site = await startConsole({ MODELREF_USAGE_URL: usage.url }, models, {
    remoteFiles: fetcherFor({ civitai }),
  });
  const { month } = answers.stats as { month: Record<string, number> };
  const paths: Record<string, string> = await fillDay(site, (name) => (month[name] ?? 0) > 100);
  for (const [, name = '', width = '', colorScheme = ''] of pictures) {
    const page = await site.visit(paths[name] ?? '/', keys.approver);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The network is never idle: the inbox is listened to.
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
    await page.waitForTimeout(settledAfterMs);
    await before[name]?.(page);
    await page.emulateMedia({ colorScheme: colorScheme as 'light' | 'dark' });
    await page.setViewportSize({ width: Number(width), height: 844 });
    // Charts measure themselves after a while.
    await page.waitForTimeout(settledAfterMs);
    const png = await sharp(await page.screenshot({ animations: 'disabled' }))
      .png({ palette: true, effort: 10 }) // a third of the size
      .toBuffer();
    console.log(`${name} at ${width} px: ${png.length} bytes`);
    await writeFile(join(folder, `${name}-${width}-${colorScheme}.png`), png);
  }
  for (const problem of site.problems) console.warn(problem);
}
await usage.close();
await closeBrowser();

/**
 * Fills a registry with a day's work: applied batches, an open batch, and proposals that wait for review. Returns
 * the paths of the pages that show it.
 *
 * @param isUsed whether an image model is used a lot: the changes concern only such
 */
async function fillDay(site: ConsoleUnderTest, isUsed: (name: string) => boolean) {
  type Body = Record<string, unknown>;
  const images = await send<Record<string, Body>>(site, 'GET', '/image_generation');
  const presentable = Object.keys(images).filter((name) => images[name]?.nsfw === false && isUsed(name));
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = presentable;
  const at = (name: string) => `/image_generation/model/${encodeURIComponent(name)}`;
  const edit = async (name: string, fields: Body) =>
    (await send(site, 'PUT', at(name), { ...images[name], ...fields })).change_id;
  const decide = (batch_title: string, approved_ids: number[], rejected: object = {}) =>
    send(site, 'POST', '/pending_queue/batches', { batch_title, approved_ids, ...rejected }, keys.approver);
  const apply = (change_ids: number[]) =>
    send(site, 'POST', '/pending_queue/apply', { change_ids }, keys.approver);

  const described = await edit(second, { description: `${images[second]?.description} Knows many styles.` });
  const sketch = { ...images[third], name: 'Stable Sketch XL', tags: ['sketch'] };
  const { change_id: added } = await send(site, 'POST', '/image_generation', sketch);
  const rejected = [await edit(fourth, { baseline: 'flux_1' })];
  const reason = { rejected_ids: rejected, reject_reason: 'The checksum is of another file.' };
  await decide('A new model', [described, added], reason);
  await apply([described, added]);
  const { download = [] } = (images[fifth]?.config ?? {}) as { download?: Body[] };
  const http = download.map((file) => ({
    ...file,
    file_url: String(file.file_url).replace('https:', 'http:'),
    sha256sum: 'FIXME',
  }));
  const description = 'Icons for apps, on one file more.';
  const critical = await edit(fifth, { config: { download: http }, description });
  const newer = await edit(first, { description: 'Short.' });
  await edit(first, { description: 'Another opinion.', baseline: 'stable_diffusion_xl' });
  await decide('Short ones', [newer]);
  await apply([newer]);
  await send(site, 'DELETE', at(sixth));
  await decide('Styles', [await edit(second, { style: 'artistic' }), await edit(fourth, { nsfw: true })]);
  return {
    'browse-table': '/browse/image_generation?view=table',
    inbox: '/inbox',
    operate: '/operate',
    'propose-draft': '/propose',
    'review-change': `/review?change=${critical}`,
  };
}
