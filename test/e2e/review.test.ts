import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  accessibilityProblemsInEveryLook,
  type ConsoleUnderTest,
  signIn,
  startConsole,
  untilDrawn,
  withUnknownKey,
} from '../support/console.ts';
import { consoleApi, send } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { eventually } from '../support/eventually.ts';
import { keys } from '../support/identity-server.ts';
import { nothingUsed, startUsageServer } from '../support/usage-server.ts';

async function recordOf(site: ConsoleUnderTest, name: string): Promise<Record<string, unknown>> {
  return send(site, 'GET', `/image_generation/model/${encodeURIComponent(name)}`);
}

/** Proposes new values for fields of an image model. */
async function edit(site: ConsoleUnderTest, name: string, fields: object): Promise<number> {
  const record = { ...(await recordOf(site, name)), ...fields };
  const path = `/image_generation/model/${encodeURIComponent(name)}`;
  return (await send(site, 'PUT', path, record)).change_id;
}

async function create(site: ConsoleUnderTest, name: string): Promise<number> {
  const record = { ...(await recordOf(site, 'Picture Model 1')), name };
  return (await send(site, 'POST', '/image_generation', record)).change_id;
}

async function remove(site: ConsoleUnderTest, name: string): Promise<number> {
  const path = `/image_generation/model/${encodeURIComponent(name)}`;
  return (await send(site, 'DELETE', path)).change_id;
}

async function approve(site: ConsoleUnderTest, title: string, ...changeIds: number[]): Promise<number> {
  const body = { batch_title: title, approved_ids: changeIds };
  const answer = await send<{ batch_id: number }>(
    site,
    'POST',
    '/pending_queue/batches',
    body,
    keys.approver,
  );
  return answer.batch_id;
}

async function apply(site: ConsoleUnderTest, ...changeIds: number[]): Promise<void> {
  await send(site, 'POST', '/pending_queue/apply', { change_ids: changeIds }, keys.approver);
}

/** Presses Tab until what has the focus is called `name`: nothing is reached by a pointer. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate<string>(
      "(document.activeElement.ariaLabel || document.activeElement.textContent || '').trim()",
    );
    if (typeof name === 'string' ? label === name : name.test(label)) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** A text that no try has made live yet. */
const fresh = (text: string) => `${text} ${crypto.randomUUID()}`;

const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name });
const change = (page: Page, id: number) => page.getByRole('region', { name: `Change ${id}`, exact: true });
const gone = { state: 'hidden' } as const;

