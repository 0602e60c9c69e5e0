import { expect, it } from 'vitest';
import { follow, problemsInEveryAppearance, signIn, startConsole } from '../support/console.ts';
import { fetcherFor } from '../support/emulators/fetcher-for.ts';
import { startHuggingFace } from '../support/emulators/hugging-face.ts';
import { eventually } from '../support/eventually.ts';
import { keys } from '../support/identity-server.ts';
import { sourceModel } from '../support/synthetic-models.ts';

const [hash, otherHash, commit] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(40)];
/** By the name of the model: the hash that the host says, or that it is gated. */
const hosted = { 'Pinned later': hash, 'Wrong hash': otherHash, 'Behind a gate': 'gated' } as const;

function model(name: string) {
  const repository = name.toLowerCase().replaceAll(' ', '-');
  const file_url = `https://huggingface.co/acme/${repository}/resolve/main/model.safetensors`;
  const download = [{ file_name: `${repository}.safetensors`, file_url, sha256sum: hash, size_bytes: 1000 }];
  return sourceModel('clip', { name, config: { download } });
}

it('files are marked where they are not as they should be, and repaired by one button', async () => {
  await using hub = await startHuggingFace();
  for (const [name, said] of Object.entries(hosted)) {
    const id = `acme/${name.toLowerCase().replaceAll(' ', '-')}`;
    const gated = said === 'gated';
    const file = { size: 1000, beginning: new Uint8Array(), sha256: gated ? hash : said };
    const files = { 'model.safetensors': file };
    hub.repositories.set(id, { id, commit, files, ...(gated && { gated: 'auto' }) });
  }
  await using site = await startConsole({ MODELREF_FILE_CHECKS: 'true' }, Object.keys(hosted).map(model), {
    bounds: { fileCallsPerMinute: 6_000 },
    remoteFiles: fetcherFor({ hub }),
  });
  await eventually(async () => {
    await site.app.context.fileEvidence.refresh();
    expect(site.app.context.fileEvidence.counts().verdicts.unknown).toBe(0);
  });

  // In lists of models, by one call.
  const page = await site.visit('/browse/clip');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const mark = row('Wrong hash').getByText(/^wrong hash, .* ago$/);
  await mark.waitFor();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v2/') && request.url().includes('/files')) calls.push(request.url());
  });
  await page.reload();
  await mark.waitFor();
  expect(await mark.getAttribute('title')).toContain(`The host has the SHA-256 ${otherHash}`);
  const gated = row('Behind a gate').getByText(/^gated/);
  await gated.waitFor();
  // That an address is not pinned is so of nearly all, and said on their pages.
  expect(await row('Pinned later').getByText('may change (branch)').count()).toBe(0);
  expect(calls).toHaveLength(1);
  await follow(page, '/search?q=wrong');
  await page.getByText(/^wrong hash, .* ago$/).waitFor();

  // On the page of the model, with the reason.
  await page.getByRole('link', { name: 'Wrong hash' }).click();
  const downloads = page.getByRole('region', { name: 'Downloads' });
  await downloads.getByText('wrong hash', { exact: true }).waitFor();
  await downloads.getByText(`The host has the SHA-256 ${otherHash.slice(0, 4)}…`).waitFor();
  expect(await problemsInEveryAppearance(page)).toEqual([]);

  await signIn(page, keys.requestor);
  await follow(page, '/insight/files');
  const verdicts = page.getByRole('group', { name: 'Verdicts' });
  await verdicts.getByRole('button', { name: 'wrong hash 1' }).waitFor();
  expect(await problemsInEveryAppearance(page)).toEqual([]);
  await verdicts.getByRole('button', { name: 'may change (branch) 1' }).click();
  await page.getByText('Use a fixed revision, so that the file cannot change.').waitFor();
  expect(new URL(page.url()).search).toBe('?verdict=mutable');
  await page.getByRole('status').filter({ hasText: '1 file' }).waitFor();
  await page.getByRole('button', { name: 'Propose to use a fixed revision' }).click();
  await page.getByText('Queued as change 1: it waits for an approver.').waitFor();
  expect(site.problems).toEqual([]);
});
