import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';

test('addresses in a record are data: nothing the service does with the record calls them', async () => {
  let connections = 0;
  const server = createServer((_request, response) => response.end()).on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.safetensors`;

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
  expect(connections).toBe(0);
});
