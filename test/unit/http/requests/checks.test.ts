import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../../src/settings/settings.ts';
import { startFilledApp } from '../../../support/filled-app.ts';

const v2 = '/api/model_references/v2';

const replica: Partial<Settings> = { replicateMode: 'REPLICA' };
describe('reads', () => {
  it('of what only a primary knows are refused at a replica, with the address of the primary', async () => {
    const settings = { ...replica, primaryApiUrl: 'https://models.example/api' };
    await using app = await startFilledApp(settings);
    const files = ['/files', '/clip/model/live/files'];
    const requests = ['/requests', '/requests/1', '/requests/1/seconds', '/requests/1/steps'];
    for (const [paths, what] of [
      [files, 'Evidence about files is'],
      [requests, 'Requests for models are'],
    ] as const) {
      for (const path of paths) {
        const answer = await app.get(v2 + path);
        expect([path, answer.statusCode, answer.json().detail]).toEqual([
          path,
          503,
          `${what} at the primary, https://models.example/api. Setting: replicate_mode='REPLICA'.`,
        ]);
      }
    }
    expect((await app.get(`${v2}/clip/model/none/files`)).statusCode).toBe(404);
  });
});
