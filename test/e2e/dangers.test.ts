import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { changeStore } from '../../src/modules/queue/store.ts';
import { sampleChange } from '../support/changes.ts';
import { type ConsoleUnderTest, follow } from '../support/console.ts';
import { type ConsoleApi, consoleApi, send } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys, users } from '../support/identity-server.ts';

type Fields = Readonly<Record<string, unknown>>;

const pathOf = (name: string) => `/image_generation/model/${encodeURIComponent(name)}`;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, id: number) => page.locator(`[data-change="${id}"]`);

let site: ConsoleUnderTest;
let api: ConsoleApi;
const ids: Record<string, number> = {};
const propose = async (method: string, path: string, body?: object) =>
  (await send(site, method, path, body)).change_id;

const unsafe = '../../../../home/worker/.ssh/authorized_keys';

/** A proposal of before such file names were refused. */
async function queuedBefore(name: string, payload: Fields): Promise<number> {
  const stored = await site.app.store.write((writer) =>
    changeStore(writer).insert(
      sampleChange({
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

consoleForTests(async (started) => {
  site = started;
  api = consoleApi(site);
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
  for (const n of numbers(100, 6)) ids.deletion = await propose('DELETE', pathOf(`Picture Model ${n}`));
  for (const n of numbers(110, 13)) {
    ids.flip = await api.edit(n, { nsfw: !(await api.recordOf(n)).nsfw });
  }
  ids.earlier = await api.edit(130, { style: 'anime', description: 'First.' });
  ids.later = await api.edit(130, { description: 'Second.' });
  const text = { name: 'evil/Alpaca-0-3B-v0', parameters: 3e9 };
  ids.derived = await propose('POST', '/text_generation', text);
  const first = await api.recordOf(1);
  ids.lookAlike = await propose('POST', '/image_generation', { ...first, name: 'Picture M\u{43e}del 1' });
  const download = [{ file_name: unsafe, file_url: 'https://files.example/a', sha256sum: 'a'.repeat(64) }];
  ids.path = await queuedBefore('Harmless', { ...first, name: 'Harmless', config: { download } });
  for (const n of numbers(140, 16)) {
    ids.harmless = await api.edit(n, { description: `Mended ${n}.` });
  }
});

/** What has to be said before all forty are approved, and before they are applied. */
const each = [
  /is deleted: [^\n]*Picture Model 105/,
  /NSFW turns (?:on|off): [^\n]*Picture Model 122/,
  unsafe,
  'koboldcpp/Alpaca-0-3B-v0',
  'Picture M\u{43e}del 1',
  /Picture Model 130: #\d+ waits as well/,
];
/** What has to stand in a dialog about all forty. */
const everything = [
  '6 models are deleted',
  '13 changes of fields that workers depend on',
  '3 critical findings',
  '2 changes are not the only open ones of their models',
  ...each,
];

it('each of forty changes, opened alone, has its danger first', async () => {
  const page = await site.visit('/', keys.approver);
  for (const [kind, danger] of [
    ['deletion', 'Deletes the model'],
    ['flip', 'Changes critical fields: nsfw'],
    ['later', /applied after it, #\d+ overwrites what #\d+ changes:[\s\S]*style: anime/],
    ['derived', 'koboldcpp/'],
    ['lookAlike', 'Picture Model 1'],
    ['path', unsafe],
  ] as const) {
    await follow(page, `/review/changes/${ids[kind]}`);
    await page.getByRole('heading', { name: `Change ${ids[kind]}` }).waitFor();
    const detail = page.getByRole('article');
    await expect.poll(() => detail.innerText(), { message: kind }).toMatch(danger);
  }
});

it('a moderator approves none of forty alone or in bulk without its danger in sight, and applies none so', async () => {
  const page = await site.visit('/review', keys.approver);
  await page.getByText('40 changes', { exact: true }).waitFor();
  // The riskiest is the current one.
  await page.keyboard.press('a');
  const alone = dialog(page, 'Approve 1 change');
  await alone.getByText('is deleted').first().waitFor();
  await page.keyboard.press('Escape');
  await alone.waitFor({ state: 'hidden' });

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

  await follow(page, '/review?status=approved');
  await row(page, ids.harmless ?? 0).waitFor();
  const says = (id: number | undefined) => row(page, id ?? 0).innerText();
  expect(await says(ids.deletion)).toContain('delete');
  expect(await says(ids.flip)).toMatch(/NSFW turns (?:on|off)/);
  expect(await says(ids.harmless)).toMatch(/description: Mended \d+\./);
  expect(await says(ids.earlier)).toContain(`conflicts with #${ids.later}`);
  expect(await says(ids.derived)).toContain('koboldcpp/');
  expect(await says(ids.lookAlike)).toContain('looks like');
  expect(await says(ids.path)).toContain(unsafe);

  await follow(page, '/review/open-batch');
  const listed = page.getByRole('listitem').filter({ hasText: 'Picture Model 122' });
  await listed.getByText(/NSFW turns/).waitFor();
  await page.getByRole('button', { name: 'Apply all 40' }).click();
  const application = dialog(page, 'Apply 40 changes?');
  await application.getByText('Every worker reads the changed records').waitFor();
  const told = await application.innerText();
  for (const danger of everything) expect(told).toMatch(danger);
});
