import { describe, expect, it } from 'vitest';
import type { ConsoleUnderTest } from '../support/console.ts';
import { consoleApi } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';

const bidi = 'Picture\u{202e}ledoM';
const long = 'x'.repeat(3000);

let site: ConsoleUnderTest;
let pending = 0;
consoleForTests(async (started) => {
  site = started;
  const api = consoleApi(site);
  const { body } = await api.send('GET', '/image_generation/model/Picture%20Model%201');
  const record = body as Readonly<Record<string, unknown>>;
  const put = async (fields: object) => {
    const answer = await api.send('POST', '/image_generation', { ...record, ...fields }, keys.requestor);
    expect([answer.status, answer.body]).toEqual([202, expect.anything()]);
    return (answer.body as { change_id: number }).change_id;
  };
  const download = [
    {
      file_name: `${long.slice(0, 200)}.ckpt`,
      file_url: `https://files.example/a\u{200b}b/${long}`,
      sha256sum: long,
    },
  ];
  await api.apply(await put({ name: bidi, description: long, config: { download }, tags: [long] }));
  await api.apply(await put({ name: `Long${long.slice(0, 240)}`, description: long, homepage: long }));
  pending = await put({ name: `${bidi}2`, description: long, homepage: `https://a.example/${long}` });
});

describe('addresses with names that objects have by themselves', () => {
  it.each([
    ['/browse/__proto__', /There is no category “__proto__”/],
    ['/browse/constructor', /There is no category “constructor”/],
    ['/model/constructor?name=x', /has no model of this name/],
    ['/model/__proto__?name=__proto__', /has no model of this name/],
    ['/model/image_generation?name=constructor', /has no model of this name/],
    ['/propose/constructor', /There is no category “constructor”/],
    ['/insight/statistics?category=__proto__', /Insight/],
    ['/browse/clip?constructor=1&__proto__=2', /CLIP/],
  ])('%s crash nothing', async (path, text) => {
    const page = await site.visit(path, keys.requestor);
    await page.getByText(text).first().waitFor();
    expect(await page.getByText('This page has failed').count()).toBe(0);
  });
});

describe('long texts without a space', () => {
  it('make no page wider than the window', async () => {
    for (const [path, shown] of [
      [`/model/image_generation?name=${encodeURIComponent(bidi)}`, 'Raw JSON'],
      [`/model/image_generation?name=Long${long.slice(0, 240)}`, 'Raw JSON'],
      ['/browse/image_generation?view=cards&q=Long', 'Longxxx'],
      ['/search?q=Long', 'Longxxx'],
      ['/review', 'ledoM2'],
      [`/review/changes/${pending}`, 'The record as proposed'],
      ['/review/batches/1', '1 added'],
      [`/search?q=y${long}`, 'No model is found by'],
    ] as const) {
      const page = await site.visit(path, keys.approver);
      await page.getByText(shown).first().waitFor();
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect
          .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'), {
            message: path.slice(0, 60),
          })
          .toBeLessThanOrEqual(width);
      }
    }
  });
});

describe('characters that are not seen', () => {
  it('are marks in names and addresses, on the page of the model, in lists and in the queue', async () => {
    const page = await site.visit(`/model/image_generation?name=${encodeURIComponent(bidi)}`, keys.approver);
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'PictureU+202EledoM' }).waitFor();
    await page
      .getByText(/aU\+200Bb/)
      .first()
      .waitFor();
    await site.visit('/search?q=Picture%E2%80%AE', keys.approver);
    await page.getByRole('link').filter({ hasText: 'PictureU+202EledoM' }).first().waitFor();
    await site.visit('/review', keys.approver);
    await page.locator(`[data-change="${pending}"]`).getByText('PictureU+202EledoM2').waitFor();
  });

  it('of a proposed model do not lead to a page that says there is none', async () => {
    const page = await site.visit(`/review/changes/${pending}`, keys.approver);
    const heading = page.getByRole('heading', { level: 2 }).first();
    await heading.waitFor();
    expect(await heading.getByRole('link').count()).toBe(0);
  });
});
