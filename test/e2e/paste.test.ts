import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  type ConsoleUnderTest,
  follow,
  problemsInEveryAppearance,
  signIn,
  startConsole,
} from '../support/console.ts';
import { type ConsoleApi, consoleApi } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { startCivitai } from '../support/emulators/civitai.ts';
import type { CivitaiModel } from '../support/emulators/civitai-answers.ts';
import { sha256Of } from '../support/emulators/content.ts';
import { fetcherFor } from '../support/emulators/fetcher-for.ts';
import { startHuggingFace } from '../support/emulators/hugging-face.ts';
import { keys } from '../support/identity-server.ts';
import { safetensorsOf } from '../support/model-headers.ts';
import { sourceModel } from '../support/synthetic-models.ts';

const sdxl = safetensorsOf({
  'model.diffusion_model.input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight': [640, 2048],
});

/** A page at Civitai whose newest version is number `10 * id + 1`. */
function page(id: number, name: string): CivitaiModel {
  const version = (number: number) => ({
    id: 10 * id + number,
    name: `v${number}.0`,
    baseModel: 'SDXL 1.0',
    ...{ trainedWords: ['glow'] },
    files: [
      {
        id: 10 * id + number,
        name: `${id}-${number}.safetensors`,
        sizeKB: 6_775_883,
        type: 'Model' as const,
        primary: true,
        hashes: { SHA256: `${id % 10}${number}`.repeat(32) },
      },
    ],
  });
  return {
    id,
    name,
    type: 'Checkpoint',
    nsfw: false,
    ...{ description: `<p>About <b>${name}</b>. Clip skip: 2</p>`, tags: ['anime'] },
    modelVersions: [version(2), version(1)],
  };
}

const link = (id: number) => `https://civitai.com/models/${id}`;
const file = { beginning: sdxl, size: 5_000_000, sha256: sha256Of({ beginning: sdxl, size: sdxl.length }) };

const liveModel = sourceModel('image_generation', {
  ...{ name: 'Older One', version: '1.0', description: 'Written by people.' },
  ...{ baseline: 'stable_diffusion_xl', nsfw: false, homepage: `${link(1003)}?modelVersionId=10031` },
});

const box = (on: Page) => on.getByRole('textbox', { name: 'Paste a link or JSON' });
const button = (on: Page, name: string | RegExp) => on.getByRole('button', { name });
const field = (on: Page, name: string) => on.getByRole('textbox', { name, exact: true });
/** The field of a path, with what stands below it. */
const described = (on: Page, path: string) => on.locator(`[id="field-${path}-description"]`);

let site: ConsoleUnderTest;
let api: ConsoleApi;
consoleForTests(
  (started) => {
    site = started;
    api = consoleApi(site);
  },
  async (besides) => {
    const pages = [page(1001, 'First Light'), page(1002, 'Second Dawn'), page(1003, 'Older One')];
    const civitai = besides.use(await startCivitai(...pages));
    for (const { id } of pages) civitai.contents.set(10 * id + 2, { beginning: sdxl });
    const about = { pipeline_tag: 'text-to-image', tags: ['diffusers'] };
    const files = { 'one.safetensors': file, 'two.safetensors': file };
    const hub = besides.use(
      await startHuggingFace({ id: 'acme/images', commit: 'd'.repeat(40), files, about }),
    );
    return startConsole({}, [liveModel], { remoteFiles: fetcherFor({ hub, civitai }) });
  },
);

const paste = async (on: Page, text: string) => {
  await box(on).fill(text);
  await button(on, /^Make /).click();
};
const open = async () => {
  const on = await site.open('/propose');
  await signIn(on, keys.requestor, { remember: true });
  return on;
};
const propose = (on: Page) => on.getByRole('link', { name: 'Propose', exact: true }).last().click();

