import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v1 = '/api/model_references/v1';
const v2 = '/api/model_references/v2';
const outside = '../../../../home/worker/.ssh/authorized_keys';

let app: TestApp;
let legacy: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  legacy = await startTestApp({ settings: { canonicalFormat: 'legacy' } });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await legacy[Symbol.asyncDispose]();
});

/** The places of the problems of a refused write, and the first of their messages. */
async function refusal(to: TestApp, path: string, body: unknown) {
  const answer = await to.send('POST', path, { key: keys.requestor, body });
  expect(answer.statusCode).toBe(422);
  const { detail } = answer.json<{ detail: { loc: (string | number)[]; msg: string }[] }>();
  return { at: detail.map(({ loc }) => loc.join('.')), msg: detail[0]?.msg };
}

describe('a file name that leads out of the folder of models', () => {
  it('is refused in v2, with its place', async () => {
    const download = [
      { file_name: 'good.bin', file_url: 'u' },
      { file_name: outside, file_url: 'u' },
    ];
    expect(await refusal(app, `${v2}/clip`, { name: 'x', config: { download } })).toEqual({
      at: ['body.config.download.1.file_name'],
      msg: `Value error, the file name "${outside}" has the path segment '..'; allowed: relative paths with '/' between their parts`,
    });
  });

  it.each([
    ['body.config.files.0.path', { files: [{ path: outside }] }],
    ['body.config.download.0.file_name', { files: [{ path: 'a' }], download: [{ file_name: '/etc/x' }] }],
    [
      'body.config.download.0.file_path',
      { files: [{ path: 'a' }], download: [{ file_name: 'a', file_path: '~/x', file_url: 'u' }] },
    ],
  ])('is refused in v1, at %s', async (place, config) => {
    expect((await refusal(legacy, `${v1}/clip`, { name: 'x', config })).at).toEqual([place]);
  });
});

describe('a number of bytes or parameters', () => {
  const post = (path: string, text: string, to = app) =>
    to.server.inject({
      method: 'POST',
      url: path,
      headers: { apikey: keys.requestor, 'content-type': 'application/json' },
      payload: text,
    });

  it.each(['-5', '9007199254740992', '"9007199254740993"', '0.5'])('is not %s', async (number) => {
    for (const [to, path, field] of [
      [app, `${v2}/clip`, 'size_on_disk_bytes'],
      [app, `${v2}/text_generation`, 'parameters'],
      [legacy, `${v1}/text_generation`, 'parameters'],
    ] as const) {
      const answer = await post(path, `{"name":"x","${field}":${number}}`, to);
      expect([path, answer.statusCode]).toEqual([path, 422]);
      expect(answer.json().detail[0].loc).toEqual(['body', field]);
    }
  });

  it('is a whole one from 0 to 2^53-1', async () => {
    for (const [name, bytes] of [
      ['none', 0],
      ['most', 9007199254740991],
    ]) {
      const answer = await post(`${v2}/clip`, `{"name":"${name}","size_on_disk_bytes":${bytes}}`);
      expect([answer.statusCode, answer.json().payload.size_on_disk_bytes]).toEqual([202, bytes]);
    }
  });
});

describe('a baseline', () => {
  it('has one name, in whichever known spelling it was sent', async () => {
    await app.seed('image_generation', { name: 'Short', baseline: 'SDXL', nsfw: false });
    await app.seed('image_generation', { name: 'Old', baseline: 'SD1.5', nsfw: false });
    const found = async (baseline: string) => {
      const query = `baseline=${encodeURIComponent(baseline)}`;
      const answer = await app.get(`${v2}/image_generation/search?${query}`);
      return answer.json().results.map((record: { name: string; baseline: string }) => record);
    };
    for (const spelling of ['stable_diffusion_xl', 'SDXL', 'stable diffusion xl']) {
      expect(await found(spelling)).toMatchObject([{ name: 'Short', baseline: 'stable_diffusion_xl' }]);
    }
    const shown = (await app.get(`${v1}/image_generation`)).json();
    expect([shown.Short.baseline, shown.Old.baseline]).toEqual(['stable_diffusion_xl', 'stable diffusion 1']);
    const statistics = (await app.get('/api/model_references/statistics/image_generation')).json();
    expect(Object.keys(statistics.baseline_distribution).sort()).toEqual([
      'stable_diffusion_1',
      'stable_diffusion_xl',
    ]);
  });
});
