import { expect, test } from 'vitest';
import { startTestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { startRemoteHost } from '../../support/remote-host.ts';

const v2 = '/api/model_references/v2';

test('addresses in a record are data: nothing the service does with the record calls them', async () => {
  await using host = await startRemoteHost((_request, response) => response.end());
  const url = `${host.url}/model.safetensors`;

  await using app = await startTestApp();
  const record = {
    name: 'calls home',
    baseline: 'stable_diffusion_xl',
    nsfw: false,
    homepage: url,
    showcases: [url],
    config: { download: [{ file_name: 'model.safetensors', file_url: url, sha256sum: 'a'.repeat(64) }] },
  };
  const id = await app.propose('POST', '/image_generation', record);
  for (const path of [`/changes/${id}`, `/changes/${id}/diff`, `/diffs?change_ids=${id}`, '/changes']) {
    await app.get(`${v2}/pending_queue${path}`, { key: keys.approver });
  }
  await app.approve(id);
  await app.apply(id);
  const path = `${v2}/image_generation`;
  const stored = await app.get(`${path}/model/${encodeURIComponent(record.name)}`);
  expect(stored.json()).toMatchObject({ homepage: url, showcases: [url] });
  for (const read of [
    path,
    '/api/model_references/v1/image_generation',
    `${path}/search?name_contains=home`,
  ]) {
    expect((await app.get(read)).statusCode).toBe(200);
  }
  await app.settled();
  expect(host.connections()).toBe(0);
});
