import { expect, onTestFinished, test } from 'vitest';
import { readAll } from '../../../src/modules/replica/bootstrap.ts';
import { headOf } from '../../../src/modules/replica/pages.ts';
import { createPrimaryClient, type Primary } from '../../../src/outside/primary-client.ts';
import { categories } from '../../../src/records/categories/index.ts';
import { create, startPrimary } from './deployments.ts';
import { v2, write } from './registries.ts';

test('a category that is written whenever it is read is made of its feed, without the models that are gone', async () => {
  const primary = await startPrimary();
  const client = createPrimaryClient({ baseUrl: primary.url, timeoutMs: 10_000 });
  onTestFinished(() => client.close());
  let times = 0;
  const busy: Primary = {
    ...client,
    view: async (format, category, ...rest) => {
      const answer = await client.view(format, category, ...rest);
      if (category === 'clip' && format === 'legacy') {
        times += 1;
        await create(primary, 'clip', `number ${times}`);
        await write(primary, 'DELETE', times === 1 ? '/clip/model/b' : `/clip/model/number%20${times - 1}`);
      }
      return answer;
    },
  };
  const { signal } = new AbortController();
  const read = await readAll(busy, categories, await headOf(busy, signal), signal);
  const served = JSON.parse((await primary.get(`${v2}/clip`)).body) as object;
  expect(times).toBeGreaterThan(1);
  const models = [...(read.categories.get('clip') ?? [])];
  expect(Object.fromEntries(models.map(([name, { v2: text }]) => [name, JSON.parse(text)]))).toEqual(served);
  expect(models.map(([name]) => name)).toEqual(['7', 'ä "quoted" name', '0', `number ${times}`]);
});
