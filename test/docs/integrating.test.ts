import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';

test('every address of the guide for integrators answers', async () => {
  const page = await readFile('docs/integrating.md', 'utf8');
  const addresses = [...page.matchAll(/`GET (\/[^`]+)`/g)].map(([, path]) => path ?? '');
  expect(addresses.length).toBeGreaterThan(15);
  await using app = await startTestApp();
  await app.seed('image_generation', { name: 'Painter', baseline: 'stable_diffusion_1', nsfw: false });
  await app.seed('text_generation', { name: 'north/Writer-3B', parameters: 3e9 });
  await app.seed('clip', { name: 'Reader' });
  for (const path of addresses) {
    const answer = await app.get(path);
    expect([path, answer.statusCode]).toEqual([path, 200]);
    expect([path, answer.body.length > 1]).toEqual([path, true]);
  }
});
