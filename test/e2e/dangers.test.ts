import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { changeStore } from '../../src/modules/queue/store.ts';
import { aChange } from '../support/changes.ts';
import { askOften, type ConsoleUnderTest, startConsole } from '../support/console.ts';
import { type ConsoleApi, consoleApi } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys, users } from '../support/identity-server.ts';

type Fields = Readonly<Record<string, unknown>>;

const pathOf = (name: string) => `/image_generation/model/${encodeURIComponent(name)}`;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, id: number) => page.locator(`[data-change="${id}"]`);

/** Proposes as the requestor; gives the change's id. */
async function propose(api: ConsoleApi, method: string, path: string, body?: object): Promise<number> {
  const answer = await api.send(method, path, body, keys.requestor);
  expect([path, answer.status]).toEqual([path, 202]);
  return (answer.body as { change_id: number }).change_id;
}

async function edit(api: ConsoleApi, name: string, fields: Fields): Promise<number> {
  const { body } = await api.send('GET', pathOf(name));
  return propose(api, 'PUT', pathOf(name), { ...(body as Fields), ...fields });
}

const unsafe = '../../../../home/worker/.ssh/authorized_keys';

/** A proposal of before such file names were refused. */
async function queuedBefore(site: ConsoleUnderTest, name: string, payload: Fields): Promise<number> {
  const stored = await site.app.store.write((writer) =>
    changeStore(writer).insert(
      aChange({
        category: 'image_generation',
        model_name: name,
        payload: payload as never,
        requested_by: users.requestor.id,
        requested_username: users.requestor.username,
        requested_at: Math.floor(Date.now() / 1000),
      }),
    ),
  );
  return stored.change_id;
}

