import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const picture = { baseline: 'stable_diffusion_1', nsfw: false };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('image_generation', { name: 'Picture', ...picture });
});
afterAll(() => app[Symbol.asyncDispose]());

const listed = async (id: number) => {
  const page = await app.get(`${v2}/pending_queue/changes?limit=500`, { key: keys.approver });
  const items = page.json().items as { change_id: number }[];
  const item = items.find(({ change_id }) => change_id === id);
  const one = await app.get(`${v2}/pending_queue/changes/${id}`, { key: keys.approver });
  expect(one.json()).toEqual(item);
  return item;
};
const edit = (fields: object) =>
  app.propose('PUT', '/image_generation/model/Picture', { name: 'Picture', ...picture, ...fields });

describe('a row of the queue', () => {
  it('tells an NSFW flip from the mending of a word', async () => {
    const word = await edit({ description: 'A word mended' });
    const flip = await edit({ nsfw: true });
    expect(await listed(word)).toMatchObject({
      net_operation: 'modified',
      critical_fields: [],
      changed_fields: ['description'],
      changed_field_count: 1,
    });
    expect(await listed(flip)).toMatchObject({ critical_fields: ['nsfw'], changed_fields: ['nsfw'] });
  });

  it('names the first of many fields, what is critical before them, and how many there are', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`a${index + 10}`, true]));
    const id = await edit({ features_not_supported: ['hires_fix'], requirements: many, baseline: 'flux_1' });
    const row = (await listed(id)) as unknown as { changed_fields: string[]; changed_field_count: number };
    expect(row.changed_fields).toHaveLength(25);
    expect(row.changed_fields[0]).toBe('baseline');
    expect(row.changed_field_count).toBeGreaterThanOrEqual(41);
  });

  it('names the other open changes of its model, until they are decided', async () => {
    const first = await app.propose('POST', '/clip', { name: 'Twice' });
    const second = await app.propose('POST', '/clip', { name: 'Twice', description: 'again' });
    expect(await listed(first)).toMatchObject({ net_operation: 'added', open_changes_of_model: [second] });
    expect(await listed(second)).toMatchObject({ open_changes_of_model: [first] });
    await app.approve(first);
    expect(await listed(second)).toMatchObject({ open_changes_of_model: [first] });
    await app.send('POST', `${v2}/pending_queue/apply`, {
      key: keys.approver,
      body: { change_ids: [first] },
    });
    expect(await listed(second)).toMatchObject({ open_changes_of_model: [], net_operation: 'modified' });
    expect(await listed(first)).toMatchObject({
      net_operation: null,
      critical_fields: [],
      changed_fields: [],
      open_changes_of_model: [],
    });
  });

  it('names no field of a model that comes or goes', async () => {
    const id = await app.propose('DELETE', '/image_generation/model/Picture');
    expect(await listed(id)).toMatchObject({
      net_operation: 'deleted',
      critical_fields: [],
      changed_fields: [],
      changed_field_count: 0,
    });
  });
});
