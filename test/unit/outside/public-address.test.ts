import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { isPublicAddress, publicOnlyLookup, RefusedAddress } from '../../../src/outside/public-address.ts';
import { createWebhookClient } from '../../../src/outside/webhook-client.ts';
import { type RemoteHost, startRemoteHost } from '../../support/remote-host.ts';

describe('an address', () => {
  it.each(
    `8.8.8.8 1.1.1.1 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.1 192.167.255.255 223.255.255.255
    2606:4700:4700::1111 2a00:1450:4001:82a::200e ::ffff:8.8.8.8`.split(/\s+/),
  )('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this host', '0.0.0.0 0.1.2.3 ::'],
    ['loopback', '127.0.0.1 127.255.255.254 ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::7f00:1'],
    ['private', '10.0.0.0 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 fc00::1 fdff::1'],
    ['a private one within IPv6', '::ffff:10.0.0.1 ::ffff:c0a8:1 64:ff9b::a00:1 2002:a00:1:: 2001:0:a00:1::'],
    ['link-local, where clouds keep their secrets', '169.254.169.254 fe80::1 febf::1 ::ffff:169.254.169.254'],
    ['that cloud on IPv6', 'fd00:ec2::254'],
    ['shared by a carrier', '100.64.0.1 100.127.255.255'],
    ['for documentation', '192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 198.19.255.255 2001:db8::1'],
    ['multicast', '224.0.0.1 239.255.255.255 ff02::1'],
    ['reserved', '240.0.0.1 255.255.255.255 192.0.0.1 192.88.99.1 fec0::1 100::1'],
    ['no address', ' localhost 127.1 2130706433 0x7f000001 0177.0.0.1 1.2.3.4.5 ::g'],
    ['translated', '::ffff:0:10.0.0.1 ::ffff:0:7f00:1'],
    ['of IPv6 beyond what is given out', '3fff::1 3fff:fff::1 5f00::1 4000::1 8000::1'],
    ['on an interface', 'fe80::1%eth0 ::1%lo'],
  ])('that is %s is not public', (_, addresses) => {
    expect(addresses.split(' ').filter(isPublicAddress)).toEqual([]);
  });
});

describe('a name', () => {
  const lookUp = (addresses: string[], all: boolean) =>
    new Promise((resolve) => {
      const found: LookupAddress[] = addresses.map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }));
      const look = publicOnlyLookup((_host, _options, callback) => callback(null, found));
      look('name.example', { all }, (error, address) => resolve(error ?? address));
    });

  it('of public addresses gives these very addresses to connect to', async () => {
    expect(await lookUp(['8.8.8.8', '2606:4700::1'], true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    expect(await lookUp(['8.8.8.8', '2606:4700::1'], false)).toBe('8.8.8.8');
  });

  it.each([
    ['a private one', ['10.0.0.1']],
    ['loopback', ['::1']],
    ['one private among public ones', ['8.8.8.8', '192.168.0.1']],
    ['one mapped into IPv6', ['::ffff:169.254.169.254']],
    ['none', []],
  ])('that resolves to %s is refused', async (_, addresses) => {
    expect(await lookUp(addresses, false)).toBeInstanceOf(RefusedAddress);
  });

  it('that is refused is named, and not where it leads', async () => {
    const refused = (await lookUp(['10.1.2.3'], false)) as Error;
    expect(refused.message).toBe('name.example is not a public address');
  });

  it('that does not resolve is an error', async () => {
    const error = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    const look = publicOnlyLookup((_host, _options, callback) => callback(error, []));
    expect(await new Promise((resolve) => look('x', {}, resolve))).toBe(error);
  });
});

describe('a webhook in another spelling of this machine', () => {
  let host: RemoteHost;
  beforeAll(async () => {
    host = await startRemoteHost((_request, response) => response.end());
  });
  afterAll(() => host[Symbol.asyncDispose]());

  const send = async (target: string, privateHosts: string[]) => {
    const sender = createWebhookClient({
      targets: [{ url: target, secret: 's'.repeat(16) }],
      privateHosts,
      now: () => 1,
    });
    try {
      return await sender.send(target, '{}', { event_id: 1, hash: 'a'.repeat(64) });
    } finally {
      await sender.close();
    }
  };

  test('is not called', async () => {
    const spellings = '127.0.0.1 127.0.0.1. 0 2130706433 0x7f.1 １２７.0.0.1 %31%32%37.0.0.1 LOCALHOST [::1]';
    for (const name of [...spellings.split(' '), '[::ffff:7f00:1]', 'user:password@127.0.0.1']) {
      const result = await send(`http://${name}:${host.port}/`, ['other.internal']);
      const error = expect.stringContaining('is not a public address');
      expect([name, result]).toMatchObject([name, { ok: false, status: null, error }]);
    }
    expect(host.requests).toEqual([]);
  });

  test('is called where the deployment names its host, alone or with the port', async () => {
    for (const allowed of ['127.0.0.1', `127.0.0.1:${host.port}`]) {
      expect(await send(`http://127.0.0.1:${host.port}/`, [allowed])).toMatchObject({ ok: true });
    }
    expect(await send(`http://127.0.0.1:${host.port}/`, ['127.0.0.1:1'])).toMatchObject({ ok: false });
    expect(host.requests).toHaveLength(2);
  });
});
