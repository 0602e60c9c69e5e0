import { expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { startEmulatedHost } from '../../support/emulators/emulated-host.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';

const seedImage = (app: TestApp, name: string) =>
  app.seed('image_generation', { name, baseline: 'stable_diffusion_1', nsfw: false });
const found = async (app: TestApp, category: string, name: string) => {
  const path = `${v2}/${category}/model/${encodeURIComponent(name)}?dry_run=true`;
  const { findings } = (await app.send('DELETE', path, { key: keys.requestor })).json();
  return findings.filter(({ rule }: { rule: string }) => rule.includes('styles'));
};
const named = (names: string) => ({
  rule: 'used_by_styles',
  severity: 'warning',
  field_path: 'name',
  message: `Styles of the horde use this model: ${names}.`,
});

it('a deletion names the styles that ask for the model, and counts as one of something used', async () => {
  const styles = {
    fantasy: { prompt: '{p}', model: 'Deliberate', steps: 30 },
    anime: { prompt: '{p}', model: 'anything diffusion' },
    raw: { prompt: '{p}' },
    odd: { model: 5 },
    ...Object.fromEntries(
      Array.from({ length: 7 }, (_, at) => [`style ${at}`, { model: 'koboldcpp/Some-7B' }]),
    ),
  };
  await using host = await startEmulatedHost(() => ({ status: 200, body: JSON.stringify(styles) }));
  await using app = await startTestApp({ overrides: { stylesUrl: `${host.url}/styles.json` } });
  await seedImage(app, 'Anything Diffusion');
  await seedImage(app, 'Other');
  await app.seed('clip', { name: 'Deliberate' });
  await app.seed('text_generation', { name: 'org/Some-7B', parameters: 7e9 });

  await eventually(async () =>
    expect(await found(app, 'image_generation', 'Anything Diffusion')).toEqual([named("'anime'")]),
  );
  expect(await found(app, 'image_generation', 'Other')).toEqual([]);
  expect(await found(app, 'clip', 'Deliberate')).toEqual([]);
  // A text model is asked for by the names of its backends too.
  expect(await found(app, 'text_generation', 'org/Some-7B')).toEqual([
    named("'style 0', 'style 1', 'style 2', 'style 3', 'style 4' and 2 more"),
  ]);

  const id = await app.propose('DELETE', '/image_generation/model/Anything%20Diffusion');
  const queued = (await app.get(`${v2}/pending_queue/changes/${id}`, { key: keys.approver })).json();
  expect(queued.risk_reasons).toContainEqual({
    rule: 'dependants',
    level: 'look',
    message: "Styles of the horde use this model: 'anime'.",
  });
});

it('where the styles cannot be read, a deletion and the log say so', async () => {
  await using host = await startEmulatedHost(() => ({ status: 302, headers: { location: '/x' }, body: '' }));
  const stylesUrl = `${host.url}/styles.json`;
  const log: unknown[] = [];
  await using app = await startTestApp({ overrides: { stylesUrl }, onLog: ({ msg }) => log.push(msg) });
  await seedImage(app, 'Deliberate');
  await eventually(() =>
    expect(log).toContain(
      `cannot read the styles of the horde: ${stylesUrl} cannot be read: the server answered 302.`,
    ),
  );
  expect(await found(app, 'image_generation', 'Deliberate')).toEqual([
    {
      rule: 'styles_unknown',
      severity: 'note',
      field_path: 'name',
      message: 'The styles of the horde are unavailable, so it is unknown whether they use this model.',
    },
  ]);
});
