import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleUsage } from '../../../src/modules/insight/usage-history.ts';
import { categories } from '../../support/categories.ts';
import { startUsageApp, type UsageApp } from '../../support/usage-app.ts';
import { answersWithoutUse, noUsageData } from '../../support/usage-server.ts';

const v2 = '/api/model_references/v2';
const stats = (month: number) => ({
  day: { First: month / 30 },
  month: { First: month, Unknown: 5 },
  total: { First: month * 10, Idle: 7 },
});

let site: UsageApp;
beforeAll(async () => {
  site = await startUsageApp(noUsageData, {});
  const names = ['First', 'Idle'];
  const records = names.map((name) => ({ name, baseline: 'stable_diffusion_1', nsfw: false }));
  await site.app.seed('image_generation', ...records);
});
afterAll(() => site?.[Symbol.asyncDispose]());

const sample = async (held = true) => {
  const { catalog, clock } = site.app.service.context;
  const { source } = site;
  const { store } = site.app;
  await sampleUsage({ store, catalog, source, clock, categories, days: 3, hasLease: async () => held });
};
const usageOf = (name: string, query = '') =>
  site.app.get(`${v2}/image_generation/model/${name}/usage${query}`);
const months = async () => (await usageOf('First')).json().days.map(({ month }: { month: number }) => month);

it('a day has no sample while the source states the use of no model', async () => {
  await sample();
  expect(await months()).toEqual([]);
});

it('a day has one sample of each model that is used, and the latest days are kept', async () => {
  site.usage.answers = { ...answersWithoutUse, stats: stats(300) };
  site.passSeconds(300);
  await expect.poll(async () => (await site.source.read('image')).data.stats.month.size).toBe(2);
  await sample(false);
  expect(await months()).toEqual([]);
  await sample();
  site.usage.answers = { ...answersWithoutUse, stats: stats(600) };
  site.passSeconds(3_600);
  await sample();
  expect((await usageOf('First')).json()).toEqual({
    days: [{ date: '2027-01-15', day: 10, month: 300, total: 3_000, workers: 0 }],
  });
  expect((await usageOf('Idle')).json()).toEqual({ days: [] });

  for (const month of [900, 1_200, 1_500]) {
    site.usage.answers = { ...answersWithoutUse, stats: stats(month) };
    site.passSeconds(86_400);
    await sample();
  }
  expect(await months()).toEqual([900, 1_200, 1_500]);
  expect((await usageOf('First', '?days=1')).json().days).toHaveLength(1);
});

it('a category has its uses over time, by baseline or by model', async () => {
  const path = '/api/model_references/statistics/image_generation/usage-history';
  const read = async (query: string) => (await site.app.get(`${path}${query}`)).json();
  const { dates, series } = await read('');
  expect([dates.length, dates.at(-1), series.length]).toEqual([30, '2027-01-18', 1]);
  expect(series[0].name).toBe('stable_diffusion_1');
  // The days before have no samples.
  expect(series[0].month.slice(-4)).toEqual([null, 900, 1_200, 1_500]);
  const byModel = await read('?by=model&days=90');
  expect(byModel.dates).toHaveLength(30);
  expect(byModel.series).toEqual([{ name: 'First', month: [...Array(29).fill(null), 1_500] }]);
  expect((await site.app.get(`${path}?days=31`)).statusCode).toBe(422);
  // Read again and again, it is at most ten minutes old all the same.
  for (let seconds = 0; seconds < 86_400; seconds += 480) {
    site.passSeconds(480);
    await read('');
  }
  expect((await read('')).dates.at(-1)).toBe('2027-01-19');
  site.passSeconds(-86_400);
  expect((await site.app.get(path.replace('image_generation', 'clip'))).statusCode).toBe(404);
});

it('where the source does not answer the day has none, until it does', async () => {
  const before = await months();
  site.passSeconds(86_400);
  site.usage.mood = 'error';
  await sample();
  expect(await months()).toEqual(before);
  site.usage.mood = 'well';
  site.passSeconds(300);
  await sample();
  expect(await months()).toEqual([...before.slice(1), 1_500]);
});

it('what has no usage says so, and a model of such a name is read itself', async () => {
  expect((await usageOf('nobody')).statusCode).toBe(404);
  const uncounted = await site.app.get(`${v2}/clip/model/x/usage`);
  expect([uncounted.statusCode, uncounted.json().detail]).toEqual([
    400,
    'Usage over time is only supported for image_generation and text_generation categories',
  ]);
  expect((await usageOf('First', '?days=0')).statusCode).toBe(422);
  await site.app.seed('clip', { name: 'x/usage' });
  expect((await site.app.get(`${v2}/clip/model/x/usage`)).json().name).toBe('x/usage');
});

it('a clock that was years ahead for a moment takes no day away, and keeps none from being noted', async () => {
  const before = await months();
  const ahead = 40 * 365 * 86_400;
  site.passSeconds(ahead);
  site.usage.answers = { ...answersWithoutUse, stats: stats(30_000) };
  await sample();
  site.passSeconds(86_400 - ahead);
  await sample();
  const { days } = (await usageOf('First', '?days=10')).json();
  expect(days.map(({ month }: { month: number }) => month)).toEqual([...before.slice(1), 30_000, 30_000]);
});
