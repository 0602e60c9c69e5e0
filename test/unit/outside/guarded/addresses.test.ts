import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startRemoteHost } from '../../../support/remote-host.ts';
import { failureOf, fetcher, resolvesTo } from './fetcher-for-tests.ts';

/** Ways to write an address of this machine; which addresses are public is in public-address.test.ts. */
const spellings = [
  'http://127.0.0.1/', 'http://127.1/', 'http://2130706433/', 'http://0x7f000001/', 'http://0x7f.1/',
  'http://0177.0.0.1/', 'http://017700000001/', 'http://0/', 'http://127.0.0.1./', 'http://１２７.0.0.1/',
  'http://127。0。0。1/', 'http://①②⑦.0.0.1/', 'http://[::1]/', 'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/', 'http://[64:ff9b::7f00:1]/', 'http://2852039166/', 'https://127.0.0.1/',
]; // biome-ignore format: a list

test('this machine is not called, however its address is written', async () => {
  const { open } = fetcher();
  for (const url of spellings) {
    const { kind } = await failureOf(open({ method: 'GET', url }));
    expect({ url, kind }).toEqual({ url, kind: 'refused_address' });
  }
});

test.each([
  [
    'another scheme',
    'file:///etc/passwd',
    'ftp://example.test/',
    'data:text/plain,x',
    'gopher://example.test/',
  ],
  ['no address', '', 'model.safetensors', '//example.test/x', 'http://', 'http://[::1', 'http://a b/'],
  ['a user or a password', 'https://user@example.test/', 'https://user:secret@example.test/'],
  [
    'a port of another service',
    'http://example.test:22/',
    'http://example.test:6379/',
    'https://example.test:25/',
  ],
])('an address with %s is not called, and shows no password', async (_, ...urls) => {
  for (const url of urls) {
    const { kind, message } = await failureOf(fetcher().open({ method: 'GET', url }));
    expect({ url, kind }).toEqual({ url, kind: 'refused_address' });
    expect(message).not.toContain('secret');
  }
});

test.each([
  ['localhost.', '127.0.0.1'],
  ['metadata.google.internal', '8.8.8.8', '169.254.169.254'],
])('the name %s that leads to a private address is not called', async (name, ...addresses) => {
  const resolve = resolvesTo(addresses);
  const failure = await failureOf(fetcher({ resolve }).open({ method: 'GET', url: `https://${name}/x` }));
  expect(failure).toMatchObject({ kind: 'refused_address' });
  // Where it leads is no matter of whoever asked.
  expect(failure.message).toContain('is not a public address');
  for (const address of addresses) expect(failure.message).not.toContain(address);
  expect(resolve.asked).toHaveLength(1);
});

test('a name that leads elsewhere right after it was checked gains nothing', async () => {
  await using inside = await startRemoteHost((_request, response) => response.end('secret'));
  const connectedTo: string[] = [];
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    // Before anything is sent: this test calls nobody.
    socket.on('lookup', (_error, address) => {
      connectedTo.push(String(address));
      socket.destroy(new Error('far enough'));
    });
  };
  subscribe('net.client.socket', watch);
  onTestFinished(() => {
    unsubscribe('net.client.socket', watch);
  });
  const resolve = resolvesTo(['8.8.8.8'], ['127.0.0.1']);
  await failureOf(fetcher({ resolve }).open({ method: 'GET', url: 'http://rebinding.example.test:8080/' }));
  expect(connectedTo).toEqual(['8.8.8.8']);
  expect(inside.connections()).toBe(0);
});

test('a redirect to this machine or its network is not followed', async () => {
  await using inside = await startRemoteHost((_request, response) => response.end('secret'));
  const targets = [
    'http://2130706433/',
    `http://127.0.0.1:${inside.port}/`,
    'file:///etc/passwd',
    'http://intranet/',
  ];
  let next = '';
  await using hub = await startRemoteHost((_request, response) =>
    response.writeHead(302, { location: next }).end(),
  );
  const { open } = fetcher({ allowedHosts: [`hub.test:${hub.port}`] });
  for (next of targets.map(encodeURI)) {
    const failure = await failureOf(open({ method: 'GET', url: `http://hub.test:${hub.port}/x` }));
    expect({ next, kind: failure.kind }).toEqual({ next, kind: 'refused_address' });
  }
  expect(hub.connections()).toBeGreaterThan(0);
  expect(inside.connections()).toBe(0);
});

test('a host that the operator allows may be private, on its port only', async () => {
  await using host = await startRemoteHost((_request, response) => response.end('here'));
  await using other = await startRemoteHost((_request, response) => response.end('there'));
  const { open } = fetcher({ allowedHosts: [`files.internal:${host.port}`] });
  const answer = await open({ method: 'GET', url: `http://files.internal:${host.port}/` });
  expect(new TextDecoder().decode(await answer.bytes())).toBe('here');
  const failure = await failureOf(open({ method: 'GET', url: `http://files.internal:${other.port}/` }));
  expect(failure.kind).toBe('refused_address');
});
