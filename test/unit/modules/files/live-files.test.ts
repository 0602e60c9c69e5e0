import { expect, onTestFinished, test } from 'vitest';
import { createLiveFiles } from '../../../../src/modules/files/file-memory.ts';
import { startTestApp } from '../../../support/app.ts';
import { categories } from '../../../support/categories.ts';

const [hash, another] = ['a'.repeat(64), 'b'.repeat(64)];

test('a file may be in the repositories of its page, and of records with the same bytes', async () => {
  const app = await startTestApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  const at = (repository: string, sha256sum?: string) => ({
    file_name: 'm.safetensors',
    file_url: `https://huggingface.co/${repository}/resolve/main/m.safetensors`,
    sha256sum,
  });
  const image = { baseline: 'stable_diffusion_xl', nsfw: false };
  const model = (name: string, file: object, homepage = '') => ({
    ...image,
    name,
    homepage,
    config: { download: [file] },
  });
  await app.seed(
    'image_generation',
    model('own', at('acme/gone', hash), 'https://huggingface.co/acme/moved/tree/main'),
    model('elsewhere', at('acme/gone', another), 'https://example.com/acme/moved'),
    model('unhashed', at('acme/u'), 'https://huggingface.co/acme/page'),
  );
  await app.seed(
    'blip',
    model('same', at('acme/copy', hash.toUpperCase())),
    model('page', at('acme/moved', hash)),
  );
  const { catalog } = app.service.context;
  const files = createLiveFiles({ catalog, categories });
  const repositories = (name: string) => files.repositoriesOf(files.ofModel('image_generation', name)[0]!);
  // Also its own, where it may have another name now.
  expect(repositories('own')).toEqual(['acme/moved', 'acme/gone', 'acme/copy']);
  expect(repositories('elsewhere')).toEqual(['acme/gone']);
  expect(repositories('unhashed')).toEqual(['acme/page']);
});
