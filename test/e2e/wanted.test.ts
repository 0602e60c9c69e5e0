import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type ConsoleUnderTest, signIn, startConsole } from '../support/console.ts';
import { consoleApi, send } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { startCivitai } from '../support/emulators/civitai.ts';
import { fetcherFor } from '../support/emulators/fetcher-for.ts';
import { keys, users } from '../support/identity-server.ts';
import { button } from '../support/page-parts.ts';

const link = 'https://civitai.com/models/1001';
const sha256 = '12'.repeat(32);

/** The page that the link leads to. */
const firstLight = {
  ...{ id: 1001, name: 'First Light', type: 'Checkpoint', nsfw: false },
  modelVersions: [
    {
      ...{ id: 10011, name: 'v1.0', baseModel: 'SDXL 1.0' },
      files: [
        {
          ...{ id: 10011, name: 'first-light.safetensors', sizeKB: 6_775_883 },
          ...{ type: 'Model', primary: true, hashes: { SHA256: sha256 } },
        },
      ],
    },
  ],
};

let site: ConsoleUnderTest;
consoleForTests(
  (started) => {
    site = started;
  },
  async (besides) => {
    const civitai = besides.use(await startCivitai(firstLight));
    return startConsole({}, undefined, { remoteFiles: fetcherFor({ civitai }) });
  },
);

async function window(key: string): Promise<Page> {
  const page = await site.open('/wanted');
  await signIn(page, key, { remember: true });
  return page;
}

const go = (page: Page, path: string) => page.goto(site.origin + path);

/** Asks by the form, and gives the request's number. */
async function ask(page: Page, { name, why, link }: { name?: string; why?: string; link?: string }) {
  await go(page, '/wanted/ask');
  if (link) await page.getByRole('textbox', { name: 'Link', exact: true }).fill(link);
  if (name) {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByLabel('Category').selectOption('esrgan');
  }
  if (why) await page.getByRole('textbox', { name: 'Why', exact: true }).fill(why);
  await button(page, 'Request it').click();
  await page.waitForURL(/\/wanted\/\d+$/);
  return Number(new URL(page.url()).pathname.split('/').at(-1));
}

async function decide(page: Page, id: number, decision: string, fields: Record<string, string> = {}) {
  await go(page, `/wanted/${id}`);
  await page.getByLabel('Decision').selectOption({ label: decision });
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/decide'));
  await button(page, decision).click();
  expect((await answered).status()).toBe(200);
}

