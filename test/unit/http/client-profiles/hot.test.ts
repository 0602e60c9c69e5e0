import '../../../support/with-client-profiles.ts';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../../support/app.ts';

const v2 = '/api/model_references/v2';
const image = (name: string, baseline: string) => ({ name, baseline, nsfw: false });

test('a profile read that was answered before follows changes of models and of the profile', async () => {
  const app = await startTestApp({ settings: { port: 0 } });
  onTestFinished(() => app[Symbol.asyncDispose]());
  const origin = await app.service.listen();
  await app.seed('client_profile', { name: 'reGen@8', baselines: ['stable_diffusion_1'] });
  await app.seed('image_generation', image('old', 'stable_diffusion_1'), image('new', 'flux_1'));
  const read = async () => {
    const url = `${origin}${v2}/image_generation?client=reGen@8`;
    // The first read of a state goes through the router, the second need not.
    const [first, second] = [await (await fetch(url)).text(), await (await fetch(url)).text()];
    expect(second).toBe(first);
    return Object.keys(JSON.parse(first) as object);
  };
  expect(await read()).toEqual(['old']);
  await app.seed('image_generation', image('another', 'stable_diffusion_1'));
  expect(await read()).toEqual(['old', 'another']);
  const id = await app.propose('PUT', '/client_profile/model/reGen@8', {
    name: 'reGen@8',
    baselines: ['flux_1'],
  });
  await app.approve(id);
  await app.apply(id);
  expect(await read()).toEqual(['new']);
});
