/**
 * Counts clicks and keys of what people do in the console, over made-up records with a long queue: a text counts a key
 * for each character, something pasted one. Run: `npm run console-strokes`; two minutes. docs/lab/desk.md has them
 * beside those of an older version.
 */
import type { Locator, Page } from 'playwright-core';
import { closeBrowser } from '../support/browser.ts';
import { signIn, startConsole } from '../support/console.ts';
import { keys } from '../support/identity-server.ts';
import { nothingUsed, startUsageServer } from '../support/usage-server.ts';

const usage = await startUsageServer(nothingUsed);
const site = await startConsole({ MODELREF_USAGE_URL: usage.url });
const v2 = `${site.origin}/api/model_references/v2`;

async function send<T = { change_id: number }>(
  method: string,
  path: string,
  body?: object,
  key: string = keys.requestor,
): Promise<T> {
  const answer = await fetch(v2 + path, {
    method,
    headers: { apikey: key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

type Fields = Record<string, unknown>;
const pathOf = (number: number) => `/image_generation/model/Picture%20Model%20${number}`;
async function edit(number: number, change: (record: Fields) => Fields): Promise<number> {
  const record = await send<Fields>('GET', pathOf(number));
  return (await send('PUT', pathOf(number), { ...record, ...change(record) })).change_id;
}
const worded = ({ description }: Fields) => ({ description: `${description} Said better.` });
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

/** A pair of hands at a page, which are counted. */
function handsAt(page: Page) {
  const count = { clicks: 0, keys: 0 };
  return {
    count,
    click: async (what: Locator) => {
      await what.click();
      count.clicks += 1;
    },
    press: async (...sequence: string[]) => {
      for (const key of sequence) await page.keyboard.press(key);
      count.keys += sequence.length;
    },
    type: async (text: string) => {
      await page.keyboard.type(text);
      count.keys += text.length;
    },
    paste: async (text: string) => {
      await page.keyboard.insertText(text);
      count.keys += 1;
    },
    /** Presses Page Down until it is in sight. */
    readOnTo: async (what: Locator) => {
      await what.waitFor({ state: 'attached' });
      for (let pages = 0; pages < 20; pages++) {
        const box = await what.boundingBox();
        if (box && box.y >= 0 && box.y + box.height <= 900) return;
        await page.keyboard.press('PageDown');
        count.keys += 1;
        await page.waitForTimeout(200);
      }
      throw new Error('it does not come into sight');
    },
  };
}

type Hands = ReturnType<typeof handsAt>;
const gone = { state: 'hidden' } as const;

/** Opens a page, and counts what the task takes there. What it returns is told beside the numbers. */
async function task(
  name: string,
  { key, path }: { key: string | null; path: string },
  work: (page: Page, hands: Hands) => Promise<string | undefined>,
): Promise<void> {
  const page = await site.open('/', { reducedMotion: 'reduce' });
  if (key !== null) await signIn(page, key, { remember: true });
  await page.goto(site.origin + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const hands = handsAt(page);
  const seen = await work(page, hands);
  const { clicks, keys } = hands.count;
  console.log(`${name}: ${clicks} clicks, ${keys} keys${seen === undefined ? '' : `; ${seen}`}`);
  await page.context().close();
}

const approver = keys.approver;
const requestor = keys.requestor;
const query = '?name=Picture+Model+30';

// A batch of 34 that is live, and 85 others that wait.
const batch: number[] = [];
for (const number of range(1, 35)) batch.push(await edit(number, worded));
const { batch_id: batchId } = await send<{ batch_id: number }>(
  'POST',
  '/pending_queue/batches',
  { batch_title: 'Better words', approved_ids: batch },
  approver,
);
await send('POST', '/pending_queue/apply', { change_ids: batch }, approver);
for (const number of range(40, 100)) await edit(number, worded);
for (const number of range(100, 115)) await edit(number, () => ({ baseline: 'flux_1', style: 'anime' }));
for (const number of range(115, 125)) await send('DELETE', pathOf(number));

await task(
  '3 take back a batch of 34 beside 85 waiting changes',
  { key: approver, path: `/review/batches/${batchId}` },
  async (page, { click }) => {
    await click(page.getByRole('button', { name: 'Revert…' }));
    await click(page.getByRole('button', { name: 'Approve and apply 34' }));
    await page.getByRole('status').filter({ hasText: '34 changes of 34 applied' }).waitFor();
    return undefined;
  },
);

// 120 wait: 95 changed descriptions, 15 other baselines, 10 deletions.
for (const number of range(125, 160)) await edit(number, worded);

await task('1 how many of 120 are of high risk', { key: approver, path: '/review' }, async (page) => {
  const counts = page.getByRole('button', { name: /of high risk/ });
  await counts.waitFor();
  return counts.innerText();
});

await task(
  '2 read old and new hash of a changed file',
  { key: approver, path: '/review?name=Model+34' },
  async (page, hands) => {
    const id = await edit(34, ({ config }) => {
      const { download } = config as { download: Fields[] };
      return { config: { download: download.map((file) => ({ ...file, sha256sum: 'ab'.repeat(32) })) } };
    });
    const row = page.getByRole('button', { name: /Picture Model 34/ });
    await hands.click(row);
    const change = page.getByRole('region', { name: `Change ${id}`, exact: true });
    await hands.readOnTo(change.getByText('ab'.repeat(32)).first());
    await send('POST', `/pending_queue/changes/${id}/withdraw`);
    return undefined;
  },
);

await task(
  '1 approve all of low risk among 120',
  { key: approver, path: '/review' },
  async (page, { press }) => {
    const lane = page.getByRole('button', { name: /of low risk/ });
    await page.getByText('50 of 120 changes').waitFor();
    const many = Number.parseInt(await lane.innerText(), 10);
    await press('1');
    await page.getByText(`${many} selected`).waitFor();
    await press('a');
    await page
      .getByRole('dialog', { name: `Approve ${many} changes` })
      .getByRole('textbox')
      .waitFor();
    await press('Enter');
    await page.getByRole('dialog').waitFor(gone);
    return `${many} changes`;
  },
);

await task(
  '5 edit a description, reload, propose',
  { key: requestor, path: `/propose/image_generation/edit${query}` },
  async (page, { click, type, press }) => {
    await click(page.getByRole('textbox', { name: 'Description' }));
    await press('Control+a');
    await type('Pictures of hills and lakes.');
    await page.getByText('Nothing is sent before').waitFor();
    await page.waitForTimeout(1_000);
    await page.reload();
    await page.getByText('Pictures of hills and lakes.').waitFor();
    await click(page.getByRole('button', { name: 'Review the proposal' }));
    await click(page.getByRole('button', { name: 'Propose this edit' }));
    await page.getByRole('dialog').waitFor(gone);
    return undefined;
  },
);

for (const words of ['alpaca 3b v0', 'alpacca 3b v0']) {
  await task(`6 find org0/Alpaca-0-3B-v0 by “${words}”`, { key: null, path: '/' }, async (page, hands) => {
    await hands.press('/');
    await hands.type(words);
    await hands.press('Enter');
    const found = page.getByRole('main').getByRole('link', { name: 'org0/Alpaca-0-3B-v0', exact: true });
    await hands.click(found);
    await page.getByRole('heading', { name: 'org0/Alpaca-0-3B-v0', level: 1 }).waitFor();
    return undefined;
  });
}

await task('6 find the model of a pasted SHA-256', { key: null, path: '/' }, async (page, hands) => {
  await hands.press('/');
  await hands.paste((4096 + 28).toString(16).padStart(64, '0'));
  await hands.press('Enter');
  await page.getByRole('main').getByRole('link', { name: 'Picture Model 29', exact: true }).waitFor();
  return undefined;
});

await task(
  '7 copy how to read a model with curl',
  { key: null, path: `/model/image_generation${query}` },
  async (page, hands) => {
    await hands.click(page.getByRole('button', { name: 'Use it' }));
    await hands.click(page.getByRole('dialog').getByRole('button').nth(1));
    return undefined;
  },
);

await task(
  '8 hear that a baseline is unknown',
  { key: requestor, path: `/propose/image_generation/edit${query}` },
  async (page, hands) => {
    await hands.click(page.getByRole('combobox', { name: 'Baseline' }));
    await hands.press('Control+a');
    await hands.type('none');
    await page.getByText('Unknown baseline: none').first().waitFor();
    return undefined;
  },
);

await task('9 fill in a form without a key', { key: null, path: '/' }, async (page, hands) => {
  await hands.click(page.getByRole('link', { name: 'Propose a change' }));
  await page.getByRole('heading', { name: 'Propose a change', level: 1 }).waitFor();
  await hands.click(page.getByRole('main').getByRole('link', { name: 'Image generation' }));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A model');
  return undefined;
});

await task('11 the first row at 390 px', { key: approver, path: '/' }, async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const tops: string[] = [];
  for (const [name, path, row] of [
    ['image models', '/browse/image_generation', 'article'],
    ['review desk', '/review', 'li[data-change]'],
  ] as const) {
    await page.goto(site.origin + path);
    const first = page.locator(row).first();
    await first.waitFor();
    tops.push(`${name} at ${Math.round((await first.boundingBox())?.y ?? 0)} px`);
  }
  return tops.join(', ');
});

await task('11 a way on from an empty category', { key: null, path: '/browse/lora' }, async (page) => {
  await page.getByText('No models in this category yet.').waitFor();
  return `${await page.getByRole('main').getByRole('link').count()} links`;
});

await site[Symbol.asyncDispose]();
await usage.close();
await closeBrowser();
