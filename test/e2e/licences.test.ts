import { expect, it } from 'vitest';
import {
  type ConsoleUnderTest,
  follow,
  problemsInEveryAppearance,
  startConsole,
} from '../support/console.ts';
import { consoleApi, send } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { fetcherFor } from '../support/emulators/fetcher-for.ts';
import { startHuggingFace } from '../support/emulators/hugging-face.ts';
import { keys, users } from '../support/identity-server.ts';
import { button, region, text } from '../support/page-parts.ts';
import { sourceModel } from '../support/synthetic-models.ts';

const editor = keys.nobody;

const model = (name: string, more: object = {}) =>
  sourceModel('image_generation', {
    name,
    baseline: 'stable_diffusion_xl',
    nsfw: false,
    inpainting: false,
    ...more,
  });
const file_url = 'https://huggingface.co/acme/rail/resolve/main/rail.safetensors';
const models = [
  model('Rail', {
    homepage: 'https://huggingface.co/acme/rail',
    config: { download: [{ file_name: 'rail.safetensors', file_url, size_bytes: 3 * 2 ** 30 }] },
  }),
  model('Silent'),
];

let site: ConsoleUnderTest;
consoleForTests(
  (started) => {
    site = started;
  },
  async (besides) => {
    const about = { cardData: { license: 'openrail++' } };
    const hub = besides.use(
      await startHuggingFace({ id: 'acme/rail', commit: 'c'.repeat(40), files: {}, about }),
    );
    const environment = { MODELREF_LICENSING__EDITOR_IDS: users.nobody.id };
    return startConsole(environment, models, { remoteFiles: fetcherFor({ hub }) });
  },
);

it('an editor changes a definition, and adds and removes an asset', async () => {
  const page = await site.visit('/licences/licence?id=MIT', editor);
  await region(page, 'History').getByText('No changes yet.').waitFor();
  await button(page, 'Edit').click();
  await text(page, 'Notes').fill('Ask a lawyer.');
  await button(page, 'Save').click();
  await region(page, 'What it permits').getByText('Ask a lawyer.').waitFor();
  await region(page, 'History').getByText('Noel#103').first().waitFor();
  await follow(page, '/licences/asset');
  await text(page, 'Identifier').fill('org/node');
  await text(page, 'Name').fill('A node');
  await text(page, 'Licence (SPDX expression)').fill('Lost-1.0');
  await button(page, 'Create').click();
  await page.getByRole('alert').getByText('Unknown license definition: Lost-1.0').waitFor();
  expect(await problemsInEveryAppearance(page)).toEqual([]);
  await text(page, 'Licence (SPDX expression)').fill('WTFPL');
  await button(page, 'Create').click();
  await page.getByRole('heading', { level: 1, name: 'org/node' }).waitFor();
  await follow(page, '/licences/licence?id=WTFPL&edit=1');
  await button(page, 'Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('License definition is in use: WTFPL, by asset other/org/node').waitFor();
  await follow(page, '/licences');
  await page.getByRole('link', { name: 'A node' }).click();
  await button(page, 'Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await region(page, 'Assets').getByText('None: models are listed under Browse.').waitFor();
});

it('licences are found on pages, proposed, and shown in words with their evidence', async () => {
  const page = await site.visit('/licences', keys.requestor);
  await button(page, 'Find licences').click();
  await page.getByText('1 × OpenRAIL++-M, certain').waitFor();
  await button(page, 'Propose 1 licence').click();
  await page.getByText('1 change queued for review').waitFor();
  const [change] = await consoleApi(site).changesOf('Rail');
  await consoleApi(site).apply(change!.change_id);

  await page.goto(`${site.origin}/model/image_generation?name=Rail`);
  const licence = region(page, 'Licence');
  await licence.getByText('Commercial use: with conditions. Redistribution: with conditions.').waitFor();
  expect(await licence.innerText()).toMatch(
    /OpenRAIL\+\+-M, from the model’s page \(license: openrail\+\+\), \w{3} \d+, \d{4}\./,
  );
  await region(page, 'Downloads').getByText('Memory: at least 2.9 GiB for the weights').waitFor();
  expect(await problemsInEveryAppearance(page)).toEqual([]);
  await licence.getByRole('link', { name: 'OpenRAIL++-M' }).click();
  await region(page, 'What it permits').waitFor();
});

it('a rename takes the models along that name it', async () => {
  const { change_id } = await send(site, 'PUT', '/image_generation/model/Silent', {
    ...(await send<object>(site, 'GET', '/image_generation/model/Silent')),
    lifecycle: { state: 'deprecated', replaced_by: 'Rail' },
  });
  await consoleApi(site).apply(change_id);
  const page = await site.visit('/model/image_generation?name=Rail', keys.requestor);
  await page.getByRole('link', { name: 'Propose a rename' }).click();
  await text(page, 'New name').fill('Silent');
  await button(page, 'Review the rename').click();
  await page.getByRole('alert').filter({ hasText: 'Nothing was queued' }).waitFor();
  await text(page, 'New name').fill('Railway');
  await button(page, 'Review the rename').click();
  await page.getByText('1 model will follow: Silent.').waitFor();
  await button(page, 'Propose this rename').click();
  const queued = page.getByRole('status').filter({ hasText: 'Queued as change' });
  await queued.getByText(/^Changes of the models that refer to it: #\d+\.$/).waitFor();
});
