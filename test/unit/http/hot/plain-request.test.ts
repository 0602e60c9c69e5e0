import { createServer, type IncomingMessage } from 'node:http';
import { duplexPair } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlainRequest } from '../../../../src/modules/catalog/hot/plain-request.ts';

const parse = (text: string) => parsePlainRequest(Buffer.from(text, 'latin1'));
const path = '/api/model_references/v2/clip';
const get = (...lines: string[]) => [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');

describe('a plain request', () => {
  it.each([
    ['of curl', get('Host: x', 'User-Agent: curl/8', 'Accept: */*'), {}],
    [
      'of a worker',
      get('host:x:19800', 'accept-encoding: gzip, br', 'Connection: Keep-Alive', 'if-none-match: "a"'),
      { acceptEncoding: 'gzip, br', ifNoneMatch: '"a"' },
    ],
    [
      'with spaces around values',
      get('Host: \t', 'Accept-Encoding:\t br \t', 'If-None-Match:'),
      { acceptEncoding: 'br', ifNoneMatch: '' },
    ],
    ['to an IPv6 address', get('Host: [::1]:19800'), {}],
    ['to a port', get('Host: a-b.example_1:80'), {}],
    // Not a space of HTTP: it belongs to the value.
    ['with a no-break space', get('Host: x', 'If-None-Match: \xa0"a"'), { ifNoneMatch: '\xa0"a"' }],
  ])('%s', (_, text, { acceptEncoding, ifNoneMatch }: { acceptEncoding?: string; ifNoneMatch?: string }) => {
    expect(parse(text)).toEqual({ method: 'GET', url: path, acceptEncoding, ifNoneMatch });
  });

  it('may be a HEAD, and its path percent-encoded', () => {
    const { method, url } = parse("HEAD /a%20b/(c)~!$&'*+,;=:@ HTTP/1.1\r\nHost: x\r\n\r\n") ?? {};
    expect([method, url]).toEqual(['HEAD', "/a%20b/(c)~!$&'*+,;=:@"]);
  });
});

describe('no plain request', () => {
  it.each([
    ['another method', get('Host: x').replace('GET', 'POST')],
    ['a method in small letters', get('Host: x').replace('GET', 'get')],
    ['another version', get('Host: x').replace('1.1', '1.0')],
    ['a query', get('Host: x').replace('clip', 'clip?a=1')],
    ['a fragment', get('Host: x').replace('clip', 'clip#a')],
    ['an absolute form', get('Host: x').replace('/api', 'http://x/api')],
    ['two spaces', get('Host: x').replace('GET ', 'GET  ')],
    ['a character that belongs in no path', get('Host: x').replace('clip', 'cl|p')],
    ['a byte beyond ASCII in the path', get('Host: x').replace('clip', 'cl\xefp')],
    ['no Host', get('Accept: */*')],
    ['no header', get()],
    ['two Hosts', get('Host: x', 'host: x')],
    ['a Host of two', get('Host: x, y')],
    ['a Host with a path', get('Host: x/y')],
    ['a Host with a user', get('Host: user@x')],
    ['a Host with markup', get('Host: <script>')],
    ['a Host with a space', get('Host: x y')],
    ['a Host with two ports', get('Host: x:1:2')],
    ['a Host with a port that is no number', get('Host: x:http')],
    ['a Host with a bracket', get('Host: [x')],
    ['a Host beyond ASCII', get('Host: \xefx')],
    ['an origin', get('Host: x', 'Origin: https://console.example')],
    ['no origin', get('Host: x', 'Origin: null')],
    ['two Accept-Encodings', get('Host: x', 'Accept-Encoding: br', 'Accept-Encoding: gzip')],
    ['two conditions', get('Host: x', 'If-None-Match: "a"', 'If-None-Match: "b"')],
    ['a length', get('Host: x', 'Content-Length: 0')],
    ['a transfer coding', get('Host: x', 'Transfer-Encoding: chunked')],
    ['a connection to be closed', get('Host: x', 'Connection: close')],
    ['a connection with more than one wish', get('Host: x', 'Connection: keep-alive, upgrade')],
    ['an upgrade', get('Host: x', 'Upgrade: h2c')],
    ['an expectation', get('Host: x', 'Expect: 100-continue')],
    ['a proxy connection', get('Host: x', 'Proxy-Connection: keep-alive')],
    ['a space before the colon', get('Host: x', 'Content-Length : 5')],
    ['a folded line', get('Host: x', 'Accept: a', ' b')],
    ['a line without a colon', get('Host: x', 'nonsense')],
    ['a NUL', get('Host: x', 'Accept: \0')],
    ['a bare line feed', get('Host: x').replaceAll('\r\n', '\n')],
    ['a bare line feed in a value', get('Host: x', 'Accept: a\nContent-Length: 5')],
    ['a bare carriage return in a value', get('Host: x', 'Accept: a\rb')],
    ['an empty line before it', `\r\n${get('Host: x')}`],
    ['part of one', get('Host: x').slice(0, -1)],
    ['more than one', get('Host: x') + get('Host: x')],
    ['a body behind it', `${get('Host: x')}x`],
    ['more than 4 KiB', get('Host: x', `Accept: ${'a'.repeat(4096)}`)],
    ['nothing', ''],
    ['another protocol', '\x16\x03\x01\x02\0'],
  ])('%s', (_, text) => {
    expect(parse(text)).toBeNull();
  });
});

/**
 * What `node:http` makes of bytes that arrive on a connection: the requests, or nothing when it refuses them.
 */
async function byNode(text: string): Promise<IncomingMessage[]> {
  const [ours, theirs] = duplexPair();
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.end();
  });
  const { promise: over, resolve } = Promise.withResolvers<void>();
  theirs.on('close', resolve);
  server.on('clientError', () => theirs.destroy());
  server.emit('connection', theirs);
  ours.resume();
  ours.end(Buffer.from(text, 'latin1'));
  await over;
  return requests;
}

