import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleClient } from '../../scripts/client-bundle.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { keys } from '../support/identity-server.ts';
import { newFolder } from '../support/new-folder.ts';

const page = await readFile('client/README.md', 'utf8');
const examples = [...page.matchAll(/^### (.*?)\n.*?```js\n(.*?)```\n\n```text\n(.*?)```/gms)].map(
  ([, title = '', code = '', output = '']) => ({ title, code, output }),
);

let app: TestApp;
const folder = newFolder(afterAll);
let server: string;
/** What example 5 asks for, so that something happens. */
const changer = createServer(async (_, response) => {
  await app.change('PUT', '/clip/model/Reader', { name: 'Reader', description: 'Reads.' });
  response.end();
});

const picture = (name: string, baseline: string) => {
  const file_name = `${name.toLowerCase()}.safetensors`;
  const file = { file_name, file_url: `https://example.com/${name}`, sha256sum: 'a'.repeat(64) };
  return { name, baseline, nsfw: false, config: { download: [file] } };
};

beforeAll(async () => {
  const installed = join(folder, 'node_modules/modelref-client');
  await mkdir(installed, { recursive: true });
  await cp('client/package.json', join(installed, 'package.json'));
  await bundleClient(join(installed, 'dist'));
  app = await startTestApp({ settings: { port: 0 } });
  server = await app.service.listen();
  await app.seed(
    'image_generation',
    picture('Painter', 'stable_diffusion_xl'),
    picture('Sketcher', 'stable_diffusion_1'),
  );
  await app.seed('clip', { name: 'Reader' });
  await new Promise<void>((resolve) => changer.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  changer.closeAllConnections();
  changer.close();
  await app?.[Symbol.asyncDispose]();
});

test('the README has ten examples', () => {
  expect(examples).toHaveLength(10);
});

test.each(examples.map(({ title, ...rest }) => [title, rest] as const))(
  '%s',
  async (title, { code, output }) => {
    const path = join(folder, `${Number.parseInt(title, 10)}.mjs`);
    const { port } = changer.address() as AddressInfo;
    const own = code
      .replaceAll('https://models.example/change-something', `http://127.0.0.1:${port}/`)
      .replaceAll('https://models.example', server);
    await writeFile(path, own);
    const { stdout } = await promisify(execFile)(process.execPath, [path], {
      cwd: folder,
      env: { REQUESTOR_KEY: keys.requestor, APPROVER_KEY: keys.approver },
    });
    expect(stdout).toBe(output);
  },
);

test('the module that browsers load is smaller than 13.5 kB (gzipped), and needs nothing else', async () => {
  const code = await readFile(join(folder, 'node_modules/modelref-client/dist/index.js'));
  const bytes = gzipSync(code, { level: 9 }).length;
  console.log(`The client: ${bytes} bytes, gzipped`);
  expect(bytes).toBeLessThan(13_500);
  expect(code.toString()).not.toMatch(/\bimport\s*[({'"]|from\s*['"]/);
});
