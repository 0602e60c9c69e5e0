import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ConsoleUnderTest, signIn, startConsole, withUnknownKey } from '../support/console.ts';
import { type ConsoleApi, consoleApi } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const combobox = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const review = (page: Page) => button(page, 'Review the proposal').click();
/** What stands at a control as its problem. */
const problemOf = (page: Page, path: string) => page.locator(`[id="field-${path}-error"]`);
const queued = (page: Page) => page.getByRole('status').filter({ hasText: 'Queued as change' });

describe('proposing', () => {
  let site: ConsoleUnderTest;
  let api: ConsoleApi;
  consoleForTests((started) => {
    site = started;
    api = consoleApi(site);
  });
  beforeEach(async () => {
    await api.emptyQueue();
    // What earlier tests have typed.
    const page = await site.visit('/', keys.requestor);
    await page.evaluate('localStorage.clear()');
  });

  const open = (path: string) => site.visit(path, keys.requestor);

  describe('a new model', () => {
    it('is filled in, looked at as a difference, sent once, and found among my changes', async () => {
      const page = await open('/');
      await page.getByRole('link', { name: 'Propose', exact: true }).click();
      await heading(page, 'Propose a change');
      await page.getByRole('link', { name: 'Image generation' }).click();
      await heading(page, 'New model: Image generation');

      await text(page, 'Name').fill('Brand new');
      await combobox(page, 'Baseline').fill('flux_1');
      await combobox(page, 'NSFW').selectOption('no');
      // Two tags, as people write them; a trigger word may hold commas.
      await combobox(page, 'Tags').pressSequentially('realistic, photo');
      await page.keyboard.press('Enter');
      await combobox(page, 'Trigger words').fill('one, with a comma');
      await page.keyboard.press('Enter');
      await text(page, 'Size').fill('6.5 GiB');
      await page.getByText('6,979,321,856 bytes').waitFor();
      await text(page, 'Size').fill('6.62 GX');
      await problemOf(page, 'size_on_disk_bytes').getByText('This is not a size.').waitFor();
      await text(page, 'Size').fill('6.62 GB');
      await page.getByText('6,620,000,000 bytes').waitFor();
      await button(page, /^Add a file/).click();
      await text(page, 'File name').fill('new.safetensors');
      await text(page, 'File URL').fill('http://files.example/new.safetensors');
      await button(page, 'Add to requirements').click();
      await text(page, 'Requirements, key 1').fill('min_steps');
      await text(page, 'Requirements, value 1').fill('20');
      await review(page);

      const dialog = page.getByRole('dialog', { name: 'Propose this new model?' });
      await dialog.getByText('"photo"').waitFor();
      const shown = await dialog.innerText();
      expect(shown).toContain('requirements.min_steps');
      expect(shown).toContain('The approver will see these findings');
      expect(await api.changesOf('Brand new')).toEqual([]);

      await dialog.getByRole('button', { name: 'Propose this new model' }).dblclick();
      await queued(page).waitFor();
      const changes = await api.changesOf('Brand new');
      expect(changes).toMatchObject([
        {
          operation: 'create',
          status: 'pending',
          payload: {
            name: 'Brand new',
            baseline: 'flux_1',
            nsfw: false,
            tags: ['realistic', 'photo'],
            trigger: ['one, with a comma'],
            size_on_disk_bytes: 6_620_000_000,
            requirements: { min_steps: 20 },
            config: { download: [{ file_name: 'new.safetensors', sha256sum: 'FIXME' }] },
          },
        },
      ]);

      await page.getByRole('link', { name: `See change ${changes[0]?.change_id}` }).click();
      await page.getByText('Waits for an approver.').waitFor();
      await page.getByText('The approver will see these findings').waitFor();
      // It is not in its own way.
      expect(await page.getByText('another open change of this model').count()).toBe(0);
      await page.getByRole('link', { name: 'My changes' }).first().click();
      const item = page.getByRole('list', { name: 'My changes' }).getByRole('listitem').first();
      expect(await item.innerText()).toMatch(/create\s*Brand new\s*pending/);
    });

    it('says next to the fields what is wrong with them, and stops saying so when they are mended', async () => {
      const page = await open('/propose/image_generation');
      await button(page, /^Add a file/).click();
      await combobox(page, 'Style').fill('anim');
      await problemOf(page, 'style').getByText('Unknown style: anim. Do you mean anime? Known:').waitFor();
      await combobox(page, 'Style').fill('anime');
      await review(page);
      // It is checked then: the first that is wrong gets the focus.
      await page.locator('[id="field-name"]:focus').waitFor();
      await expect.poll(() => problemOf(page, 'name').innerText()).toBe('Field required');
      expect(await problemOf(page, 'baseline').innerText()).toBe('Field required');
      expect(await problemOf(page, 'nsfw').innerText()).toBe('Field required');
      expect(await problemOf(page, 'config.download.0.file_url').innerText()).toBe('Field required');
      expect(await problemOf(page, 'description').count()).toBe(0);

      // Each is told once: above the form, links lead to the fields.
      expect(await page.getByText('Field required').count()).toBe(5);
      const list = page.getByRole('alert').filter({ hasText: '5 fields cannot be accepted like this' });
      await list.getByRole('button', { name: 'File 1: File URL' }).click();
      expect(await page.evaluate('document.activeElement.id')).toBe('field-config.download.0.file_url');
      await page.keyboard.type('https://files.example/x');
      await expect.poll(() => problemOf(page, 'config.download.0.file_url').count()).toBe(0);

      await text(page, 'Name').fill('Wrong baseline');
      await text(page, 'File name').fill('x');
      await combobox(page, 'NSFW').selectOption('yes');
      await combobox(page, 'Baseline').fill('stable_diffusion_99');
      await expect
        .poll(() => problemOf(page, 'baseline').innerText())
        .toMatch(
          /^Unknown baseline: stable_diffusion_99\. Do you mean stable_diffusion_1\? Known: .*, flux_1,/,
        );
    });

    it('says while a field is edited that it is wrong, but not that the others are missing', async () => {
      const page = await open('/propose/text_generation');
      await text(page, 'Parameters').fill('-5');
      await problemOf(page, 'parameters').waitFor();
      expect(await problemOf(page, 'name').count()).toBe(0);
      // One that was left empty says so.
      await text(page, 'Name').focus();
      await page.keyboard.press('Tab');
      await problemOf(page, 'name').getByText('Field required').waitFor();
    });

    it('is told once, in words of people, that a name is taken, with the way to the edit', async () => {
      const page = await open('/propose/clip');
      await text(page, 'Name').fill('search');
      const taken = 'There is a model of this name already.';
      await expect.poll(() => problemOf(page, 'name').innerText()).toBe(taken);
      await review(page);
      await page.getByRole('link', { name: 'Propose an edit of that model' }).waitFor();
      expect(await page.getByText(/already/).allInnerTexts()).toEqual([taken]);
      await page.getByRole('link', { name: 'Propose an edit of that model' }).click();
      await heading(page, 'Propose an edit');
      expect(await text(page, 'Name').inputValue()).toBe('search');
    });

    it('starts from a copy of another', async () => {
      const page = await open('/model/image_generation?name=Picture+Model+2');
      await page.getByRole('link', { name: 'Propose a copy' }).click();
      await heading(page, 'New model: Image generation');
      expect(await text(page, 'Name').inputValue()).toBe('');
      expect(await combobox(page, 'Baseline').inputValue()).toBe('stable_diffusion_xl');
    });

    it('is offered for every category', async () => {
      const page = await open('/propose');
      const links = page.getByRole('region', { name: 'A new model' }).getByRole('link');
      await links.first().waitFor();
      const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(paths).toHaveLength(14);
      for (const path of paths) {
        await page.locator(`main a[href="${path}"]`).click();
        await text(page, 'Name').waitFor();
        await page.goBack();
      }
    });
  });

  describe('an edit', () => {
    it('shows what it changes and nothing else, and leaves the live record alone', async () => {
      const page = await open('/model/image_generation?name=Picture+Model+4');
      await page.getByRole('link', { name: 'Propose an edit' }).click();
      await heading(page, 'Propose an edit');
      expect(await text(page, 'Name').getAttribute('readonly')).not.toBeNull();
      await text(page, 'Description').fill('Quite another description.');
      await text(page, 'Homepage').fill('');
      await review(page);

      const dialog = page.getByRole('dialog', { name: 'Propose this edit?' });
      await dialog.waitFor();
      expect(await dialog.locator('dt code').allInnerTexts()).toEqual(['homepage', 'description']);
      await dialog.getByRole('button', { name: 'Propose this edit' }).click();
      await queued(page).waitFor();

      const [change] = await api.changesOf('Picture Model 4');
      expect(change?.payload).toMatchObject({ description: 'Quite another description.', nsfw: true });
      expect(change?.payload).not.toHaveProperty('homepage');
      const live = await api.send('GET', '/image_generation/model/Picture%20Model%204');
      expect(live.body).toMatchObject({ description: 'Makes pictures of kind 4.' });
    });

    it('as JSON says in the right line what is wrong, by the same rules', async () => {
      const page = await open('/propose/image_generation/edit?name=Picture+Model+5');
      await page.getByRole('radiogroup', { name: 'Edit as' }).getByText('JSON').click();
      await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('json');
      const area = page.getByLabel('Record as JSON');
      const json = await area.inputValue();
      expect(json).not.toContain('metadata');
      const lines = json.split('\n');
      const line = lines.findIndex((each) => each.includes('"file_url"')) + 1;

      await area.fill(json.replace(/"file_url": "[^"]*"/, '"file_url": 5'));
      const problems = page.getByRole('list', { name: 'Problems in the JSON' });
      await problems.getByText('config.download.0.file_url: Input should be a valid string').waitFor();
      await problems.getByRole('button', { name: `Line ${line}`, exact: true }).waitFor();

      await area.fill(`${lines.slice(0, 3).join('\n')}\n  oops\n}`);
      await problems.getByRole('button', { name: 'Line 4', exact: true }).waitFor();
      expect(await button(page, 'Review the proposal').isDisabled()).toBe(true);

      await area.fill(json.replace('"version": "', '"version": "9'));
      await review(page);
      const dialog = page.getByRole('dialog', { name: 'Propose this edit?' });
      await dialog.waitFor();
      expect(await dialog.locator('dt code').allInnerTexts()).toEqual(['version']);
    });

    it.each(['form', 'json'])('sends no blanks around hashes and addresses, by the %s', async (view) => {
      const model = `Picture Model ${view === 'form' ? 6 : 7}`;
      const page = await open(`/propose/image_generation/edit?name=${model}&view=${view}`);
      const hash = 'a'.repeat(64);
      const address = 'https://example.org/a.bin';
      if (view === 'form') {
        await text(page, 'SHA-256').first().fill(` ${hash} `);
        await text(page, 'File URL').first().fill(`${address}\u00A0`);
      } else {
        const area = page.getByLabel('Record as JSON');
        const json = (await area.inputValue())
          .replace(/"file_url": "[^"]*"/, `"file_url": "${address}\\t"`)
          .replace(/"sha256sum": "[^"]*"/, `"sha256sum": "\u200B${hash} "`);
        await area.fill(json);
      }
      await review(page);
      await button(page, 'Propose this edit').click();
      await queued(page).waitFor();
      const [change] = await api.changesOf(model);
      const config = change?.payload.config as { download: object[] };
      expect(config.download[0]).toMatchObject({ file_url: address, sha256sum: hash });
    });

    it('has nothing to send when nothing differs', async () => {
      const page = await open('/propose/clip/edit?name=search');
      await text(page, 'Name').waitFor();
      await review(page);
      const dialog = page.getByRole('dialog', { name: 'Propose this edit?' });
      await dialog.getByText('there is nothing to propose').waitFor();
      expect(await dialog.getByRole('button', { name: 'Propose this edit' }).isDisabled()).toBe(true);
    });

    it('keeps what others have made live meanwhile', async () => {
      const name = 'Picture Model 6';
      const path = `/image_generation/model/${encodeURIComponent(name)}`;
      const page = await open(`/propose/image_generation/edit?name=${encodeURIComponent(name)}`);
      await text(page, 'Description').fill('My own words.');

      const live = (await api.send('GET', path)).body as object;
      const version = String(Date.now());
      const put = await api.send('PUT', path, { ...live, version });
      await api.apply((put.body as { change_id: number }).change_id);

      await review(page);
      const dialog = page.getByRole('dialog', { name: 'Propose this edit?' });
      await dialog.getByText('The live record has changed meanwhile').waitFor();
      await dialog.getByRole('button', { name: 'Put my edits onto the newer record' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await combobox(page, 'Version').inputValue()).toBe(version);
      await review(page);
      await dialog.waitFor();
      expect(await dialog.locator('dt code').allInnerTexts()).toEqual(['description']);
    });

    it('of a waiting proposal replaces no version that came meanwhile', async () => {
      const name = 'Picture Model 11';
      const path = `/image_generation/model/${encodeURIComponent(name)}`;
      const record = (await api.send('GET', path)).body as object;
      const put = await api.send('PUT', path, { ...record, description: 'First.' }, keys.requestor);
      const { change_id: id } = put.body as { change_id: number };
      const page = await open(
        `/propose/image_generation/edit?name=${encodeURIComponent(name)}&change=${id}&revise=1`,
      );
      await text(page, 'Description').fill('Third.');
      const revision = { record: { ...record, description: 'Second.' } };
      const address = `/pending_queue/changes/${id}`;
      // The page reads its change again, as it does when it hears of a version.
      const read = page.waitForResponse(/my_changes/);
      expect((await api.send('PUT', address, revision, keys.requestor)).status).toBe(200);
      await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
      await read;
      await review(page);
      const dialog = page.getByRole('dialog', { name: 'Propose this edit?' });
      await dialog.getByRole('button', { name: 'Propose this edit' }).click();
      await dialog.getByText('is now at version 2').waitFor();
      const now = (await api.send('GET', address)).body as { payload: object };
      expect(now.payload).toMatchObject({ description: 'Second.' });
      // Loaded again, the form has both: what came, and what was typed.
      await page.reload();
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => text(page, 'Description').inputValue()).toBe('Third.');
      await review(page);
      await dialog.getByRole('button', { name: 'Propose this edit' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect((await api.send('GET', address)).body).toMatchObject({ version: 3 });
      await api.emptyQueue();
    });

    it('is queued once when it is sent again because no answer came', async () => {
      const page = await open('/propose/image_generation/edit?name=Picture+Model+19');
      await text(page, 'Description').fill('Sent twice.');
      await review(page);
      const dialog = page.getByRole('dialog', { name: 'Propose this edit?' });
      // The first arrives; its answer is lost.
      await page.route(
        (url) => url.pathname.endsWith('/model/Picture%20Model%2019') && url.search === '',
        async (route) => {
          await route.fetch();
          return route.abort();
        },
        { times: 1 },
      );
      await dialog.getByRole('button', { name: 'Propose this edit' }).click();
      await dialog.getByText('It is not known whether this was queued').waitFor();
      await dialog.getByRole('button', { name: 'Propose this edit' }).click();
      await queued(page).waitFor();
      expect(await api.changesOf('Picture Model 19')).toHaveLength(1);
      // What the browser says of the answer that was lost.
      site.problems.splice(0);
    });

    it('survives a key that is not accepted any more', async () => {
      const page = await site.open('/propose/clip/edit?name=50%25+off%3F+%231+%26+more');
      await signIn(page, keys.requestor);
      await text(page, 'Description').fill('Typed before the key was gone.');
      await withUnknownKey(page, '**/clip/model/**', async () => {
        await review(page);
        const dialog = page.getByRole('dialog', { name: 'Sign in' });
        await dialog.getByText('Your key is not accepted any more').waitFor();
      });
      await signIn(page, keys.requestor);
      expect(await text(page, 'Description').inputValue()).toBe('Typed before the key was gone.');
      await review(page);
      await page.getByRole('dialog', { name: 'Propose this edit?' }).waitFor();
    });

    it('is kept when the page is left, loaded again or crashes, until it is proposed or thrown away', async () => {
      const page = await open('/propose/clip/edit?name=search');
      await text(page, 'Description').fill('Typed by hand.');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse' }).click();
      await heading(page, 'Models');
      // Another tab, as after a crash.
      const other = await page.context().newPage();
      await other.goto(`${site.origin}/propose/clip/edit?name=search`);
      await other.getByText('What you typed here before is back').waitFor();
      expect(await text(other, 'Description').inputValue()).toBe('Typed by hand.');

      // The live record was changed since by somebody else: that is not taken back.
      const newer = { name: 'search', version: '2.0' };
      const { body } = await api.send('PUT', '/clip/model/search', newer);
      await api.apply((body as { change_id: number }).change_id);
      await other.reload();
      await other.getByText('What you typed here before is back').waitFor();
      await review(other);
      const dialog = other.getByRole('dialog', { name: 'Propose this edit?' });
      await dialog.waitFor();
      expect(await dialog.locator('dt code').allInnerTexts()).toEqual(['description']);
      await dialog.getByRole('button', { name: 'Propose this edit' }).click();
      await queued(other).waitFor();
      await other.goto(`${site.origin}/propose`);
      await heading(other, 'Propose a change');
      expect(await other.getByRole('region', { name: 'Drafts in this browser' }).allInnerTexts()).toEqual([]);
    });

    it('lives as long as the page where the storage is full, which is said', async () => {
      const page = await site.open('/');
      await signIn(page, keys.requestor);
      await page.evaluate("localStorage.setItem('modelref-typed', '[]')");
      await page.evaluate(`Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      }`);
      const go = (path: string) => page.evaluate(`history.pushState({ ...history.state }, '', '${path}')`);
      const edited = (n: number) => `/propose/image_generation/edit?name=Picture+Model+${n}`;
      await go(edited(21));
      await text(page, 'Description').fill('The first.');
      await page.getByRole('alert').filter({ hasText: 'stores no more drafts' }).waitFor();
      await go(edited(22));
      await heading(page, 'Propose an edit');
      await expect.poll(() => text(page, 'Description').inputValue()).not.toBe('The first.');
      await text(page, 'Description').fill('The second.');
      await go(edited(21));
      await expect.poll(() => text(page, 'Description').inputValue()).toBe('The first.');
    });

    it('of a new model is listed, and thrown away when asked', async () => {
      const page = await open('/propose/clip');
      await text(page, 'Name').fill('By hand');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Propose' }).click();
      await page.getByRole('link', { name: 'By hand' }).click();
      expect(await text(page, 'Name').inputValue()).toBe('By hand');
      await button(page, 'Start anew').click();
      expect(await text(page, 'Name').inputValue()).toBe('');
      await page.goBack();
      await heading(page, 'Propose a change');
      expect(await page.getByRole('region', { name: 'Drafts in this browser' }).allInnerTexts()).toEqual([]);
    });

    it('can be tried without a key, and is there once there is one', async () => {
      const page = await site.open('/propose/clip');
      await page.getByText('You can try this without a key').waitFor();
      await page.getByText('Those who run this registry give the role').waitFor();
      await text(page, 'Name').focus();
      await page.keyboard.press('Tab');
      await problemOf(page, 'name').getByText('Field required').waitFor();
      await text(page, 'Name').fill('Before the key');
      await problemOf(page, 'name').waitFor({ state: 'hidden' });
      await review(page);
      await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
      await page.reload();
      await page.getByText('What you typed here before is back').waitFor();
      await signIn(page, keys.requestor);
      expect(await text(page, 'Name').inputValue()).toBe('Before the key');
      await review(page);
      await page.getByRole('dialog', { name: 'Propose this new model?' }).waitFor();
    });

    it('warns before text that is no JSON is left behind', async () => {
      const page = await open('/propose/clip/edit?name=search&view=json');
      await page.getByLabel('Record as JSON').fill('{"name": ');
      const leave = () =>
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse' }).click();
      const dialog = page.getByRole('dialog', { name: 'Leave without proposing?' });
      await leave();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect(await page.getByLabel('Record as JSON').inputValue()).toBe('{"name": ');
      await leave();
      await dialog.getByRole('button', { name: 'Leave' }).click();
      await heading(page, 'Models');
    });

    it('of a model that is not there says so', async () => {
      const page = await open('/propose/clip/edit?name=nothing');
      await page.getByText('CLIP has no model of this name.').waitFor();
      await page.goto(`${site.origin}/propose/clip/edit?name=..`);
      await page.getByText('cannot be changed from a browser').waitFor();
    });
  });

  describe('a deletion', () => {
    it('shows what would be gone, and is queued', async () => {
      const page = await open('/model/image_generation?name=Picture+Model+8');
      await page.getByRole('link', { name: 'Propose deletion' }).click();
      await heading(page, 'Propose deletion');
      const gone = page.getByRole('region', { name: 'The record that would be deleted' });
      await gone.getByText('picture-8.safetensors').first().waitFor();
      await button(page, 'Propose this deletion').click();
      const dialog = page.getByRole('dialog', { name: 'Propose this deletion?' });
      await dialog.getByRole('button', { name: 'Propose this deletion' }).click();
      await queued(page).waitFor();
      expect(await api.changesOf('Picture Model 8')).toMatchObject([
        { operation: 'delete', status: 'pending' },
      ]);

      // Who proposes it again hears that it is on its way.
      await page.goto(`${site.origin}/propose/image_generation/delete?name=Picture+Model+8`);
      await button(page, 'Propose this deletion').click();
      await dialog.getByText('1 change of yours of this model waits in the queue already').waitFor();
    });

    it('of a model that is gone says so', async () => {
      const page = await open('/propose/clip/delete?name=nothing');
      await page.getByRole('alert').filter({ hasText: "Model 'nothing' not found" }).waitFor();
    });
  });

  describe('the name helper', () => {
    it('takes names apart, puts them together, and shows the group', async () => {
      const page = await open('/propose/text_generation');
      await text(page, 'Name').fill('org9/Alpaca-0-3B-Instruct');
      await page.getByText('Name helper').click();
      const helper = page.getByRole('group', { name: 'Name helper' });
      const part = (name: string) => helper.getByRole('textbox', { name, exact: true });
      await button(page, 'Take the name apart').click();
      await expect.poll(() => part('Base name').inputValue()).toBe('Alpaca-0');
      expect(await part('Author').inputValue()).toBe('org9');
      expect(await part('Variant').inputValue()).toBe('Instruct');
      await part('Size').fill('7B');
      await page.getByText('org9/Alpaca-0-7B-Instruct is free.').waitFor();
      await page.getByRole('link', { name: 'org0/Alpaca-0-3B-v0' }).waitFor();
      await button(page, 'Use this name').click();
      expect(await text(page, 'Name').inputValue()).toBe('org9/Alpaca-0-7B-Instruct');

      await part('Author').fill('org0');
      await part('Size').fill('3B');
      await part('Variant').fill('');
      await part('Version').fill('v0');
      await page.getByText('org0/Alpaca-0-3B-v0 is taken.').waitFor();
      expect(await button(page, 'Use this name').isDisabled()).toBe(true);
    });

    it('a backend’s own name is refused, at the name', async () => {
      const page = await open('/propose/text_generation');
      await text(page, 'Parameters').fill('7000000000');
      await text(page, 'Name').fill('koboldcpp/Alpaca-0-7B');
      await expect.poll(() => problemOf(page, 'name').innerText()).toContain('contains a backend prefix');
    });
  });

  describe('my changes', () => {
    it('tells why one was rejected, and starts the next from it', async () => {
      const page = await open('/propose/clip');
      await text(page, 'Name').fill('To be rejected');
      await text(page, 'Description').fill('Too short.');
      await review(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Propose this new model' }).click();
      await queued(page).waitFor();
      const change = (await api.changesOf('To be rejected')).at(-1);
      await api.reject(change!.change_id, 'Say what it is for.');

      await page.goto(`${site.origin}/changes?status=rejected`);
      const item = page.getByRole('listitem').filter({ hasText: `Change ${change!.change_id}` });
      await item.getByText('To be rejected').waitFor();
      await item.getByText('Say what it is for.').waitFor();
      await item.getByRole('link', { name: `Change ${change!.change_id}` }).click();
      await page.getByRole('link', { name: 'Propose it again, corrected' }).click();
      await heading(page, 'New model: CLIP');
      await expect.poll(() => text(page, 'Description').inputValue()).toBe('Too short.');
    });

    it('keeps its filters in the address, and shows nobody else’s', async () => {
      await api.send('PUT', '/clip/model/search', { name: 'search', description: 'An approver’s.' });
      const page = await open('/changes');
      const filters = page.getByRole('group', { name: 'Filters' });
      await filters.getByRole('button', { name: 'pending' }).click();
      await expect.poll(() => new URL(page.url()).search).toBe('?status=pending');
      await filters.getByRole('combobox', { name: 'Category' }).selectOption('clip');
      await expect.poll(() => new URL(page.url()).search).toBe('?status=pending&category=clip');
      await page.getByText('None of your changes fits these filters.').waitFor();
      await page.goBack();
      await expect.poll(() => new URL(page.url()).search).toBe('?status=pending');
    });
  });

  it('takes a key with the role', async () => {
    const page = await site.open('/propose/clip');
    await page.getByText('You can try this without a key').waitFor();
    await signIn(page, keys.nobody);
    await page.getByText('Your key does not have the requestor role.').waitFor();
    expect(await page.getByRole('link', { name: 'My changes' }).count()).toBe(0);
  });
});

describe('proposing where it is not possible', () => {
  it('says that a copy is read-only', async () => {
    await using site = await startConsole({ MODELREF_REPLICATE_MODE: 'REPLICA' });
    const page = await site.open('/propose/clip');
    await page.getByRole('alert').filter({ hasText: 'This is a read-only copy of the registry.' }).waitFor();
    await page.goto(`${site.origin}/changes`);
    await page.getByRole('alert').filter({ hasText: 'This is a read-only copy of the registry.' }).waitFor();
  });

  it('says that a legacy registry takes proposals elsewhere, and still shows my changes', async () => {
    await using site = await startConsole({ MODELREF_CANONICAL_FORMAT: 'legacy' });
    const page = await site.open('/propose/clip');
    await page
      .getByRole('alert')
      .filter({ hasText: 'This registry takes changes in the legacy format.' })
      .waitFor();
    await page.goto(`${site.origin}/changes`);
    await signIn(page, keys.requestor);
    await page.getByText('You have not proposed anything yet.').waitFor();
  });
});