it('a newcomer proposes from a link in three clicks; each field says where it is from until it is edited', async () => {
  const on = await open();
  await paste(on, 'nonsense');
  await on.getByRole('alert').getByText('allowed: a page or download of a Civitai model').waitFor();
  await box(on).fill(link(1001));
  await button(on, 'Make a draft').click();
  await described(on, 'baseline').getByText('civitai:modelVersions.baseModel').waitFor();
  expect(await described(on, 'baseline').innerText()).toContain('certain');
  await described(on, 'requirements.clip_skip').getByText('likely').waitFor();
  await described(on, 'name').getByText('civitai:models.name').waitFor();
  expect(await problemsInEveryAppearance(on)).toEqual([]);
  // Notes lead to their fields.
  await on.getByRole('alert').getByRole('button', { name: 'config.download.0' }).first().waitFor();
  await field(on, 'Description').fill('In words of my own.');
  await described(on, 'description').getByText('civitai:models.description').waitFor({ state: 'detached' });
  await button(on, 'Review the proposal').click();
  await button(on, 'Propose this new model').click();
  await on.getByText('Queued as change').waitFor();
  const payload = { version: '2.0', baseline: 'stable_diffusion_xl', trigger: ['glow'] };
  expect(await api.changesOf('First Light')).toMatchObject([{ operation: 'create', payload }]);
  expect(await on.evaluate("localStorage.getItem('modelref-drafts')")).toBeNull();
});

it('several links make several drafts, kept over reloads and signing in, reviewed one after the other', async () => {
  const on = await site.open('/propose');
  await signIn(on, keys.requestor);
  await paste(on, [link(1001), link(1002), link(4), ''].join('\n'));
  await on.getByRole('alert').getByText('Model 4 at Civitai was not found').waitFor();
  expect(await box(on).inputValue()).toBe(link(4));
  await on.getByRole('link', { name: 'First Light' }).click();
  await on.getByText('Draft 1 of 2.').waitFor();
  await field(on, 'Name').fill('First Light, mended');
  await on.reload();
  await signIn(on, keys.requestor);
  await expect.poll(() => field(on, 'Name').inputValue()).toBe('First Light, mended');
  await button(on, 'Review the proposal').click();
  await button(on, 'Propose this new model').click();
  await on.getByRole('link', { name: 'Next draft: Second Dawn' }).click();
  await expect.poll(() => field(on, 'Name').inputValue()).toBe('Second Dawn');
  await field(on, 'Version').fill('9');
  await propose(on);
  await on.getByText('edited', { exact: true }).waitFor();
  await button(on, 'Throw away the draft Second Dawn').click();
  await on.getByRole('dialog').getByRole('button', { name: 'Throw away' }).click();
  await on.getByText('Drafts in this browser').waitFor({ state: 'detached' });
  expect(await api.changesOf('First Light, mended')).toHaveLength(1);
  await follow(on, '/propose/image_generation?draft=gone');
  await on.getByText('This draft is not in this browser any more.').waitFor();
});

it('of several files one is chosen, and a newer version of a model becomes an edit of it', async () => {
  const on = await open();
  await paste(on, 'https://huggingface.co/acme/images');
  await on.getByText('Several files fit: choose one').waitFor();
  expect(await problemsInEveryAppearance(on)).toEqual([]);
  await button(on, 'two.safetensors').click();
  await expect.poll(() => field(on, 'File name').inputValue()).toBe('two.safetensors');
  expect(await on.getByText('Several files fit: choose one').count()).toBe(0);

  await propose(on);
  await paste(on, link(1003));
  await on.getByText("This is a newer version of 'Older One'").waitFor();
  await on.getByRole('link', { name: 'Edit Older One instead' }).click();
  await on.getByRole('heading', { level: 1, name: 'Propose an edit' }).waitFor();
  await described(on, 'version').getByText('civitai:modelVersions.name').waitFor();
  await button(on, 'Review the proposal').click();
  await button(on, 'Propose this edit').click();
  await on.getByText('Queued as change').waitFor();
  const kept = { name: 'Older One', version: '2.0', description: 'Written by people.', trigger: ['glow'] };
  expect(await api.changesOf('Older One')).toMatchObject([{ operation: 'update', payload: kept }]);

  // JSON is a draft too, and what others wrote stays text.
  const name = '<img src=x onerror=alert(1)>';
  await propose(on);
  await paste(on, JSON.stringify(page(1009, name), null, 2));
  await expect.poll(() => field(on, 'Name').inputValue()).toBe(name);
  await propose(on);
  await on.getByRole('link', { name }).waitFor();
  expect(await on.locator('main img').count()).toBe(0);
});
