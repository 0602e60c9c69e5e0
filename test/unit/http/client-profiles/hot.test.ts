import '../../../support/with-client-profiles.ts';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
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

test('a profile read that was answered before follows changes of baselines', async () => {
  const app = await startTestApp({ settings: { port: 0 } });
  onTestFinished(() => app[Symbol.asyncDispose]());
  const origin = await app.service.listen();
  const read = async (query: string) => {
    // A connection of its own: once the router has answered on one, it answers there again.
    const url = `${origin}${v2}/image_generation?${query}`;
    const agent = new Agent({ keepAlive: true });
    const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
    const body = await text(answer);
    agent.destroy();
    return answer.statusCode === 200 ? Object.keys(JSON.parse(body) as object) : answer.statusCode;
  };
  const change = async (id: number) => {
    await app.approve(id);
    await app.apply(id);
  };
  const cosmos = { name: 'cosmos_9', title: 'Cosmos 9', category: 'image_generation' };
  await app.seed('baseline', cosmos);
  await app.seed('client_profile', { name: 'reGen@8', baselines: ['cosmos 9'] });
  await app.seed('image_generation', image('new', 'cosmos_9'), image('old', 'flux_1'));
  for (const _ of ['through the router', 'as answered']) {
    expect(await read('client=reGen@8')).toEqual([]);
    expect(await read('baselines=cosmos_9')).toEqual(['new']);
  }
  await change(await app.propose('PUT', '/baseline/model/cosmos_9', { ...cosmos, spellings: ['cosmos 9'] }));
  expect(await read('client=reGen@8')).toEqual(['new']);
  await change(await app.propose('DELETE', '/baseline/model/cosmos_9'));
  expect(await read('client=reGen@8')).toEqual([]);
  expect(await read('baselines=cosmos_9')).toBe(422);
});
