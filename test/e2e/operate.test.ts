import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bridgeStore } from '../../src/modules/bridge/store.ts';
import { modelStore } from '../../src/modules/catalog/store.ts';
import { GitRemote } from '../support/bridge-setup.ts';
import { accessibilityProblemsInEveryLook, askOften, signIn, startConsole } from '../support/console.ts';
import { keys, users } from '../support/identity-server.ts';

const environment = {
  MODELREF_REPLICATE_MODE: 'PRIMARY',
  // Nobody listens there.
  MODELREF_WEBHOOKS: '[{"url":"http://127.0.0.1:9/hook","secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}]',
  MODELREF_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
};

describe('the pages for operators', () => {
  it('show approvers health and the webhooks’ log, to send again from', async () => {
    await using site = await startConsole(environment);
    const proposed = await fetch(`${site.origin}/api/model_references/v2/clip`, {
      method: 'POST',
      headers: { apikey: keys.requestor, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'told', description: 'Of this one a webhook is told.' }),
    });
    expect(proposed.status).toBe(202);

    const page = await site.open('/operate');
    await page.getByText('This needs a key with the approver role.').waitFor();
    await signIn(page, keys.approver, { remember: true });
    const health = page.getByRole('region', { name: 'Health' });
    await health.getByText('ready', { exact: true }).waitFor();
    expect(await health.innerText()).toContain('no: this is a primary');
    const parts = page.getByRole('region', { name: 'Parts' });
    await parts.getByRole('listitem').filter({ hasText: 'Database' }).getByText('works').waitFor();
    await page.getByRole('region', { name: 'At a glance' }).getByText(/× 2xx/).waitFor();
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);

    const tabs = page.getByRole('navigation', { name: 'Operate' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await tabs.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('status').filter({ hasText: '1 target. 1 delivery' }).waitFor();
    await page.getByLabel('State').selectOption('waiting');
    await page.waitForURL('**/operate/webhooks?state=waiting');
    await page.getByRole('button', { name: /^Send again: event \d+ to http/ }).click();
    await page.getByRole('status').filter({ hasText: '1 sent again' }).waitFor();
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);

    expect(site.problems).toEqual([]);
  });

  it('show the public repositories, what waits for a decision there, and sync one at once', async () => {
    const remote = new GitRemote();
    const directory = mkdtempSync(join(tmpdir(), 'modelref-e2e-bridge-'));
    await using undo = new AsyncDisposableStack();
    undo.defer(() => {
      remote.remove();
      rmSync(directory, { recursive: true, force: true });
    });
    const clip = (description: string) =>
      `{\n    "told": {\n        "name": "told",\n        "type": "clip",\n        "description": "${description}",\n        "config": {}\n    },\n    "odd": 7\n}\n`;
    remote.commit({ 'clip.json': clip('Theirs.') }, { message: 'Added told' });
    const repository = { kind: 'image', url: `file://${remote.path}`, policy: 'trust' };
    const site = await startConsole({
      MODELREF_BRIDGE: JSON.stringify([repository]),
      MODELREF_BRIDGE_DIRECTORY: directory,
      MODELREF_BRIDGE_INTERVAL_SECONDS: '86400',
    });
    undo.use(site);
    await askOften(await site.visit('/', keys.approver));
    const page = await site.visit('/operate/bridge', keys.approver);
    const shown = page.getByRole('region', { name: 'Image models' });
    await shown.getByText('2 problems', { exact: true }).waitFor();
    expect(await shown.innerText()).toMatch(/clip\.json:8\s*odd\s*is not a JSON object/);
    expect(await shown.innerText()).toMatch(/stable_diffusion\.json\s*is not in the repository/);
    expect(await shown.innerText()).toContain('Added told');

    // Both sides change it, and somebody does not want to wait.
    const { context } = site.app;
    const { id: userId, username } = users.approver;
    const caller = { userId, username, isRequestor: true, isApprover: true };
    const change = await context.proposals.propose({
      ...{ category: 'clip', name: 'told', operation: 'update', format: 'v2', caller, route: 'test' },
      record: { name: 'told', description: 'Ours.' },
    });
    await context.review.processBatch({ batch_title: 'Ours', approved_ids: [change.change_id] }, caller);
    await context.apply.applyMany({ changeIds: [change.change_id], allowMixedBatch: true }, caller);
    remote.commit({ 'clip.json': clip('Theirs, better.') }, { message: 'Described told' });
    await shown.getByRole('button', { name: 'Sync now: Image models' }).click();
    await shown.getByText('1 conflict', { exact: true }).waitFor();
    expect(await shown.innerText()).toContain('Described told');
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await shown.getByRole('link', { name: /^decide: change/ }).click();
    await page.getByText('CONFLICT: both sides changed description').first().waitFor();

    // Curators have closed the bridge's pull request.
    const refused = { number: 7, url: 'https://github.com/o/r/pull/7' };
    const { store } = site.app;
    await store.write(async (tx) => {
      const state = await bridgeStore(tx).state('image');
      await bridgeStore(tx).putState('image', {
        ...state,
        conflicts: [],
        problems: [],
        outgoing: 2,
        refused,
      });
    });
    await page.goto(new URL('/operate/bridge', page.url()).href);
    await shown.getByText('pull request closed unmerged', { exact: true }).waitFor();
    expect(await shown.innerText()).toContain('2 models held back: pull request #7');
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);
    expect(site.problems).toEqual([]);
  });

  it('show what a commit would remove, and take it in when an approver says so', async () => {
    const remote = new GitRemote();
    const directory = mkdtempSync(join(tmpdir(), 'modelref-e2e-bridge-'));
    await using undo = new AsyncDisposableStack();
    undo.defer(() => {
      remote.remove();
      rmSync(directory, { recursive: true, force: true });
    });
    const clips = (...names: string[]) =>
      JSON.stringify(Object.fromEntries(names.map((name) => [name, { name, type: 'clip', config: {} }])));
    remote.commit({ 'clip.json': clips('kept', 'lost one', 'lost two') }, { message: 'Added three' });
    const site = await startConsole({
      MODELREF_BRIDGE: JSON.stringify([{ kind: 'image', url: `file://${remote.path}`, policy: 'trust' }]),
      MODELREF_BRIDGE_DIRECTORY: directory,
      MODELREF_BRIDGE_INTERVAL_SECONDS: '86400',
    });
    undo.use(site);
    const live = () =>
      site.app.store.read(async (tx) => (await modelStore(tx).list('clip')).map(({ name }) => name));
    await askOften(await site.visit('/', keys.approver));
    const page = await site.visit('/operate/bridge', keys.approver);
    const shown = page.getByRole('region', { name: 'Image models' });
    await shown.getByText('Added three').waitFor();
    const before = await live();
    expect(before).toContain('lost one');

    remote.commit({ 'clip.json': clips('kept') }, { message: 'Removed two' });
    await shown.getByRole('button', { name: 'Sync now: Image models' }).click();
    const question = shown.getByRole('heading', { name: 'Waits for your decision' });
    await question.waitFor();
    expect(await shown.innerText()).toContain('2 of 3 known models are gone');
    await shown.getByText('What would be removed').click();
    await shown.getByText('lost two', { exact: true }).waitFor();
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });

    const button = shown.getByRole('button', { name: 'Take it in: remove 2 models' });
    await button.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await live()).toEqual(before);
    await button.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove 2 models' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await live()).toEqual(before.filter((name) => !name.startsWith('lost')));
    expect(site.problems).toEqual([]);
  });
});
