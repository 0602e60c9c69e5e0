import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const styles = {
  fantasy: { prompt: '{p}', model: 'Deliberate', steps: 30 },
  anime: { prompt: '{p}', model: 'anything diffusion' },
  raw: { prompt: '{p}' },
};

const status = async (app: TestApp) =>
  (await app.get(`${v2}/operations/status`, { key: keys.approver })).json().styles;
const seedImage = (app: TestApp, name: string) =>
  app.seed('image_generation', { name, baseline: 'stable_diffusion_1', nsfw: false });
const found = async (app: TestApp, category: string, name: string) => {
  const path = `${v2}/${category}/model/${encodeURIComponent(name)}?dry_run=true`;
  const { findings } = (await app.send('DELETE', path, { key: keys.requestor })).json();
  return findings.filter(({ rule }: { rule: string }) => rule.includes('styles'));
};

it('a deletion names the styles that ask for the model, and counts as one of something used', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'styles-'));
  const stylesSource = join(folder.path, 'styles.json');
  await writeFile(stylesSource, JSON.stringify(styles));
  await using app = await startTestApp({ settings: { stylesSource } });
  await eventually(async () => expect(await status(app)).toMatchObject({ styles: 2, problem: null }));
  await seedImage(app, 'Anything Diffusion');
  await seedImage(app, 'Other');
  await app.seed('clip', { name: 'Deliberate' });

  expect(await found(app, 'image_generation', 'Anything Diffusion')).toEqual([
    {
      rule: 'used_by_styles',
      severity: 'warning',
      field_path: 'name',
      message: "Styles of the horde ask for this model: 'anime'.",
    },
  ]);
  expect(await found(app, 'image_generation', 'Other')).toEqual([]);
  expect(await found(app, 'clip', 'Deliberate')).toEqual([]);

  const id = await app.propose('DELETE', '/image_generation/model/Anything%20Diffusion');
  const queued = (await app.get(`${v2}/pending_queue/changes/${id}`, { key: keys.approver })).json();
  expect(queued.risk_reasons).toContainEqual({
    rule: 'dependants',
    level: 'look',
    message: "Styles of the horde ask for this model: 'anime'.",
  });
});

it('a text model is asked for by the names of its backends too, and the answer of the API is read', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'styles-'));
  const stylesSource = join(folder.path, 'styles.json');
  const names = Array.from({ length: 7 }, (_, index) => `style ${index}`);
  const models = ['koboldcpp/Some-7B', 5, ''];
  await writeFile(stylesSource, JSON.stringify([...names.map((name) => ({ name, models })), { id: 'x' }]));
  await using app = await startTestApp({ settings: { stylesSource } });
  await eventually(async () => expect(await status(app)).toMatchObject({ styles: 7 }));
  await app.seed('text_generation', { name: 'org/Some-7B', parameters: 7e9 });
  const [finding] = await found(app, 'text_generation', 'org/Some-7B');
  expect(finding.message).toBe(
    "Styles of the horde ask for this model: 'style 0', 'style 1', 'style 2', 'style 3', 'style 4' and 2 more.",
  );
});

it('where the styles cannot be read it says that it does not know', async () => {
  const server = createServer((_request, response) => response.writeHead(302, { location: '/x' }).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stylesSource = `http://127.0.0.1:${(server.address() as AddressInfo).port}/styles.json`;
  await using app = await startTestApp({ settings: { stylesSource } });
  await seedImage(app, 'Deliberate');
  await eventually(async () =>
    expect(await status(app)).toEqual({
      source: stylesSource,
      styles: 0,
      read_at: null,
      problem: `${stylesSource} cannot be read: the server answered 302.`,
    }),
  );
  expect(await found(app, 'image_generation', 'Deliberate')).toEqual([
    {
      rule: 'styles_unknown',
      severity: 'note',
      field_path: 'name',
      message: 'It is not known at the moment which styles of the horde ask for this model.',
    },
  ]);
  await new Promise((resolve) => server.close(resolve));
});
