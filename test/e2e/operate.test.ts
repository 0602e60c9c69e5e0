import { expect, it } from 'vitest';
import { bridgeStore } from '../../src/modules/bridge/store.ts';
import { modelStore } from '../../src/modules/catalog/store.ts';
import { GitRemote } from '../support/bridge-setup.ts';
import { pollOften, problemsInEveryAppearance, signIn, startConsole } from '../support/console.ts';
import { consoleApi, send } from '../support/console-api.ts';
import { eventually } from '../support/eventually.ts';
import { keys } from '../support/identity-server.ts';
import { newFolder } from '../support/new-folder.ts';

it('an approver sees health and the webhooks’ log, and sends again from it', async () => {
  await using site = await startConsole({
    // Nobody listens there.
    MODELREF_WEBHOOKS:
      '[{"url":"http://127.0.0.1:9/hook","secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}]',
    MODELREF_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
  });
  await send(site, 'POST', '/clip', { name: 'told', description: 'Of this one a webhook is told.' });
  const page = await site.open('/operate');
  await page.getByText('This requires a key with the approver role.').waitFor();
  await signIn(page, keys.approver);
  const health = page.getByRole('region', { name: 'Health' });
  await health.getByText('ready', { exact: true }).waitFor();
  expect(await health.innerText()).toMatch(/Role\s+primary/);
  const parts = page.getByRole('region', { name: 'Parts' });
  await parts.getByRole('listitem').filter({ hasText: 'Database' }).getByText('works').waitFor();
  await page
    .getByRole('region', { name: 'Figures' })
    .getByText(/\d+ answers/)
    .waitFor();
  const missing = page.getByRole('region', { name: 'Not set up' });
  expect(await missing.innerText()).toContain('MODELREF_BRIDGE');
  const tabs = page.getByRole('navigation', { name: 'Operate' });
  await tabs.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('status').filter({ hasText: '1 target. 1 delivery' }).waitFor();
  await page.getByLabel('State').selectOption('waiting');
  await page.waitForURL('**/operate/webhooks?state=waiting');
  await page.getByRole('button', { name: /^Send again: event \d+ to http/ }).click();
  await page.getByRole('status').filter({ hasText: '1 sent again' }).waitFor();
  expect(site.problems).toEqual([]);
});

it('an approver sees the public repositories, syncs one, and decides what waits there', async () => {
  const remote = new GitRemote();
  const directory = newFolder();
  await using undo = new AsyncDisposableStack();
  undo.defer(() => remote.remove());
  const clip = (name: string, description: string) => ({ name, type: 'clip', description, config: {} });
  const clips = (described: Record<string, string>) =>
    Object.fromEntries(Object.entries(described).map(([name, text]) => [name, clip(name, text)]));
  const commit = (content: object, message: string) =>
    remote.commit({ 'clip.json': JSON.stringify(content, null, 4) }, { message });
  const others = { 'lost one': 'One.', 'lost two': 'Two.' };
  commit({ ...clips({ told: 'Theirs.', ...others }), odd: 7 }, 'Added told');
  const site = await startConsole({
    MODELREF_BRIDGE: JSON.stringify([{ kind: 'image', url: `file://${remote.path}`, policy: 'trust' }]),
    MODELREF_BRIDGE_DIRECTORY: directory,
    MODELREF_BRIDGE_INTERVAL_SECONDS: '86400',
  });
  undo.use(site);
  await pollOften(await site.visit('/', keys.approver));
  const page = await site.visit('/operate/bridge', keys.approver);
  const shown = page.getByRole('region', { name: 'Image models' });
  await shown.getByText('2 problems', { exact: true }).waitFor();
  const text = await shown.innerText();
  expect(text).toMatch(/clip\.json:\d+\s*odd\s*is not a JSON object/);
  expect(text).toMatch(/stable_diffusion\.json\s*is not in the repository/);
  expect(text).toContain('Added told');

  // Both sides change it, and somebody does not want to wait.
  const sync = shown.getByRole('button', { name: 'Sync now: Image models' });
  const ours = { name: 'told', description: 'Ours.' };
  await consoleApi(site).apply((await send(site, 'PUT', '/clip/model/told', ours)).change_id);
  commit({ ...clips({ told: 'Theirs, better.', ...others }), odd: 7 }, 'Described told');
  await sync.click();
  await shown.getByText('1 conflict', { exact: true }).waitFor();
  expect(await shown.innerText()).toContain('Described told');
  await shown.getByRole('link', { name: /^decide: change/ }).click();
  await page.getByText('CONFLICT: both sides changed description').first().waitFor();
  await page.goBack();

  // What a commit would remove waits until somebody says so.
  const live = () =>
    site.app.store.read(async (tx) => (await modelStore(tx).list('clip')).map(({ name }) => name));
  const before = await live();
  expect(before).toContain('lost one');
  commit(clips({ told: 'Theirs, better.' }), 'Removed two');
  await sync.click();
  const question = shown.getByRole('heading', { name: 'Waits for your decision' });
  await question.waitFor();
  expect(await shown.innerText()).toContain('2 of 3 known models are gone');
  await shown.getByText('What would be removed').click();
  await shown.getByText('lost two', { exact: true }).waitFor();
  const takeIn = shown.getByRole('button', { name: 'Import: remove 2 models' });
  await takeIn.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await live()).toEqual(before);
  const changeBridgeState = (changes: object) =>
    site.app.store.write(async (tx) => {
      const state = await bridgeStore(tx).state('image');
      await bridgeStore(tx).putState('image', { ...state, ...changes });
    });
  // The next sync replaces this time at its end.
  await changeBridgeState({ synced_at: 0 });
  await takeIn.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove 2 models' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await live()).toEqual(before.filter((name) => !name.startsWith('lost')));

  await shown.getByText(/models to be merged/).waitFor();
  // The question disappears before the sync ends and replaces the bridge's state.
  await eventually(async () => {
    const state = await site.app.store.read((tx) => bridgeStore(tx).state('image'));
    expect(state?.synced_at).toBeGreaterThan(0);
  });
  // Curators have closed the bridge's pull request.
  const refused = { number: 7, url: 'https://github.com/o/r/pull/7' };
  await changeBridgeState({ conflicts: [], problems: [], outgoing: 2, refused });
  await page.reload();
  await shown.getByText('pull request closed unmerged', { exact: true }).waitFor();
  expect(await shown.innerText()).toContain('2 models held back: pull request #7');
  expect(await problemsInEveryAppearance(page)).toEqual([]);
  expect(site.problems).toEqual([]);
});
