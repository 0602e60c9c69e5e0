import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type FileText, notFile } from '../../../src/outside/content-repository.ts';
import { openGitRepository } from '../../../src/outside/git-repository.ts';
import { GitRemote } from '../../support/bridge-setup.ts';
import { freePort } from '../../support/free-port.ts';
import { newFolder } from '../../support/new-folder.ts';
import { startRemoteHost } from '../../support/remote-host.ts';

const remote = new GitRemote();
const main = 'refs/heads/main';
const head = remote.commit({ 'a.json': '{}' });
afterAll(() => remote.remove());

const open = ({
  url = remote.path,
  directory = newFolder(),
  token = null as string | null,
  network = 60_000,
} = {}) => openGitRepository({ url, directory, token, timeoutMs: { network, local: 20_000 } });

describe('the copy of a repository', () => {
  test.each<[string, (path: (name: string) => string) => void]>([
    ['has a spoilt HEAD', (path) => writeFileSync(path('HEAD'), 'ref')],
    ['has no objects', (path) => rmSync(path('objects'), { recursive: true })],
    ['has no refs', (path) => rmSync(path('refs'), { recursive: true })],
    [
      'was being locked when its process was killed',
      (path) => {
        mkdirSync(path('refs/remote/heads'), { recursive: true });
        writeFileSync(path('refs/remote/heads/main.lock'), '');
        utimesSync(path('refs/remote/heads/main.lock'), 1, 1);
      },
    ],
  ])('that %s is mended', async (_what, happens) => {
    const directory = newFolder();
    await open({ directory });
    happens((name) => join(directory, name));
    const tries = [];
    for (let tried = 0; tried < 2; tried += 1) {
      const copy = await open({ directory });
      const fetched = await copy.fetch([main]).then(
        () => true,
        () => false,
      );
      tries.push(fetched && (await copy.has(head)));
    }
    expect(tries.at(-1)).toBe(true);
  });

  test('tells a folder from an executable file, and a file that it has lost from one that is gone', async () => {
    const nested = remote.commit({ 'folder/file': 'a' }, { branch: 'nested', parents: [] });
    const [blob, folder] = remote
      .git('rev-parse', `${nested}:folder/file`, `${nested}:folder`)
      .split('\n') as [string, string];
    const tree = `100755 blob ${blob}\trun.json\n040000 tree ${folder}\tfolder\n`;
    const made = remote.git(
      ...['-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit-tree', '-m', 'Made'],
      remote.raw(['mktree'], tree).toString().trim(),
    );
    remote.setRef('refs/heads/nested', made);
    const directory = newFolder();
    const copy = await open({ directory });
    await copy.fetch(['refs/heads/nested']);
    expect(await copy.files(made, ['folder', 'run.json'])).toEqual(
      new Map<string, FileText>([
        ['folder', notFile],
        ['run.json', 'a'],
      ]),
    );
    expect(await copy.names(made)).toEqual(['folder', 'run.json']);
    rmSync(join(directory, 'objects', blob.slice(0, 2), blob.slice(2)));
    await expect(copy.files(made, ['run.json'])).rejects.toThrow(/is damaged: it lacks run\.json of/);
  });

  test('for which the disk has no room is an error', async () => {
    const copy = await open();
    const bin = newFolder();
    // Git itself, which may write files of no length.
    const { PATH } = process.env;
    const script = `#!/bin/sh\nulimit -f 0\nPATH='${PATH}' exec git "$@"\n`;
    writeFileSync(join(bin, 'git'), script, { mode: 0o755 });
    process.env.PATH = `${bin}:${PATH}`;
    try {
      await expect(copy.fetch([main])).rejects.toThrow(/^git fetch failed/);
    } finally {
      process.env.PATH = PATH;
    }
    await copy.fetch([main]);
    expect(await copy.has(head)).toBe(true);
  });
});

describe('a remote', () => {
  const ask = async (port: number, how: Parameters<typeof open>[0] = {}) =>
    (await open({ url: `http://127.0.0.1:${port}/r.git`, ...how })).refs([main]);

  test('that never answers is given up', async () => {
    await using host = await startRemoteHost(() => {});
    await expect(ask(host.port, { network: 1_000 })).rejects.toThrow(/did not end within 1000 ms/);
  });

  test('that is away is an error', async () => {
    await expect(ask(await freePort())).rejects.toThrow(
      /^git ls-remote failed.*(Failed to connect|Could ?n.t connect|refused)/is,
    );
  });

  test('that asks for a name and a password gets none, and is given up at once', async () => {
    await using host = await startRemoteHost((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end();
    });
    await expect(ask(host.port)).rejects.toThrow(
      /Authentication failed|could not read|terminal prompts disabled/i,
    );
  });

  test('that quotes the request in its answer makes no error with the token', async () => {
    await using host = await startRemoteHost((request, response) => {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(JSON.stringify(request.headers));
    });
    await expect(ask(host.port, { token: 'secret-token' })).rejects.toThrow(/Basic \*\*\*"/);
  });
});