describe('an approver at the keyboard', () => {
  it('rejects one change with a reason, approves two, applies them, finds them, and reverts the batch', async () => {
    // What is known to be unused is deleted together with what is only to be looked at.
    const usage = await startUsageServer(nothingUsed);
    onTestFinished(() => usage.close());
    // Of its own, empty at the start of every try.
    await using site = await startConsole({ MODELREF_USAGE_URL: usage.url });
    const bad = await edit(site, 'Picture Model 4', { baseline: 'flux_1' });
    const deletion = await remove(site, 'Picture Model 3');
    const creation = await create(site, 'Picture Model of Tomorrow');
    // How much models are used is known a moment after somebody has asked first.
    await eventually(async () => {
      const path = `/pending_queue/changes/${deletion}`;
      const { risk } = await send<{ risk: string }>(site, 'GET', path, undefined, keys.approver);
      expect(risk).toBe('look');
    });
    const page = await site.open('/');
    const press = async (...sequence: string[]) => {
      for (const key of sequence) await page.keyboard.press(key);
    };
    /** Presses `g` and a letter together: the page waits about a second for the letter. */
    const goTo = (letter: string) => Promise.all([press('g'), press(letter)]);

    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
    await tabTo(page, 'Sign in');
    await press('Enter');
    await dialog(page, 'Sign in').getByLabel('API key', { exact: true }).waitFor();
    await page.keyboard.type(keys.approver);
    await press('Enter');
    await dialog(page, 'Sign in').waitFor(gone);
    await page.getByRole('link', { name: 'Review', exact: true }).waitFor();

    // The queue, and the first change of it.
    await goTo('r');
    await page.getByRole('button', { name: /Picture Model 4/ }).waitFor();
    await press('Enter');
    await change(page, bad).getByText('Changes what workers depend on: baseline.').waitFor();
    const first = await change(page, bad).innerText();
    expect(first).toMatch(/baseline\s+critical\s+changed/i);

    // Rejected: not without a reason.
    await press('r');
    await dialog(page, 'Reject 1 change').waitFor();
    await tabTo(page, 'Reject');
    await press('Enter');
    await dialog(page, 'Reject 1 change').getByText('Say why: the requestor reads it.').waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.tagName'), {
        message: 'the wrong field has the focus',
      })
      .toBe('TEXTAREA');
    await page.keyboard.type('The checksum belongs to another file.');
    await tabTo(page, 'Reject');
    await press('Enter');
    await page.getByRole('dialog').waitFor(gone);

    // What waits after it is open now.
    await change(page, deletion).getByRole('article').waitFor();
    await press('Escape');
    await press('x', 'j', 'x');
    await page.getByText('2 selected').waitFor();
    await press('a');
    const approval = dialog(page, 'Approve 2 changes');
    await approval.getByLabel('Title of the batch').waitFor();
    await press('Control+a');
    await page.keyboard.type('Tomorrow');
    await press('Enter');
    await page.getByRole('dialog').waitFor(gone);
    await page.getByText('No change waits for a decision').waitFor();

    // Nothing is live before it is confirmed.
    await press('o');
    await page.getByText('Batch 1: 2 approved changes').waitFor();
    await press('a');
    const confirmation = dialog(page, 'Apply 2 changes?');
    await confirmation.getByText('1 model is deleted').first().waitFor();
    await press('Enter');
    await page.getByRole('dialog').waitFor(gone);
    expect(await recordOf(site, 'Picture Model 3')).toMatchObject({ name: 'Picture Model 3' });
    await press('a');
    await confirmation.waitFor();
    await confirmation.getByLabel('Title').fill('The day’s work');
    await tabTo(page, 'Apply 2');
    await press('Enter');
    await page.getByRole('status').filter({ hasText: '2 changes applied' }).waitFor();
    await page.getByRole('dialog').waitFor(gone);

    // In browse.
    await goTo('b');
    await page.getByText(/models in 3 of 14 categories/).waitFor();
    await tabTo(page, /^Image generation/);
    await press('Enter');
    await page.getByRole('heading', { name: 'Image generation', level: 1 }).waitFor();
    await page.getByRole('status').filter({ hasText: '160 models' }).waitFor();
    await press('f');
    await page.keyboard.type('Tomorrow');
    await page.getByRole('status').filter({ hasText: '1 of 160 models' }).waitFor();
    await tabTo(page, 'Picture Model of Tomorrow');
    await press('Enter');

    // In its history.
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText(`change ${creation}`).waitFor();
    expect(await history.innerText()).toMatch(/create[\s\S]+by Rita#101, applied by Ada#with#hashes#102/);
    await tabTo(page, 'batch 1');
    await press('Enter');

    // The batch, and undoing it.
    await page.getByRole('heading', { name: 'Batch 1', level: 1 }).waitFor();
    await page.getByText('1 added, 0 modified, 1 deleted, 0 unchanged').waitFor();
    await tabTo(page, 'Revert…');
    await press('Enter');
    const revert = dialog(page, 'Revert batch 1?');
    await revert.getByText('Every worker reads these at once').waitFor();
    expect(await revert.getByRole('group').locator('summary').allInnerTexts()).toEqual([
      expect.stringContaining('Picture Model 3'),
      expect.stringContaining('Picture Model of Tomorrow'),
    ]);
    await tabTo(page, 'Approve and apply 2');
    await press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: '2 changes of 2 applied to revert this batch' })
      .waitFor();
    await page.getByRole('dialog').waitFor(gone);
    await tabTo(page, 'Batch 2: what changed');
    await press('Enter');
    await page.getByText('Revert batch 1: The day’s work', { exact: true }).waitFor();
    expect(await page.getByText('to revert this batch').count()).toBe(0);
    expect(await recordOf(site, 'Picture Model 3')).toMatchObject({ name: 'Picture Model 3' });
    await expect(recordOf(site, 'Picture Model of Tomorrow')).rejects.toThrow('404');
    expect(site.problems).toEqual([]);
  });
});

