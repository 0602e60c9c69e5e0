import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findCategory } from '../../src/registry/categories/index.ts';
import type { SourceModel } from '../../src/services/transfer/reference-source.ts';
import { accessibilityProblemsInEveryLook, type ConsoleUnderTest, startConsole } from '../support/console.ts';
import { emulatedHostsEnvironment } from '../support/emulators/fetcher-for.ts';
import { type EmulatedHub, startHuggingFace } from '../support/emulators/hugging-face.ts';
import { eventually } from '../support/eventually.ts';
import { keys } from '../support/identity-server.ts';

const [hash, otherHash, commit] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(40)];
/** By the name of the model: the hash that the host says, or that it is gated. */
const hosted = { 'Pinned later': hash, 'Wrong hash': otherHash, 'Behind a gate': 'gated' } as const;

function model(name: string): SourceModel {
  const definition = findCategory('clip');
  if (!definition) throw new Error('There is no category clip');
  const repository = name.toLowerCase().replaceAll(' ', '-');
  const file_url = `https://huggingface.co/acme/${repository}/resolve/main/model.safetensors`;
  const download = [{ file_name: `${repository}.safetensors`, file_url, sha256sum: hash, size_bytes: 1000 }];
  return { definition, file: 'hosted', name, format: 'v2', record: { name, config: { download } } };
}

describe('files', () => {
  let hub: EmulatedHub;
  let site: ConsoleUnderTest;
  beforeAll(async () => {
    hub = await startHuggingFace();
    for (const [name, said] of Object.entries(hosted)) {
      const id = `acme/${name.toLowerCase().replaceAll(' ', '-')}`;
      const gated = said === 'gated';
      const file = { size: 1000, beginning: new Uint8Array(), sha256: gated ? hash : said };
      hub.repositories.set(id, {
        id,
        commit,
        files: { 'model.safetensors': file },
        ...(gated && { gated: 'auto' }),
      });
    }
    site = await startConsole(
      {
        MODELREF_FILE_CHECKS: 'true',
        MODELREF_FILE_CHECKS_PER_MINUTE: '6000',
        ...emulatedHostsEnvironment({ hub }),
      },
      Object.keys(hosted).map(model),
    );
    await eventually(async () => {
      await site.app.context.fileEvidence.refresh();
      expect(site.app.context.fileEvidence.counts().verdicts.unknown).toBe(0);
    });
  });
  afterAll(async () => {
    await site?.[Symbol.asyncDispose]();
    await hub?.[Symbol.asyncDispose]();
  });
  afterEach(() => expect(site.problems.splice(0)).toEqual([]));

  it('are listed by what is known of them, and a repair is one button', async () => {
    const page = await site.visit('/insight/files', keys.requestor);
    const verdicts = page.getByRole('group', { name: 'Verdicts' });
    await verdicts.getByRole('button', { name: 'wrong hash 1' }).waitFor();
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);
    await verdicts.getByRole('button', { name: 'not pinned 1' }).click();
    await page.getByText('Name a fixed revision, so that the file stays this one.').waitFor();
    expect(new URL(page.url()).search).toBe('?verdict=mutable');
    await page.getByRole('status').filter({ hasText: '1 file' }).waitFor();
    await page.getByRole('button', { name: 'Propose to pin the address' }).click();
    await page.getByText('Queued as change 1: it waits for an approver.').waitFor();
  });

  it('are marked on the page of their model, with the reason', async () => {
    const page = await site.visit('/model/clip?name=Wrong+hash');
    const downloads = page.getByRole('region', { name: 'Downloads' });
    await downloads.getByText('wrong hash', { exact: true }).waitFor();
    await downloads.getByText(`The host has the SHA-256 ${otherHash}`).waitFor();
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);
  });
});
