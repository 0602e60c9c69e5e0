import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type ConsoleUnderTest, signIn, startConsole, untilDrawn } from '../support/console.ts';
import { consoleApi } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys, users } from '../support/identity-server.ts';

const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Account of/ });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

describe('signing in', () => {
  let site: ConsoleUnderTest;
  consoleForTests((started) => {
    site = started;
  });

  it('takes a key, says whose it is and what it may do, and forgets it with the page', async () => {
    const page = await site.open('/');
    await signIn(page, keys.approver);
    await account(page).click();
    const menu = page.getByRole('menu');
    await menu.getByText(users.approver.username).waitFor();
    expect(await menu.innerText()).toContain('approver');
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      keys.approver,
    );
    await page.reload();
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('keeps the key over a reload when asked to, in this tab only, until signing out', async () => {
    const page = await site.open('/');
    await signIn(page, keys.requestor, { remember: true });
    await page.reload();
    await account(page).waitFor();
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(keys.requestor);
    await account(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain(keys.requestor);
  });

  it('names the Atom feed that a feed reader finds by the address of a page', async () => {
    const page = await site.open('/browse');
    const feeds = page.locator('head link[rel="alternate"][type="application/atom+xml"]');
    const found = await feeds.evaluateAll((links: { href: string; title: string }[]) =>
      links.map(({ href, title }) => [title, href]),
    );
    expect(found.map(([title]) => title)).toEqual(['Applied batches']);
    for (const [title = '', href = ''] of found) {
      expect(await (await fetch(href)).text()).toContain(`<title>${title}</title>`);
    }
  });

  it('refuses a key that nobody has, at the field', async () => {
    const page = await site.open('/');
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByLabel('API key', { exact: true }).fill(keys.unknown);
    await page.keyboard.press('Enter');
    await dialog.getByText('The AI-Horde knows no account with this key.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('asks again when the key is not accepted any more, over the page, which then goes on', async () => {
    const page = await site.open('/model/clip?name=search');
    await signIn(page, keys.approver);
    const pending = page.getByRole('region', { name: 'Pending changes' });
    await pending.getByText('None.', { exact: true }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse' }).click();
    await heading(page, 'Models');
    await page.getByRole('link', { name: /^CLIP/ }).click();
    const model = page.getByRole('link', { name: 'ViT-L/14' });
    await model.waitFor();
    try {
      site.revoke(keys.approver);
      await model.click();
      const dialog = page.getByRole('dialog', { name: 'Sign in' });
      await dialog.getByText('Your key is not accepted any more').waitFor();
      site.restore(keys.approver);
      await signIn(page, keys.approver);
      await heading(page, 'ViT-L/14');
      await pending.getByText('None.', { exact: true }).waitFor();
    } finally {
      site.restore(keys.approver);
    }
  });

  it('does not ask again for a key in the place of which another was given meanwhile', async () => {
    const page = await site.open('/model/clip?name=search');
    await signIn(page, keys.approver);
    await page.getByRole('region', { name: 'Pending changes' }).getByText('None.', { exact: true }).waitFor();
    // Whether the key is known is asked after it was refused, and answered late.
    const asked = Promise.withResolvers<Route>();
    await page.route('**/me/roles', (route) =>
      route.request().headers().apikey === keys.approver ? asked.resolve(route) : route.fallback(),
    );
    try {
      site.revoke(keys.approver);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Review' }).click();
      const held = await asked.promise;
      await account(page).click();
      await page.getByRole('menuitem', { name: 'Use another key' }).click();
      await signIn(page, keys.requestor);
      const told = page.waitForResponse('**/me/roles');
      await held.fulfill({ status: 401, json: { detail: 'Invalid API key' } });
      await told;
      await untilDrawn(page);
      expect(await page.getByRole('dialog').count()).toBe(0);
    } finally {
      site.restore(keys.approver);
    }
  });

  it('shows nobody what the one before could read, however slow the answers are', async () => {
    const api = consoleApi(site);
    const wish = { category: 'image_generation', name: 'Not for everybody' };
    const asked = (await api.send('POST', '/requests', wish)).body as { request_id: number };
    await api.send('POST', `/requests/${asked.request_id}/decide`, { decision: 'hide', reason: 'Private.' });
    const path = '/image_generation/model/Picture%20Model%209';
    const record = (await api.send('GET', path)).body as object;
    await api.send('PUT', path, { ...record, description: 'Mine.' }, keys.requestor);
    const pages: [string, string, string][] = [
      ['/wanted?view=hidden', keys.approver, 'Not for everybody'],
      ['/review', keys.approver, 'Picture Model 9'],
      ['/inbox', keys.approver, 'Picture Model 9'],
      ['/changes', keys.requestor, 'Picture Model 9'],
    ];
    for (const [address, key, shown] of pages) {
      const page = await site.open(address);
      const isShown = page.getByText(shown).first();
      await signIn(page, key);
      await isShown.waitFor();
      await page.route(/pending_queue|\/requests/, () => {});
      await account(page).click();
      await page.getByRole('menuitem', { name: 'Use another key' }).click();
      await signIn(page, keys.nobody);
      await account(page).and(page.getByLabel(users.nobody.username)).waitFor();
      expect([address, await isShown.count()]).toEqual([address, 0]);
      await page.unrouteAll();
      await page.context().close();
    }
    await api.emptyQueue();
  });

  it('lets a key without a role browse, and says that it has none', async () => {
    const page = await site.open('/model/clip?name=search');
    await signIn(page, keys.nobody);
    await page.getByText('Your key may not see the queue.').waitFor();
    await account(page).click();
    await page.getByText('No role in this registry').waitFor();
  });
});

describe('the frame', () => {
  let site: ConsoleUnderTest;
  consoleForTests((started) => {
    site = started;
  });

  it('can be used by keyboard alone', async () => {
    const page = await site.open('/browse/clip');
    await heading(page, 'CLIP');
    await page.keyboard.press('Tab');
    const focused = () =>
      page.evaluate<string>('document.activeElement.textContent || document.activeElement.id');
    expect(await focused()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Search all models').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });

    // Without a wait for the page in between: the second has to come within 1.2 s.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('b')]);
    await heading(page, 'Models');
    // The new page takes the focus.
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.name')).toBe('q');
  });

  it('follows the system’s colours, and keeps another choice', async () => {
    const page = await site.open('/', { colorScheme: 'dark' });
    const scheme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme');
    expect(await scheme()).toBe('dark');
    await page.getByRole('button', { name: 'Colours: As the system' }).click();
    await page.getByRole('menuitem', { name: 'Light' }).click();
    await expect.poll(scheme).toBe('light');
    await page.reload();
    expect(await scheme()).toBe('light');
    await page.getByRole('button', { name: 'Colours: Light' }).waitFor();
  });

  it('has the navigation behind a button on a narrow screen', async () => {
    const page = await site.open('/browse/clip', { viewport: { width: 360, height: 740 } });
    await heading(page, 'CLIP');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Browse' }).click();
    await heading(page, 'Models');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('says that there is no such page, to a browser; to others the API says so', async () => {
    const page = await site.open('/browse/a/b/c');
    await heading(page, 'There is no such page');
    const answer = await fetch(`${site.origin}/nothing`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ detail: 'Not Found' });
    const led = await page.goto(`${site.origin}/nonsense`);
    expect(led?.status()).toBe(404);
    await heading(page, 'There is no such page');
  });

  it('says that it is offline, keeps what is there, and goes on by itself', async () => {
    const page = await site.open('/browse/clip');
    await page.getByRole('link', { name: 'ViT-L/14' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse' }).click();
    await page.getByText(/models in 3 of 14 categories/).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: /^Image generation/ }).click();
    const banner = page.getByRole('alert').filter({ hasText: 'You are offline. What you see' });
    await banner.waitFor();
    await page.goBack();
    await page.getByRole('link', { name: /^CLIP/ }).waitFor();
    await page.goForward();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Picture Model 1', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    // What the browser itself says of requests that could not be sent.
    site.problems.splice(0);
  });
});

describe('a read-only copy', () => {
  it('says what it can do, and offers nothing else', async () => {
    await using site = await startConsole({
      MODELREF_REPLICATE_MODE: 'REPLICA',
      MODELREF_PRIMARY_API_URL: 'http://127.0.0.1:9/api',
    });
    const page = await site.open('/model/clip?name=search');
    await page.getByText('This is a read-only copy of the registry.').waitFor();
    await heading(page, 'search');
    expect(await page.getByRole('region', { name: 'Pending changes' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Propose an edit' }).count()).toBe(0);
    for (const path of ['/insight/files', '/wanted', '/wanted/1']) {
      await page.goto(site.origin + path);
      await page.getByRole('alert').getByText('at the primary, http://127.0.0.1:9/api.').waitFor();
    }
  });
});

describe('a registry whose canonical format is the legacy one', () => {
  it('says that proposals come through the v1 API', async () => {
    await using site = await startConsole({ MODELREF_CANONICAL_FORMAT: 'legacy' });
    const page = await site.open('/');
    await page.getByText('This registry takes changes in the legacy format.').waitFor();
  });
});