it('thirteen requests of three accounts are asked for, wanted, talked of, and decided', async () => {
  const api = consoleApi(site);
  const ada = await window(keys.approver);
  const rita = await window(keys.requestor);
  const noel = await window(keys.nobody);

  // The first by its link alone: what it leads to is shown before it is asked for.
  await go(noel, '/wanted/ask');
  await noel.getByRole('textbox', { name: 'Link', exact: true }).fill(link);
  await noel.getByText('first-light.safetensors').waitFor();
  await noel.getByText('As the link: Image generation').waitFor({ state: 'attached' });
  const first = await ask(noel, { link, why: 'For dawns.' });
  await noel.getByRole('heading', { name: 'First Light', level: 1 }).waitFor();
  await noel.getByText(sha256).waitFor();

  const ids: number[] = [first];
  for (let each = 2; each <= 12; each += 1) {
    const key = [keys.nobody, keys.requestor, keys.approver][each % 3];
    const asked = { category: 'esrgan', name: `Upscaler ${each}`, why: `Reason ${each}` };
    ids.push((await send<{ request_id: number }>(site, 'POST', '/requests', asked, key)).request_id);
  }
  ids.push(await ask(ada, { name: 'Upscaler 13', why: 'Reason 13' }));
  expect(new Set(ids).size).toBe(13);
  const of = (each: number) => ids[each - 1] as number;

  // What is asked for already is shown while it is typed, and seconded instead.
  await go(rita, '/wanted/ask');
  await rita.getByRole('textbox', { name: 'Link', exact: true }).fill(link);
  await rita.getByRole('list', { name: 'Existing requests' }).getByText('First Light').waitFor();
  await button(rita, 'I want it too: First Light').click();
  await button(rita, 'Withdraw support: First Light').waitFor();
  await rita.getByRole('textbox', { name: 'Link', exact: true }).fill('');
  await rita.getByRole('textbox', { name: 'Name', exact: true }).fill('upscaler-3');
  await rita.getByLabel('Category').selectOption('esrgan');
  await rita.getByRole('list', { name: 'Existing requests' }).getByText('Upscaler 3').waitFor();
  await button(rita, 'Request it').click();
  await rita.getByText(`Request ${of(3)} already asks for this model: second it instead.`).waitFor();
  await go(ada, `/wanted/${first}`);
  await button(ada, 'I want it too: First Light').click();
  await ada.getByText('3 accounts').waitFor();

  // The list has the most wanted first.
  await go(noel, '/wanted');
  const items = noel.getByRole('list', { name: 'Requests' }).getByRole('listitem');
  await noel.getByText('13 requests').waitFor();
  expect(await items.first().innerText()).toContain('First Light');
  await button(noel, 'Mine').click();
  await noel.getByText('5 requests').waitFor();
  await button(noel, 'Newest').click();
  await items.first().getByText('Upscaler 13').waitFor();

  // A comment is hidden, and its text gone.
  await go(noel, `/wanted/${first}`);
  await noel.getByLabel('Your comment').fill('Rude words');
  await button(noel, 'Comment').click();
  // What is typed is such a text, too.
  await noel.getByRole('listitem').getByText('Rude words').waitFor();
  await go(ada, `/wanted/${first}`);
  await button(ada, `Hide the comment of ${users.nobody.username}`).click();
  await ada.getByLabel(/: reason$/).fill('Be kind.');
  await button(ada, 'Hide it').click();
  await ada.getByText('Hidden by an approver.').waitFor();
  expect(await ada.getByText('Rude words').count()).toBe(0);

  // Decisions.
  for (const each of [2, 3, 4]) await decide(ada, of(each), 'Decline', { Reason: `Too large: ${each}` });
  await ada.getByText(/^Declined by/).waitFor();
  for (const each of [5, 6]) await decide(ada, of(each), 'Accept');
  await decide(ada, of(8), 'Duplicate of another request', { 'Id of the other request': String(of(7)) });
  await ada.getByRole('link', { name: `Request ${of(7)} has its supporters` }).waitFor();
  await decide(ada, of(9), 'Hide', { Reason: 'Unlawful' });
  await ada.waitForURL('**/wanted?view=hidden');
  await ada.getByRole('list', { name: 'Requests' }).getByText('Upscaler 9').waitFor();
  await go(rita, `/wanted/${of(9)}`);
  await rita.getByText(`Request ${of(9)} not found`).waitFor();
  await button(ada, 'Show it again: Upscaler 9').click();
  await ada.getByText('No requests here.').waitFor();

  // On a declined one the reason comes first.
  await go(noel, `/wanted/${of(3)}`);
  await noel.getByText('Too large: 3').first().waitFor();
  const text = await noel.getByRole('main').innerText();
  expect(text.indexOf('Too large: 3')).toBeLessThan(text.indexOf('Reason 3'));
  await noel.getByRole('heading', { name: 'Conversation' }).waitFor();
  expect(await button(noel, 'I want it too: Upscaler 3').count()).toBe(0);

  // What only one account wants goes with it.
  await go(noel, `/wanted/${of(12)}`);
  await button(noel, 'Withdraw support: Upscaler 12').click();
  await noel.getByRole('dialog').getByRole('button', { name: 'Withdraw it' }).click();
  await noel.getByText('Withdrawn: no supporters left').waitFor();

  // The draft of it, from its link: proposed, named for the request, applied, and told to all who want it.
  await go(rita, `/wanted/${first}`);
  await button(rita, 'Start a proposal').click();
  await rita.waitForURL(/\/propose\/image_generation\?draft=/);
  await rita.getByRole('link', { name: `request ${first}` }).waitFor();
  await rita.getByRole('textbox', { name: 'Description' }).fill('Dawns.');
  await button(rita, 'Review the proposal').click();
  await rita.getByRole('dialog').getByRole('button', { name: 'Propose this new model' }).click();
  await rita.getByText('applying it fulfills the request').waitFor();
  const [change] = await api.changesOf('First Light');
  await go(noel, `/wanted/${first}`);
  await noel.getByText(`Change ${change?.change_id} is proposed for it.`).waitFor();
  await api.apply(change?.change_id ?? 0);
  await noel.reload();
  await noel.getByText(/^Fulfilled by/).waitFor();
  await noel.getByRole('link', { name: 'First Light' }).click();
  await noel.waitForURL(/\/model\/image_generation\?name=First/);

  // An account without a role reads what became of what it wants.
  await noel
    .getByRole('banner')
    .getByRole('link', { name: /^Inbox: \d+ unread/ })
    .click();
  const told = noel.getByRole('list', { name: 'Your requests' });
  await told.getByText('fulfilled the request for it: it is live').waitFor();
  expect(await told.getByText('declined the request for it').count()).toBe(1);
  await told.getByRole('link', { name: `Request ${first}` }).click();
  await noel.waitForURL(`**/wanted/${first}`);
});
