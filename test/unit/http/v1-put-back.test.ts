import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { importRealData } from '../../support/real-data-app.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';

const v1 = '/api/model_references/v1';

describeWithSharedData('a published record, put back as v1 showed it', (folder) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ settings: { canonicalFormat: 'legacy' } });
    await importRealData(app, folder);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test.each([
    ['esrgan', 'NMKD_Siax'],
    ['esrgan', '4x_AnimeSharp'],
    ['esrgan', '4x_NMKD_Superscale_SP'],
    ['controlnet', 'control_hough'],
    ['controlnet', 'control_qr_sdxl'],
  ])('%s %s is accepted, and changes nothing', async (category, name) => {
    const record = (await app.get(`${v1}/${category}`)).json()[name];
    const put = (body: object) => app.send('PUT', `${v1}/${category}`, { key: keys.requestor, body });

    const dry = await app.send('PUT', `${v1}/${category}?dry_run=true`, {
      key: keys.requestor,
      body: record,
    });
    expect(dry.json()).toMatchObject({ diff: { model_name: name, net_operation: 'unchanged' } });
    const answer = await put(record);
    expect([answer.statusCode, answer.json().model_name]).toEqual([202, name]);
    expect((await put({ ...record, type: 'no such type' })).statusCode).toBe(422);
  });
});
