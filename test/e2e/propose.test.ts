import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { type ConsoleUnderTest, follow, signIn, withUnknownKey } from '../support/console.ts';
import { type ConsoleApi, consoleApi, send } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';

let site: ConsoleUnderTest;
let api: ConsoleApi;
let page: Page;
consoleForTests((started) => {
  site = started;
  api = consoleApi(site);
});
beforeEach(async () => {
  await api.emptyQueue();
  page = await site.visit('/', keys.requestor);
  // What earlier tests have typed.
  await page.evaluate('localStorage.clear()');
});

const heading = (name: string, on = page) =>
  on.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const text = (name: string, on = page) => on.getByRole('textbox', { name, exact: true });
const combobox = (name: string) => page.getByRole('combobox', { name, exact: true });
const button = (name: string | RegExp, on = page) => on.getByRole('button', { name });
const review = (on = page) => button('Review the proposal', on).click();
const dialog = (name: string, on = page) => on.getByRole('dialog', { name });
const main = (name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
/** What stands at a control as its problem. */
const problemOf = (path: string, on = page) => on.locator(`[id="field-${path}-error"]`);
const queued = (on = page) => on.getByRole('status').filter({ hasText: 'Queued as change' }).waitFor();
const changed = (on = page) =>
  dialog('Propose this edit?', on)
    .waitFor()
    .then(() => on.getByRole('dialog').locator('dt code').allInnerTexts());
const sendEdit = (on = page) =>
  dialog('Propose this edit?', on).getByRole('button', { name: 'Propose this edit' }).click();
const editOf = (number: number) => `/propose/image_generation/edit?name=Picture+Model+${number}`;

const hash = 'a'.repeat(64);

it('a new model is filled in, looked at as a difference, sent once, and found among my changes', async () => {
  await page.getByRole('link', { name: 'Propose', exact: true }).click();
  await heading('Propose a change');
  await page.getByRole('link', { name: 'Image generation' }).click();
  await heading('New model: Image generation');
  await text('Name').fill('Brand new');
  await combobox('Baseline').fill('flux_1');
  await combobox('NSFW').selectOption('no');
  // Two tags, as people write them; a trigger word may hold commas.
  await combobox('Tags').pressSequentially('realistic, photo');
  await page.keyboard.press('Enter');
  await combobox('Trigger words').fill('one, with a comma');
  await page.keyboard.press('Enter');
  await text('Size').fill('6.5 GiB');
  await page.getByText('6,979,321,856 bytes').waitFor();
  await text('Size').fill('6.62 GX');
  await problemOf('size_on_disk_bytes').getByText('This is not a size.').waitFor();
  await text('Size').fill('6.62 GB');
  await page.getByText('6,620,000,000 bytes').waitFor();
  await button(/^Add a file/).click();
  await text('File name').fill('new.safetensors');
  // Blanks are not sent.
  await text('File URL').fill('http://files.example/new.safetensors\u00A0');
  await text('SHA-256').fill(` ${hash} `);
  await button('Add to requirements').click();
  await text('Requirements, key 1').fill('min_steps');
  await text('Requirements, value 1').fill('20');
  await review();
  const question = dialog('Propose this new model?');
  await question.getByText('"photo"').waitFor();
  const shown = await question.innerText();
  expect(shown).toContain('requirements.min_steps');
  expect(shown).toMatch(/The approver sees \d+ findings?:/);
  expect(await api.changesOf('Brand new')).toEqual([]);
  await question.getByRole('button', { name: 'Propose this new model' }).dblclick();
  await queued();
  const changes = await api.changesOf('Brand new');
  const file = {
    ...{ file_name: 'new.safetensors', file_url: 'http://files.example/new.safetensors' },
    sha256sum: hash,
  };
  expect(changes).toMatchObject([
    {
      operation: 'create',
      status: 'pending',
      payload: {
        ...{ name: 'Brand new', baseline: 'flux_1', nsfw: false, tags: ['realistic', 'photo'] },
        ...{ trigger: ['one, with a comma'], size_on_disk_bytes: 6_620_000_000 },
        ...{ requirements: { min_steps: 20 }, config: { download: [file] } },
      },
    },
  ]);
  await page.getByRole('link', { name: `See change ${changes[0]?.change_id}` }).click();
  await page.getByText('Waiting for review.').waitFor();
  await page.getByText(/^The approver sees \d+ findings?:/).waitFor();
  // It is not in its own way.
  expect(await page.getByText('another open change of this model').count()).toBe(0);
  await page.getByRole('link', { name: 'My changes' }).first().click();
  const item = page.getByRole('list', { name: 'My changes' }).getByRole('listitem').first();
  expect(await item.innerText()).toMatch(/create\s*Brand new\s*pending/);
});

it('problems stand at their fields until they are mended, each told once', async () => {
  await follow(page, '/propose/image_generation');
  await button(/^Add a file/).click();
  await combobox('Style').fill('anim');
  await problemOf('style').getByText('Unknown style: anim. Do you mean anime? Known:').waitFor();
  await combobox('Style').fill('anime');
  await review();
  // It is checked then: the first that is wrong gets the focus.
  await page.locator('[id="field-name"]:focus').waitFor();
  for (const path of ['name', 'baseline', 'nsfw', 'config.download.0.file_url'])
    await problemOf(path).getByText('Field required', { exact: true }).waitFor();
  expect(await problemOf('description').count()).toBe(0);
  // Above the form, links lead to the fields.
  expect(await page.getByText('Field required').count()).toBe(5);
  const list = page.getByRole('alert').filter({ hasText: '5 fields cannot be accepted like this' });
  await list.getByRole('button', { name: 'File 1: File URL' }).click();
  expect(await page.evaluate('document.activeElement.id')).toBe('field-config.download.0.file_url');
  await page.keyboard.type('https://files.example/x');
  await problemOf('config.download.0.file_url').waitFor({ state: 'detached' });

  await follow(page, '/propose/clip');
  await heading('New model: CLIP');
  await text('Name').fill('search');
  const taken = 'There is a model of this name already.';
  await problemOf('name').getByText(taken, { exact: true }).waitFor();
  await review();
  await page.getByRole('link', { name: 'Propose an edit of that model' }).waitFor();
  expect(await page.getByText(/already/).allInnerTexts()).toEqual([taken]);
  await page.getByRole('link', { name: 'Propose an edit of that model' }).click();
  await heading('Propose an edit');
  await expect.poll(() => text('Name').inputValue()).toBe('search');
});

it('an edit shows what it changes, keeps what others have made live, and leaves the rest alone', async () => {
  await follow(page, '/model/image_generation?name=Picture+Model+4');
  await page.getByRole('link', { name: 'Propose an edit' }).click();
  await heading('Propose an edit');
  expect(await text('Name').getAttribute('readonly')).not.toBeNull();
  await review();
  await dialog('Propose this edit?').getByText('there is nothing to propose').waitFor();
  const propose = dialog('Propose this edit?').getByRole('button', { name: 'Propose this edit' });
  expect(await propose.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await text('Description').fill('Quite another description.');
  await text('Homepage').fill('');
  await api.apply(await api.edit(4, { version: '77' }));
  await review();
  await dialog('Propose this edit?').getByText('The live record has changed meanwhile').waitFor();
  await button('Apply my edits to the newer record').click();
  await dialog('Propose this edit?').waitFor({ state: 'hidden' });
  expect(await combobox('Version').inputValue()).toBe('77');
  await review();
  expect(await changed()).toEqual(['homepage', 'description']);
  await sendEdit();
  await queued();
  const change = (await api.changesOf('Picture Model 4')).at(-1);
  expect(change?.payload).toMatchObject({ description: 'Quite another description.', nsfw: true });
  expect(change?.payload).not.toHaveProperty('homepage');
  expect(await api.recordOf(4)).toMatchObject({ description: 'Makes pictures of kind 4.' });

  await follow(page, '/propose/clip/edit?name=nothing');
  await page.getByText('CLIP has no model of this name.').waitFor();
  await follow(page, '/propose/clip/edit?name=..');
  await page.getByText('cannot be changed from a browser').waitFor();
});

it('an edit as JSON is told in the right line what is wrong, and is not left behind unasked', async () => {
  await follow(page, editOf(5));
  await page.getByRole('radiogroup', { name: 'Edit as' }).getByText('JSON').click();
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('json');
  const area = page.getByLabel('Record as JSON');
  const json = await area.inputValue();
  expect(json).not.toContain('metadata');
  const lines = json.split('\n');
  const line = lines.findIndex((each) => each.includes('"file_url"')) + 1;
  const problems = page.getByRole('list', { name: 'Problems in the JSON' });
  await area.fill(json.replace(/"file_url": "[^"]*"/, '"file_url": 5'));
  await problems.getByText('config.download.0.file_url: Input should be a valid string').waitFor();
  await problems.getByRole('button', { name: `Line ${line}`, exact: true }).waitFor();
  const broken = `${lines.slice(0, 3).join('\n')}\n  oops\n}`;
  await area.fill(broken);
  await problems.getByRole('button', { name: 'Line 4', exact: true }).waitFor();
  expect(await button('Review the proposal').isDisabled()).toBe(true);
  await main('Browse');
  const leave = dialog('Leave without proposing?');
  await leave.getByRole('button', { name: 'Cancel' }).click();
  expect(await area.inputValue()).toBe(broken);
  await main('Browse');
  await leave.getByRole('button', { name: 'Leave' }).click();
  await heading('Models');
});

it('a new version of a waiting proposal replaces none that came meanwhile', async () => {
  const record = await api.recordOf(11);
  const id = await api.edit(11, { description: 'First.' });
  await follow(page, `${editOf(11)}&change=${id}&revise=1`);
  await text('Description').fill('Third.');
  // The page reads its change again, as it does when it hears of a version.
  const read = page.waitForResponse(/my_changes/);
  const address = `/pending_queue/changes/${id}`;
  await send(site, 'PUT', address, { record: { ...record, description: 'Second.' } });
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  await read;
  await review();
  await sendEdit();
  await dialog('Propose this edit?').getByText('has version 2').waitFor();
  const payload = { description: 'Second.' };
  expect((await api.send('GET', address)).body).toMatchObject({ payload });
  // Loaded again, the form has both: what came, and what was typed.
  await page.reload();
  await expect.poll(() => text('Description').inputValue()).toBe('Third.');
  await review();
  await sendEdit();
  await dialog('Propose this edit?').waitFor({ state: 'hidden' });
  expect((await api.send('GET', address)).body).toMatchObject({ version: 3 });
});

it('an edit whose answer is lost is queued once when it is sent again', async () => {
  await follow(page, editOf(19));
  await text('Description').fill('Sent twice.');
  await review();
  // The first arrives.
  await page.route(
    (url) => url.pathname.endsWith('/model/Picture%20Model%2019') && url.search === '',
    async (route) => {
      await route.fetch();
      return route.abort();
    },
    { times: 1 },
  );
  await sendEdit();
  await dialog('Propose this edit?').getByText('Unknown whether this was queued').waitFor();
  await sendEdit();
  await queued();
  expect(await api.changesOf('Picture Model 19')).toHaveLength(1);
  // What the browser says of the answer that was lost.
  site.problems.splice(0);
});

it('what is typed without a key, or with one that is not accepted any more, is there with the next', async () => {
  const on = await site.open('/propose/clip');
  await on.getByText('You can try this without a key').waitFor();
  await on.getByText('To get a role, send the name').waitFor();
  await text('Name', on).focus();
  await on.keyboard.press('Tab');
  await problemOf('name', on).getByText('Field required').waitFor();
  await text('Name', on).fill('Before the key');
  await problemOf('name', on).waitFor({ state: 'hidden' });
  await review(on);
  await dialog('Sign in', on).waitFor();
  await on.reload();
  await on.getByText('Your earlier input was restored').waitFor();
  await signIn(on, keys.requestor);
  expect(await text('Name', on).inputValue()).toBe('Before the key');
  await review(on);
  await dialog('Propose this new model?', on).waitFor();
  await follow(on, '/propose/clip/edit?name=50%25+off%3F+%231+%26+more');
  await heading('Propose an edit', on);
  await text('Description', on).fill('Typed before the key was gone.');
  await withUnknownKey(on, '**/clip/model/**', async () => {
    await review(on);
    await dialog('Sign in', on).getByText('Your key is no longer accepted').waitFor();
  });
  await signIn(on, keys.requestor);
  expect(await text('Description', on).inputValue()).toBe('Typed before the key was gone.');
  await review(on);
  await dialog('Propose this edit?', on).waitFor();
});

it('what is typed is kept when the page is left, loaded again or crashes, until it is proposed or thrown away', async () => {
  const drafts = (on: Page) => on.getByRole('region', { name: 'Drafts in this browser' }).allInnerTexts();
  await follow(page, '/propose/clip');
  await text('Name').fill('By hand');
  await main('Propose');
  await page.getByRole('link', { name: 'By hand' }).click();
  await expect.poll(() => text('Name').inputValue()).toBe('By hand');
  await button('Start over').click();
  expect(await text('Name').inputValue()).toBe('');
  await page.goBack();
  await heading('Propose a change');
  expect(await drafts(page)).toEqual([]);

  await follow(page, '/propose/clip/edit?name=search');
  await text('Description').fill('Typed by hand.');
  await main('Browse');
  await heading('Models');
  // Another tab, as after a crash.
  const other = await page.context().newPage();
  await other.goto(`${site.origin}/propose/clip/edit?name=search`);
  await other.getByText('Your earlier input was restored').waitFor();
  expect(await text('Description', other).inputValue()).toBe('Typed by hand.');
  // The live record was changed since by somebody else: that is not taken back.
  const { body } = await api.send('PUT', '/clip/model/search', { name: 'search', version: '2.0' });
  await api.apply((body as { change_id: number }).change_id);
  await other.reload();
  await other.getByText('Your earlier input was restored').waitFor();
  await review(other);
  expect(await changed(other)).toEqual(['description']);
  await sendEdit(other);
  await queued(other);
  await follow(other, '/propose');
  await heading('Propose a change', other);
  expect(await drafts(other)).toEqual([]);
  await other.close();
});

it('a deletion shows what would be gone, is queued, and again says that it is on its way', async () => {
  await follow(page, '/model/image_generation?name=Picture+Model+8');
  await page.getByRole('link', { name: 'Propose deletion' }).click();
  await heading('Propose deletion');
  const record = page.getByRole('region', { name: 'The record that would be deleted' });
  await record.getByText('picture-8.safetensors').first().waitFor();
  await button('Propose this deletion').click();
  const question = dialog('Propose this deletion?');
  await question.getByRole('button', { name: 'Propose this deletion' }).click();
  await queued();
  const change = { operation: 'delete', status: 'pending' };
  expect(await api.changesOf('Picture Model 8')).toMatchObject([change]);
  await page.goto(`${site.origin}/propose/image_generation/delete?name=Picture+Model+8`);
  await button('Propose this deletion').click();
  await question.getByText('1 change of yours of this model waits in the queue already').waitFor();
  await follow(page, '/propose/clip/delete?name=nothing');
  await page.getByRole('alert').filter({ hasText: "Model 'nothing' not found" }).waitFor();
});

it('my changes tell why one was rejected, start the next from it, and are nobody else’s', async () => {
  const proposal = { name: 'To be rejected', description: 'Too short.' };
  const { change_id: id } = await send(site, 'POST', '/clip', proposal);
  await api.reject(id, 'Say what it is for.');
  const edited = { name: 'search', description: 'An approver’s.' };
  await send(site, 'PUT', '/clip/model/search', edited, keys.approver);
  await page.goto(`${site.origin}/changes`);
  const address = () => new URL(page.url()).search;
  const filters = page.getByRole('group', { name: 'Filters' });
  await filters.getByRole('button', { name: 'pending' }).click();
  await expect.poll(address).toBe('?status=pending');
  await filters.getByRole('combobox', { name: 'Category' }).selectOption('clip');
  await expect.poll(address).toBe('?status=pending&category=clip');
  await page.getByText('No change matches these filters.').waitFor();
  await page.goBack();
  await expect.poll(address).toBe('?status=pending');
  await follow(page, '/changes?status=rejected');
  const item = page.getByRole('listitem').filter({ hasText: `Change ${id}` });
  await item.getByText('To be rejected').waitFor();
  await item.getByText('Say what it is for.').waitFor();
  await item.getByRole('link', { name: `Change ${id}` }).click();
  await page.getByRole('link', { name: 'Correct and propose again' }).click();
  await heading('New model: CLIP');
  await expect.poll(() => text('Description').inputValue()).toBe('Too short.');
});