describe('a moderator with forty waiting changes', () => {
  let site: ConsoleUnderTest;
  let api: ConsoleApi;
  const ids: Record<string, number> = {};
  consoleForTests(async (started) => {
    site = started;
    api = consoleApi(site);
    const numbers = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => from + index);
    for (const n of numbers(100, 6))
      ids.deletion = await propose(api, 'DELETE', pathOf(`Picture Model ${n}`));
    for (const n of numbers(110, 13)) {
      const { body } = await api.send('GET', pathOf(`Picture Model ${n}`));
      ids.flip = await edit(api, `Picture Model ${n}`, { nsfw: !(body as { nsfw: boolean }).nsfw });
    }
    ids.earlier = await edit(api, 'Picture Model 130', { style: 'anime', description: 'First.' });
    ids.later = await edit(api, 'Picture Model 130', { description: 'Second.' });
    const text = { name: 'evil/Alpaca-0-3B-v0', parameters: 3e9 };
    ids.derived = await propose(api, 'POST', '/text_generation', text);
    const { body } = await api.send('GET', pathOf('Picture Model 1'));
    const lookAlike = { ...(body as Fields), name: 'Picture M\u{43e}del 1' };
    ids.lookAlike = await propose(api, 'POST', '/image_generation', lookAlike);
    const record = { ...(body as Fields), name: 'Harmless' };
    const config = {
      download: [{ file_name: unsafe, file_url: 'https://files.example/a', sha256sum: 'a'.repeat(64) }],
    };
    const refused = await api.send('POST', '/image_generation', { ...record, config }, keys.requestor);
    expect(refused.status).toBe(422);
    ids.path = await queuedBefore(site, 'Harmless', { ...record, config });
    for (const n of numbers(140, 16)) {
      ids.harmless = await edit(api, `Picture Model ${n}`, { description: `Mended ${n}.` });
    }
  });

  /** What has to be said before all forty are approved, and before they are applied. */
  const each = [
    'Picture Model 105: is deleted',
    /Picture Model 122: nsfw: (?:yes|no)/,
    unsafe,
    'koboldcpp/Alpaca-0-3B-v0',
    'Picture M\u{43e}del 1',
    /Picture Model 130: #\d+ waits as well/,
  ];
  /** What has to stand in a dialog about all forty. */
  const everything = [
    '6 models are deleted',
    '13 changes touch what workers depend on',
    '3 critical findings',
    '2 changes are not the only open ones of their models',
    ...each,
  ];

  it('approves nothing in bulk without its danger in sight, and applies nothing so', async () => {
    const page = await site.visit('/review', keys.approver);
    await page.getByText('40 changes', { exact: true }).waitFor();
    await page.getByText('Select all pending').click();
    await page.getByRole('button', { name: 'Approve 40' }).click();
    // One lane of risk after the other.
    let asked = '';
    for (let approved = 0; approved < 40; ) {
      const approval = page.getByRole('dialog', { name: /^Approve \d+ changes$/ });
      await approval.getByLabel('Title of the batch').waitFor();
      const text = await approval.innerText();
      const count = Number(/Approve all (\d+)/.exec(text)?.[1]);
      asked += text;
      await approval.getByRole('button', { name: `Approve all ${count}` }).click();
      await dialog(page, `Approve ${count} changes`).waitFor({ state: 'hidden' });
      approved += count;
    }
    for (const danger of each) expect(asked).toMatch(danger);

    await site.visit('/review/open-batch', keys.approver);
    const listed = page.getByRole('listitem').filter({ hasText: 'Picture Model 122' });
    await listed.getByText(/critical: nsfw/).waitFor();
    await page.getByRole('button', { name: 'Apply all 40' }).click();
    const application = dialog(page, 'Apply 40 changes?');
    await application.getByText('Every worker reads the changed records').waitFor();
    const told = await application.innerText();
    for (const danger of everything) expect(told).toMatch(danger);
    await application.getByRole('button', { name: 'Cancel' }).click();
  });

  it('sees in the row what each is', async () => {
    const page = await site.visit('/review?status=approved', keys.approver);
    await row(page, ids.harmless ?? 0).waitFor();
    const says = (id: number | undefined) => row(page, id ?? 0).innerText();
    expect(await says(ids.deletion)).toContain('delete');
    expect(await says(ids.flip)).toMatch(/critical: nsfw: (?:yes|no)/);
    expect(await says(ids.harmless)).toMatch(/description: Mended \d+\./);
    expect(await says(ids.harmless)).not.toContain('critical');
    expect(await says(ids.earlier)).toContain(`conflicts with #${ids.later}`);
    for (const id of [ids.derived, ids.lookAlike, ids.path])
      expect(await says(id)).toContain('1 critical finding');
  });

  it.each([
    ['deletion', 'Deletes the model'],
    ['flip', 'Changes what workers depend on: nsfw'],
    ['later', /applied after it, #\d+ overwrites what #\d+ changes:[\s\S]*style: anime/],
    ['derived', 'Critical: name'],
    ['lookAlike', 'Critical: name'],
    ['path', unsafe],
  ])('opens one alone, %s, with its danger first', async (kind, danger) => {
    const id = ids[kind] ?? 0;
    const page = await site.visit(`/review/changes/${id}`, keys.approver);
    const article = page.getByRole('article');
    await article.getByRole('alert').first().waitFor();
    await expect
      .poll(async () => (await article.getByRole('alert').allInnerTexts()).join('\n'))
      .toMatch(danger);
  });

  it('approves one alone, from the list with a key, not without its danger in the dialog', async () => {
    const id = await propose(api, 'DELETE', pathOf('Picture Model 99'));
    const page = await site.visit('/review', keys.approver);
    await row(page, id).waitFor();
    await page.keyboard.press('a');
    await dialog(page, 'Approve 1 change').getByText('is deleted').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog(page, 'Approve 1 change').waitFor({ state: 'hidden' });
    await page.keyboard.press('r');
    const rejection = dialog(page, 'Reject 1 change');
    await rejection.getByLabel('Reason').fill('Asked for no title of a batch.');
    expect(await rejection.getByRole('textbox').count()).toBe(1);
    await rejection.getByRole('button', { name: 'Reject' }).click();
    await rejection.waitFor({ state: 'hidden' });
  });
});

describe('the review desk follows its colleagues', () => {
  it('shows a new proposal, and what a colleague decides, by themselves; shift selects a range', async () => {
    await using site = await startConsole();
    const api = consoleApi(site);
    const first = await edit(api, 'Picture Model 1', { description: 'One.' });
    await askOften(await site.visit('/', keys.approver));
    const page = await site.visit('/review', keys.approver);
    await row(page, first).waitFor();
    const second = await edit(api, 'Picture Model 2', { description: 'Two.' });
    const third = await edit(api, 'Picture Model 3', { description: 'Three.' });
    await row(page, third).waitFor();
    const box = (id: number) => page.getByRole('checkbox', { name: `Select change ${id}` });
    await box(first).click();
    await box(third).click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    await api.reject(second, 'By a colleague.');
    await row(page, second).waitFor({ state: 'detached' });
    await page.getByText('2 selected').waitFor();
    await page.getByLabel('Requestor').fill('nobody');
    await page.getByText('No change waits for a decision under these filters.').waitFor();
    await page.getByLabel('Requestor').fill('rita');
    await row(page, first).waitFor();
    await page.getByRole('link', { name: /^Open batch/ }).click();
    await page.getByText('No batch is open.').waitFor();
    const answer = await api.send('POST', '/pending_queue/batches', {
      batch_title: 'By a colleague',
      approved_ids: [third],
    });
    expect(answer.status).toBe(200);
    await page.getByText('1 approved change').waitFor();
    expect(site.problems).toEqual([]);
  });
});