describe('a revert', () => {
  it('that others have to approve as well is queued, and says so', async () => {
    await using site = await startConsole({ MODELREF_REVIEW_POLICY: 'four_eyes' });
    const id = await edit(site, 'Picture Model 4', { description: 'Later.' });
    await approve(site, 'Words', id);
    await apply(site, id);
    const page = await site.visit('/review/batches/1', keys.approver);
    await page.getByRole('button', { name: 'Revert…' }).click();
    await dialog(page, 'Revert batch 1?').getByText('Later.').waitFor();
    await dialog(page, 'Revert batch 1?').getByRole('button', { name: 'Approve and apply 1' }).click();
    const said = page.getByRole('status').filter({ hasText: '1 change queued to revert this batch' });
    expect(await said.innerText()).toMatch(
      /Not all is applied: .*review_policy=four_eyes somebody else has to approve it/,
    );
    await expect.poll(() => recordOf(site, 'Picture Model 4')).toMatchObject({ description: 'Later.' });

    // The desk says so before anybody tries.
    await site.visit('/review?change=2', keys.approver);
    await page.getByText('Four eyes: not your own.', { exact: true }).waitFor();
    const own = change(page, 2);
    await own.getByRole('note').getByText('You proposed it: somebody else has to approve it.').waitFor();
    await own.getByText('The record as proposed').waitFor();
    expect(await own.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    await page.keyboard.press('a');
    await page.getByRole('alert').filter({ hasText: 'You proposed it' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('the review desk', () => {
  let site: ConsoleUnderTest;
  consoleForTests((started) => {
    site = started;
  });
  beforeEach(() => consoleApi(site).emptyQueue());

  it('finds every key listed under ?', async () => {
    await edit(site, 'Picture Model 8', { description: 'For the keys.' });
    const page = await site.visit('/review', keys.approver);
    await page.getByRole('button', { name: /Picture Model 8/ }).waitFor();
    await page.keyboard.press('?');
    const help = await dialog(page, 'Keyboard shortcuts').innerText();
    for (const key of ['j', 'k', 'a', 'r', 'x', 'Enter', 'q', 'o', 'h', '?']) {
      expect(help).toMatch(new RegExp(`(?:^|\\n)${key === '?' ? '\\?' : key}\\s`));
    }
  });

  it('keeps the open change and the filters in the URL', async () => {
    const id = await edit(site, 'Picture Model 12', { description: 'Deep link.' });
    const page = await site.visit(`/review?status=all&name=Model+12&change=${id}`, keys.approver);
    await change(page, id).getByText('Deep link.', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^rejected/ }).click();
    await page.getByText('No change fits these filters.').waitFor();
    await page.goBack();
    await change(page, id).getByText('Deep link.', { exact: true }).waitFor();
  });

  describe('decides by keys about what is open and shown, or about nothing:', () => {
    const rows = (page: Page) => page.locator('[data-change]');
    const row = (page: Page, id: number) => page.locator(`[data-change="${id}"]`);
    const rejection = (page: Page) => dialog(page, 'Reject 1 change').getByText('update Picture Model');
    /** What `r` asks about; null when it asks nothing. */
    const askedBy = async (page: Page, key: string) => {
      await page.keyboard.press(key);
      // What the same key would have opened is there after the next frames.
      await untilDrawn(page);
      if (!(await page.getByRole('dialog').isVisible())) return null;
      const asked = await page.getByRole('dialog').innerText();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor(gone);
      return asked;
    };
    const statusOf = async (id: number) =>
      (await send<{ status: string }>(site, 'GET', `/pending_queue/changes/${id}`, undefined, keys.approver))
        .status;

    it('a change that is open by its address and stands on a later page', async () => {
      const older: number[] = [];
      for (let n = 0; n < 51; n += 1)
        older.push(await edit(site, `Picture Model ${80 + n}`, { description: fresh('Older.') }));
      const meant = await edit(site, 'Picture Model 79', { description: fresh('Meant.') });
      const page = await site.visit(`/review?change=${meant}`, keys.approver);
      // Keys approve only what can be read.
      await change(page, meant).getByText('The record as proposed').waitFor();
      await row(page, older[0] ?? 0).waitFor();
      expect(await askedBy(page, 'a')).toMatch(/update Picture Model 79$/m);
      // Nothing of the list is the current one.
      await page.keyboard.press('x');
      expect(await page.getByText('1 selected').count()).toBe(0);
      await page.keyboard.press('r');
      await rejection(page).waitFor();
      await dialog(page, 'Reject 1 change').getByLabel('Reason').fill('Meant.');
      await dialog(page, 'Reject 1 change').getByRole('button', { name: 'Reject' }).click();
      await page.getByRole('dialog').waitFor(gone);
      expect(await statusOf(meant)).toBe('rejected');
      expect(new Set(await Promise.all(older.map(statusOf)))).toEqual(new Set(['pending']));

      // Nor does a page of the list take over what was current on the one before.
      await page.goto(`${site.origin}/review?change=${older[1]}`);
      await change(page, older[1] ?? 0)
        .getByRole('article')
        .waitFor();
      await page.getByRole('button', { name: 'Page 2' }).click();
      await expect.poll(() => rows(page).count()).toBe(1);
      expect(await askedBy(page, 'a')).toMatch(/update Picture Model 130$/m);
    });

    it('the one that another link, or the way back, has opened', async () => {
      const first = await edit(site, 'Picture Model 70', { description: fresh('One.') });
      const second = await edit(site, 'Picture Model 71', { description: fresh('Two.') });
      const page = await site.visit(`/review?change=${first}`, keys.approver);
      await change(page, first).getByRole('article').waitFor();
      // As a link within the console does it.
      const follow = (id: number) =>
        page.evaluate(`history.pushState({ ...history.state }, '', '/review?change=${id}')`);
      await follow(second);
      await change(page, second).getByRole('article').waitFor();
      expect(await askedBy(page, 'r')).toContain('update Picture Model 71');
      await page.goBack();
      await change(page, first).getByRole('article').waitFor();
      expect(await askedBy(page, 'r')).toContain('update Picture Model 70');
      await page.keyboard.press('r');
      await rejection(page).waitFor();
      await page.goForward();
      await change(page, second).getByRole('article').waitFor();
      await page.getByRole('dialog').waitFor(gone);
    });

    it('nothing while the open one cannot be shown', async () => {
      const id = await edit(site, 'Picture Model 72', { description: fresh('Waits.') });
      const page = await site.visit('/review?change=999999', keys.approver);
      await page.getByText('Change not found').waitFor();
      await row(page, id).waitFor();
      expect([await askedBy(page, 'a'), await askedBy(page, 'r')]).toEqual([null, null]);
      await page.keyboard.press('j');
      await change(page, id).getByRole('article').waitFor();
      expect(await askedBy(page, 'r')).toContain('update Picture Model 72');
    });

    it('nothing once a colleague has decided the current one, until another is chosen', async () => {
      const ids: number[] = [];
      for (const n of [73, 74, 75])
        ids.push(await edit(site, `Picture Model ${n}`, { description: fresh('Listed.') }));
      const page = await site.visit('/review', keys.approver);
      await row(page, ids[2] ?? 0).waitFor();
      await page.keyboard.press('j');
      expect(await askedBy(page, 'r')).toContain('update Picture Model 74');
      await consoleApi(site).reject(ids[1] ?? 0, 'By a colleague.');
      await expect.poll(() => rows(page).count()).toBe(2);
      expect([await askedBy(page, 'a'), await askedBy(page, 'r')]).toEqual([null, null]);
      await page.keyboard.press('j');
      expect(await askedBy(page, 'r')).toContain('update Picture Model 75');
    });

    it('the one that was current at first, also when another has come before it', async () => {
      const low = await edit(site, 'Picture Model 76', { description: fresh('First in the list.') });
      const page = await site.visit('/review', keys.approver);
      await row(page, low).waitFor();
      const high = await edit(site, 'Picture Model 77', { baseline: 'flux_1', style: 'anime' });
      await expect.poll(() => rows(page).first().getAttribute('data-change')).toBe(String(high));
      expect(await askedBy(page, 'r')).toContain('update Picture Model 76');
    });

    it('nothing while others are selected than the open one, and says so', async () => {
      const selected = await edit(site, 'Picture Model 76', { description: fresh('Selected.') });
      const read = await edit(site, 'Picture Model 78', { description: fresh('Read.') });
      const page = await site.visit('/review', keys.approver);
      await page.getByRole('checkbox', { name: `Select change ${selected}` }).check();
      await row(page, read).getByRole('button').click();
      await change(page, read).getByRole('article').waitFor();
      expect([await askedBy(page, 'a'), await askedBy(page, 'r')]).toEqual([null, null]);
      await page.getByText(`Change ${read} is open, and not among the selected ones`).first().waitFor();
      // What was selected under a filter is not under another.
      await page.getByLabel('Model name').fill('Picture Model 7');
      await change(page, read).waitFor(gone);
      await row(page, read).getByRole('button').click();
      await change(page, read).getByRole('article').waitFor();
      expect(await askedBy(page, 'r')).toContain('update Picture Model 78');
    });

    it('the dialog and the reply of a page of one change go with the change', async () => {
      const first = await edit(site, 'Picture Model 70', { description: fresh('One of two.') });
      const second = await edit(site, 'Picture Model 70', { description: fresh('Two of two.') });
      const page = await site.visit(`/review/changes/${first}`, keys.approver);
      await page.getByRole('link', { name: `#${second}` }).click();
      await page.getByRole('heading', { name: `Change ${second}` }).waitFor();
      await page.getByRole('button', { name: 'Reject', exact: true }).click();
      await rejection(page).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: `Change ${first}` }).waitFor();
      await page.getByRole('dialog').waitFor(gone);
    });
  });

  describe('shows a change, which', () => {
    it('comes with what is worth a look, and with what happened to the record since', async () => {
      const stale = await edit(site, 'Picture Model 20', { description: 'Theirs.' });
      const first = await edit(site, 'Picture Model 20', { description: fresh('Ours.') });
      await approve(site, 'Ours', first);
      await apply(site, first);
      const download = [{ file_name: 'a.ckpt', file_url: 'http://files.example/a.ckpt', sha256sum: 'FIXME' }];
      const findings = await edit(site, 'Picture Model 21', { config: { download } });

      const page = await site.visit(`/review?change=${stale}`, keys.approver);
      const detail = change(page, stale);
      await detail.getByText('The live record has changed since the change was proposed.').waitFor();
      await detail.getByText('What changed since').click();
      await detail.getByText('Ours.').first().waitFor();
      await page.getByRole('button', { name: /Picture Model 21/ }).click();
      await change(page, findings).getByText('is fetched over http').first().waitFor();
    });

    it('says that it was decided by somebody else meanwhile, and decides nothing', async () => {
      const id = await edit(site, 'Picture Model 30', { description: fresh('Contested.') });
      const page = await site.visit(`/review?change=${id}`, keys.approver);
      // The page does not hear of it in time.
      const address = `**/pending_queue/changes/${id}`;
      const json = await send<object>(site, 'GET', `/pending_queue/changes/${id}`, undefined, keys.approver);
      await page.route(address, (route) => route.fulfill({ json }));
      await change(page, id).getByRole('button', { name: 'Approve' }).click();
      await approve(site, 'Faster', id);
      await dialog(page, 'Approve 1 change').getByRole('button', { name: 'Approve' }).click();
      const alert = dialog(page, 'Approve 1 change').getByRole('alert');
      await alert.getByText('Nothing was decided').waitFor();
      expect(await alert.innerText()).toContain(String(id));
      await page.unroute(address);
      await site.visit(`/review?change=${id}`, keys.approver);
      await change(page, id).getByText('Approved by Ada#with#hashes#102').waitFor();
      await apply(site, id);
    });

    it('is not shown in another version than the one that is decided', async () => {
      const name = 'Picture Model 32';
      const id = await edit(site, name, { description: fresh('First.') });
      const revise = async (description: string) => {
        const record = { ...(await recordOf(site, name)), description };
        await send(site, 'PUT', `/pending_queue/changes/${id}`, { record });
      };
      for (const path of [`/review?change=${id}`, `/review/changes/${id}`]) {
        const page = await site.visit(path, keys.approver);
        const detail = page.getByRole('article');
        const differences = detail.getByText('The record as proposed');
        await differences.waitFor();
        await detail.getByRole('region', { name: 'Conversation' }).getByRole('listitem').first().waitFor();
        const address = `**/pending_queue/changes/${id}/diff`;
        await page.route(address, (route) => route.fulfill({ status: 503, json: { detail: 'Later.' } }));
        await revise(fresh('Another.'));
        // As the way back to the window does it.
        await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
        await detail.getByText('New version meanwhile').waitFor();
        await detail.getByText('Later.').waitFor();
        expect(await differences.count()).toBe(0);
        // Nobody approves what nobody can read, neither by the button nor by its key.
        expect(await detail.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
        await page.keyboard.press('a');
        expect(await detail.getByRole('button', { name: 'Reject' }).isDisabled()).toBe(false);
        await page.unroute(address);
        await detail.getByRole('button', { name: 'Try again' }).click();
        await differences.waitFor();
        await detail.getByRole('button', { name: 'Approve' }).click();
        await page.getByText(/has a new version since you opened it/).waitFor();
        expect(await page.getByRole('dialog').count()).toBe(0);
      }
    });

    it('keeps a comment that is not sent, over a new key and a look at another change', async () => {
      const id = await edit(site, 'Picture Model 33', { description: fresh('Commented.') });
      const other = await edit(site, 'Picture Model 34', { description: fresh('Another.') });
      const page = await site.open(`/review?change=${id}`);
      await signIn(page, keys.approver);
      const comment = (open: number) => change(page, open).getByLabel('Your comment');
      await comment(id).fill('Typed with care.');
      await withUnknownKey(page, '**/comments', async () => {
        await change(page, id).getByRole('button', { name: 'Comment', exact: true }).click();
        await dialog(page, 'Sign in').getByText('Your key is not accepted any more').waitFor();
      });
      await signIn(page, keys.approver);
      expect(await comment(id).inputValue()).toBe('Typed with care.');
      const row = (of: number) => page.locator(`[data-change="${of}"]`).getByRole('button');
      await row(other).click();
      expect(await comment(other).inputValue()).toBe('');
      await row(id).click();
      expect(await comment(id).inputValue()).toBe('Typed with care.');
      await change(page, id).getByRole('button', { name: 'Comment', exact: true }).click();
      await expect.poll(() => comment(id).inputValue()).toBe('');
      // Nor what is typed into one that is sent.
      const edited = change(page, id).getByLabel('Edit the comment');
      await change(page, id).getByRole('button', { name: 'Edit', exact: true }).click();
      await edited.fill('Typed with more care.');
      await row(other).click();
      await comment(other).waitFor();
      await row(id).click();
      expect(await edited.inputValue()).toBe('Typed with more care.');
    });

    it('asks for changes of the version about which the text was typed', async () => {
      const name = 'Picture Model 37';
      const id = await edit(site, name, { description: fresh('First.') });
      const page = await site.visit(`/review?change=${id}`, keys.approver);
      const open = change(page, id);
      await open.getByLabel('Your comment').fill('Not like this.');
      const record = { ...(await recordOf(site, name)), description: fresh('Second.') };
      await send(site, 'PUT', `/pending_queue/changes/${id}`, { record });
      // As the way back to the window does it.
      await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
      await open.getByText('proposed another version (2)').waitFor();
      await open.getByRole('button', { name: 'Ask for changes' }).click();
      await open.getByText(/is now at version 2/).waitFor();
      expect(await open.getByText('asked for changes').count()).toBe(0);
      // Who has been told so, may mean the new one.
      await open.getByRole('button', { name: 'Ask for changes' }).click();
      await open.getByText('asked for changes').first().waitFor();
      await expect.poll(() => open.getByLabel('Your comment').inputValue()).toBe('');
    });

    it('may be decided when no answer came, which nobody denies or cancels', async () => {
      const ids = [
        await edit(site, 'Picture Model 35', { description: fresh('One.') }),
        await edit(site, 'Picture Model 36', { description: fresh('Two.') }),
      ];
      const page = await site.visit('/review', keys.approver);
      for (const id of ids) await page.getByLabel(`Select change ${id}`).check();
      const { promise: wait, resolve: go } = Promise.withResolvers<void>();
      await page.route('**/pending_queue/batches', async (route) => {
        await wait;
        await route.fetch();
        return route.abort();
      });
      await page.getByRole('button', { name: 'Reject 2' }).click();
      const rejection = dialog(page, 'Reject 2 changes');
      await rejection.getByLabel('Reason').fill('Not needed.');
      await rejection.getByRole('button', { name: 'Reject' }).click();
      await page.keyboard.press('Escape');
      expect(await rejection.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
      go();
      await rejection.getByText('It is not known whether this was decided').waitFor();
      await page.keyboard.press('Escape');
      await rejection.waitFor(gone);
      await page.unroute('**/pending_queue/batches');
      // What the browser says of the answer that was lost.
      site.problems.splice(0);
    });

    it('waits with what was typed while a new key is asked for', async () => {
      const id = await edit(site, 'Picture Model 31', { description: 'Patient.' });
      const page = await site.open(`/review?change=${id}`);
      await signIn(page, keys.approver);
      await change(page, id).getByRole('button', { name: 'Reject' }).click();
      const rejection = dialog(page, 'Reject 1 change');
      await rejection.getByLabel('Reason').fill('Typed with care.');
      await withUnknownKey(page, '**/pending_queue/batches', async () => {
        await rejection.getByRole('button', { name: 'Reject' }).click();
        await dialog(page, 'Sign in').getByText('Your key is not accepted any more').waitFor();
      });
      await signIn(page, keys.approver);
      expect(await rejection.getByLabel('Reason').inputValue()).toBe('Typed with care.');
      await rejection.getByRole('button', { name: 'Reject' }).click();
      await rejection.waitFor(gone);
      await page.goto(`${site.origin}/review/changes/${id}`);
      await signIn(page, keys.approver);
      await page.getByText('Typed with care.', { exact: true }).waitFor();
    });

    it('is for approvers', async () => {
      const page = await site.open('/review');
      await page.getByText('This needs a key with the approver role.').waitFor();
      await signIn(page, keys.requestor);
      await page.getByText('Your key does not have the approver role.').waitFor();
      expect(await page.getByRole('link', { name: 'Review', exact: true }).count()).toBe(0);
    });

    it('has a page of its own, as has what is no change', async () => {
      const page = await site.visit('/review/changes/9999', keys.approver);
      await page.getByText('Change not found').waitFor();
      await page.goto(`${site.origin}/review/changes/none`);
      await page.getByText('“none” is not the number of a change.').waitFor();
    });
  });

  describe('shows the open batch, which', () => {
    it('is applied in part, and says where the rest has gone', async () => {
      const now = await edit(site, 'Picture Model 40', { description: fresh('Now.') });
      const later = await edit(site, 'Picture Model 41', { description: 'Later.' });
      const batch = await approve(site, 'Two', now, later);
      const page = await site.visit('/review/open-batch', keys.approver);
      await page.getByRole('checkbox', { name: `Apply change ${later}` }).uncheck();
      await page.getByRole('button', { name: 'Apply 1 of 2' }).click();
      await dialog(page, 'Apply 1 change?').getByRole('button', { name: 'Apply 1' }).click();
      const result = page.getByRole('status').filter({ hasText: '1 change applied' });
      await result.getByText(`1 approved change moved to batch ${batch + 1}.`).waitFor();
      await page.getByText(`Batch ${batch + 1}: 1 approved change`).waitFor();
      await result.getByRole('link', { name: `Batch ${batch}: what changed` }).click();
      await page.getByText('0 added, 1 modified, 0 deleted, 0 unchanged').waitFor();
      await apply(site, later);
    });

    it('can be sent again when no answer came, and is applied once', async () => {
      const id = await edit(site, 'Picture Model 42', { description: fresh('Once.') });
      await approve(site, 'Once', id);
      const page = await site.visit('/review/open-batch', keys.approver);
      let jobs: unknown[] = [];
      await page.route('**/pending_queue/apply', async (route) => {
        jobs = [...jobs, route.request().postDataJSON().job_id];
        // The first call arrives; its answer is lost.
        if (jobs.length > 1) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await page.getByRole('button', { name: 'Apply all 1' }).click();
      await dialog(page, 'Apply 1 change?').getByRole('button', { name: 'Apply 1' }).click();
      await page.getByText('It is not known whether this was applied').waitFor();
      await page.getByRole('button', { name: /Send it again/ }).click();
      await page.getByRole('status').filter({ hasText: '1 change applied' }).waitFor();
      expect(jobs).toHaveLength(2);
      expect(jobs[0]).toBe(jobs[1]);
      // What the browser says of the answer that was lost.
      site.problems.splice(0);
    });
  });
});

describe('where stale changes are refused', () => {
  it('says which change failed and that it stays approved', async () => {
    await using site = await startConsole({ MODELREF_APPLY_CONFLICTS: 'reject' });
    const stale = await edit(site, 'Picture Model 50', { description: 'Theirs.' });
    const first = await edit(site, 'Picture Model 50', { description: fresh('Ours.') });
    await approve(site, 'Ours', first);
    await apply(site, first);
    await approve(site, 'Theirs', stale);
    const page = await site.visit('/review/open-batch', keys.approver);
    await page.getByText('stale', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Apply all 1' }).click();
    const question = dialog(page, 'Apply 1 change?');
    await question.getByText('1 change is stale').waitFor();
    await question.getByRole('button', { name: 'Apply 1' }).click();
    const result = page.getByRole('status').filter({ hasText: 'Nothing was applied' });
    await result.getByText(/failed and stays approved/).waitFor();
    await result.getByRole('link', { name: `Change ${stale}` }).click();
    await page.getByText('The live record has changed since the change was proposed.').waitFor();
    expect(site.problems).toEqual([]);
  });
});

describe('on a read-only copy', () => {
  it('says where reviewing happens', async () => {
    await using site = await startConsole({ MODELREF_REPLICATE_MODE: 'REPLICA' });
    const page = await site.open('/review');
    const main = page.getByRole('main');
    await main
      .getByText('Proposing, reviewing, file verdicts and requests for models are on the primary')
      .first()
      .waitFor();
    expect(await main.getByRole('button', { name: /Sign in|Approve/ }).count()).toBe(0);
  });
});

describe('axe finds nothing wrong with the review desk', () => {
  let site: ConsoleUnderTest;
  let open: { pending: number; removal: number };
  beforeAll(async () => {
    site = await startConsole();
    const applied = await edit(site, 'Picture Model 60', { description: 'Applied.', nsfw: true });
    await approve(site, 'Applied', applied);
    const stale = await edit(site, 'Picture Model 60', { description: 'Stale.' });
    await apply(site, applied);
    const approved = await edit(site, 'Picture Model 61', { description: 'Approved.' });
    await approve(site, 'Open', approved);
    const download = [{ file_name: 'a.ckpt', file_url: 'http://files.example/a.ckpt', sha256sum: 'FIXME' }];
    await edit(site, 'Picture Model 62', { config: { download } });
    open = { pending: stale, removal: await remove(site, 'Picture Model 63') };
  });
  afterAll(() => site?.[Symbol.asyncDispose]());

  it('light and wide, dark and narrow, with its dialogs', async () => {
    const page = await site.visit('/', keys.approver);
    const look = async (path: string, text: string) => {
      await site.visit(path, keys.approver);
      await page.getByText(text).first().waitFor();
      expect([path, ...(await accessibilityProblemsInEveryLook(page))]).toEqual([path]);
    };
    await look('/review', 'Picture Model 62');
    await look(`/review?change=${open.pending}`, 'What changed since');
    await look(`/review?change=${open.removal}`, 'The fields that go');
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await dialog(page, 'Reject 1 change').getByLabel('Reason').waitFor();
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);
    await look('/review?status=all', 'applied');
    await look(`/review/changes/${open.pending}`, 'What changed since');
    await look('/review/open-batch', 'Batch 2: 1 approved change');
    await page.getByRole('button', { name: 'Apply all 1' }).click();
    await dialog(page, 'Apply 1 change?').waitFor();
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);
    await look('/review/batches', '1: Applied');
    await look('/review/batches/1', '0 added, 1 modified');
    await page.getByRole('button', { name: 'Revert…' }).click();
    await dialog(page, 'Revert batch 1?').getByRole('listitem').first().waitFor();
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);
  });
});
