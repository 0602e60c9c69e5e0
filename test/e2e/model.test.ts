import { describe, expect, it } from 'vitest';
import { usageSampleStore } from '../../src/modules/insight/store.ts';
import { accessibilityProblemsInEveryLook, type ConsoleUnderTest, signIn } from '../support/console.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';
import { awkwardNames } from '../support/synthetic-models.ts';

describe('the page of a model', () => {
  let site: ConsoleUnderTest;
  consoleForTests((started) => {
    site = started;
  });

  it('shows every field, the files with host and checksum, showcases as links, and the record itself', async () => {
    const page = await site.visit('/model/image_generation?name=Picture+Model+2');
    await page.getByRole('heading', { name: 'Picture Model 2', level: 1 }).waitFor();
    expect(await page.title()).toBe('Picture Model 2 · modelref');

    const section = (name: string) => page.getByRole('region', { name, exact: true });
    const downloads = await section('Downloads').innerText();
    expect(downloads).toContain('picture-2.safetensors');
    expect(downloads).toContain('files.example');
    expect(downloads).toContain((4097).toString(16).padStart(64, '0'));
    const fields = await section('Fields').innerText();
    for (const text of [
      'Baseline',
      'stable_diffusion_xl',
      'Version',
      '2.0',
      'Style',
      'anime',
      'NSFW',
      'Size',
      '1.9 GiB',
    ]) {
      expect(fields).toContain(text);
    }
    const showcase = section('Showcases').getByRole('link');
    expect(await showcase.getAttribute('href')).toBe('https://pictures.example/2.webp');
    expect(await showcase.getAttribute('rel')).toContain('noreferrer');
    expect(await section('Raw JSON').innerText()).toContain('"name": "Picture Model 2"');
  });

  it('draws how much it was used, as far as that was noted', async () => {
    const name = 'Picture Model 2';
    const samples = Array.from({ length: 60 }, (_, index) => ({
      category: 'image_generation',
      name,
      day: 20_000 + index,
      used_day: index,
      used_month: 1_000 + 30 * index,
      used_total: 5_000 + index,
      workers: index % 5,
    }));
    await site.app.store.write((tx) => usageSampleStore(tx).add(samples));
    const page = await site.visit('/model/image_generation?name=Picture+Model+2');
    const chart = page.getByRole('img', { name: /^Uses in a month, from 1.000 on 2024-10-04 to 2.770 on/ });
    await chart.locator('svg path').first().waitFor();
    await page.getByText('Day by day').click();
    const table = page.getByRole('region', { name: 'Usage day by day' });
    expect(await table.getByRole('row').count()).toBe(61);
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);

    const other = await site.visit('/model/image_generation?name=Picture+Model+3');
    await other.getByText('It is not known at the moment').waitFor();
    expect(await other.getByText('Day by day').count()).toBe(0);
  });

  it('points at a checksum that is missing', async () => {
    const page = await site.visit('/model/image_generation?name=Picture+Model+10');
    await page.getByText('no checksum (FIXME)').waitFor();
  });

  it.each(awkwardNames)('has an address of its own for %j', async (name) => {
    const page = await site.visit('/browse/clip?view=table');
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('name')).toBe(name);
    await page.reload();
    await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
    await page.getByRole('paragraph').filter({ hasText: 'A name that is hard to address.' }).waitFor();
  });

  it('goes back to the list as it was', async () => {
    const page = await site.visit('/browse/image_generation?sort=-name&nsfw=yes');
    await page.getByRole('link', { name: 'Picture Model 160' }).click();
    await page.getByRole('heading', { name: 'Picture Model 160', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('status').filter({ hasText: '40 of 160 models' }).waitFor();
    expect(new URL(page.url()).search).toBe('?sort=-name&nsfw=yes');
  });

  it('says that there is no such model', async () => {
    const page = await site.visit('/model/clip?name=nothing');
    await page.getByText('CLIP has no model of this name.').waitFor();
  });

  it('shows an approver what is pending, and a requestor his own', async () => {
    const body = { name: 'search', description: 'Better.' };
    const answer = await fetch(`${site.origin}/api/model_references/v2/clip/model/search`, {
      method: 'PUT',
      headers: { apikey: keys.approver, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(202);
    const { change_id } = (await answer.json()) as { change_id: number };

    const page = await site.open('/model/clip?name=search');
    await page.getByText('to see changes in the queue').waitFor();
    await signIn(page, keys.approver);
    const pending = page.getByRole('region', { name: 'Pending changes' });
    await pending.getByRole('link', { name: `#${change_id}` }).waitFor();
    expect(await pending.innerText()).toContain('update');

    const other = await site.open('/model/clip?name=search');
    await signIn(other, keys.requestor);
    await other.getByText('No pending change of yours.').waitFor();
    await other.getByRole('link', { name: 'Propose an edit' }).waitFor();
  });
});
