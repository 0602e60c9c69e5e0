import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { fetchFile } from '../../../../src/cli/pull/fetch-file.ts';
import { TargetFolder } from '../../../../src/cli/pull/target-folder.ts';
import { newFolder } from '../../../support/new-folder.ts';
import { type RemoteHost, startRemoteHost } from '../../../support/remote-host.ts';
import { fetcher } from '../../outside/guarded/fetcher-for-tests.ts';

const bytes = Buffer.from('weights that want an account');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const token = 'hf_secret';
const told = ({ requests }: RemoteHost) => requests.map(({ headers }) => headers.authorization ?? null);

let path: string;
let folder: TargetFolder;
beforeEach(async () => {
  path = newFolder();
  folder = await TargetFolder.open(path);
});

/** A host of files over TLS that wants an account, and sends whoever has one elsewhere. */
const gated = (leadsTo: () => string) =>
  startRemoteHost(
    ({ headers }, response) => {
      if (headers.authorization !== `Bearer ${token}`) response.writeHead(401).end();
      else response.writeHead(302, { location: leadsTo() }).end();
    },
    { tls: true },
  );

const pull = (urls: readonly string[], tokens: Record<string, string>): Promise<number> => {
  const allowedHosts = ['hub.test', 'cdn.test'];
  const sources = {
    withoutTokens: fetcher({ allowedHosts }),
    withTokens: fetcher({ allowedHosts, tokens }),
    hasToken: (host: string) => tokens[host] !== undefined,
  };
  const wanted = {
    path: 'clip/f.pt',
    sha256,
    bytes: bytes.length,
    statedBytes: null,
    mostBytes: 2 ** 20,
    mostAnnounced: 2 ** 20,
    urls: [...urls],
    models: ['m'],
  };
  return fetchFile(folder, wanted, sources, { pause: async () => {} });
};

test('a token goes to its own host, after that has asked for an account, and not to where it redirects', async () => {
  await using cdn = await startRemoteHost((_, response) => response.end(bytes), { tls: true });
  await using hub = await gated(() => `https://cdn.test:${cdn.port}/signed`);
  await pull([`https://hub.test:${hub.port}/f`], { [`hub.test:${hub.port}`]: token });
  expect((await readFile(join(path, 'clip/f.pt'))).equals(bytes)).toBe(true);
  expect([told(hub), told(cdn)]).toEqual([[null, `Bearer ${token}`], [null]]);
});