/** In the reading of the URL standard; empty is allowed where a target has no authority. */
const isHost = (host: string) =>
  host === '' || (URL.canParse(`http://${host}/`) && new URL(`http://${host}/`).pathname === '/');

describe('what is taken for a plain request', () => {
  const headerNames = [
    'Host host Accept Accept-Encoding If-None-Match Connection Content-Length TE Transfer-Encoding Expect',
    "Origin Upgrade Keep-Alive X-Forwarded-For apikey !#$%&'*+-.^_`|~",
  ];
  const headerName = fc.constantFrom(...headerNames.flatMap((some) => some.split(' ')));
  /** Mostly the first: nearly every part of a request has to be right for it to be taken. */
  const mostly = (usual: fc.Arbitrary<string> | string, ...others: string[]) =>
    fc.oneof(
      { weight: 12, arbitrary: typeof usual === 'string' ? fc.constant(usual) : usual },
      { weight: 1, arbitrary: fc.constantFrom(...others) },
    );
  const words = ['x', '', ' ', 'keep-alive', 'close', 'gzip, br', '"a"', 'W/"a", "b"', '0', '5', 'chunked'];
  const latin1 = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
  const headerValue = fc.oneof(fc.constantFrom(...words), fc.string({ unit: latin1, maxLength: 8 }));
  const line = fc.tuple(headerName, mostly(fc.constantFrom(':', ': ', ':\t '), ' :', ''), headerValue);
  const end = mostly('\r\n', '\n', '\r', '\r\n ');
  const hosts = ['x', '', 'a.example:80', '[::1]:80'];
  const noHosts = ['x/y', 'x y', 'x, y', 'x:y', '[::1', '\xef'];
  const request = fc
    .tuple(
      mostly(fc.constantFrom('GET', 'HEAD'), 'POST', 'GE T'),
      mostly(fc.constantFrom(path, '/', '/a%20b', '//x'), '/a b', '/a?b', '*', '/\x80'),
      mostly('HTTP/1.1', 'HTTP/1.0', 'HTTP/2', ''),
      mostly(fc.constantFrom(...hosts), ...noHosts),
      fc.array(fc.tuple(line, end), { maxLength: 5 }),
      mostly('\r\n', '', '\n', '\r\nx', `\r\n${get('Host: x')}`),
    )
    .map(([method, url, version, host, lines, rest]) => {
      const written = lines.map(([[name, colon, value], after]) => name + colon + value + after).join('');
      return `${method} ${url} ${version}\r\nHost: ${host}\r\n${written}${rest}`;
    });

  it('is that very request to node:http too', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(request, async (text) => {
        const parsed = parse(text);
        if (parsed === null) return;
        taken += 1;
        const requests = await byNode(text);
        expect(
          requests.map(({ method, url, headers, headersDistinct, httpVersion }) => ({
            hosts: headersDistinct.host?.map((host) => isHost(host)),
            origin: headers.origin,
            method,
            url,
            acceptEncoding: headers['accept-encoding'],
            ifNoneMatch: headers['if-none-match'],
            length: headers['content-length'] ?? headers['transfer-encoding'],
            httpVersion,
          })),
        ).toEqual([{ ...parsed, hosts: [true], origin: undefined, length: undefined, httpVersion: '1.1' }]);
      }),
      { numRuns: 2_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });
});
