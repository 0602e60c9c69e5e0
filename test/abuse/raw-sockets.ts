import { connect } from 'node:net';
import { Random } from './random.ts';

/** What is written to one socket, in pieces; the socket is then left open until the service has closed it or been silent for long. */
export interface RawAttack {
  readonly name: string;
  /** The service may rightly wait for more: give up soon. */
  readonly unfinished?: boolean;
  readonly pieces: readonly (string | Buffer)[];
}

const host = 'Host: x\r\n';
const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\n${host}${headers}Connection: close\r\n\r\n`;
const post = (body: string | Buffer, headers = '', path = '/api/model_references/v2/clip') => [
  `POST ${path} HTTP/1.1\r\n${host}apikey: key-of-a-requestor\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}Connection: close\r\n\r\n`,
  body,
];

const deepJson = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
const manyItems = `[${'1,'.repeat(400_000)}1]`;
const manyParameters = Array.from({ length: 10_000 }, (_, i) => `statuses=${i}`).join('&');

const attacks: readonly ((random: Random) => RawAttack)[] = [
  () => ({ name: 'bad escape in the path', pieces: [get('/api/model_references/v2/clip/model/%ZZ')] }),
  () => ({ name: 'cut-off escape', pieces: [get('/api/model_references/v2/clip/model/%E0%A4%A')] }),
  () => ({ name: 'NUL in the path', pieces: [get('/api/model_references/v2/clip/model/a%00b')] }),
  () => ({ name: 'raw NUL', pieces: [get('/api/\0')] }),
  () => ({ name: 'half a surrogate', pieces: [get('/api/model_references/v2/clip/model/%ED%A0%80')] }),
  () => ({ name: 'raw high bytes', pieces: [Buffer.from(get('/api/\xff\xfe'), 'latin1')] }),
  () => ({ name: 'parent directories', pieces: [get('/api/../../../../etc/passwd')] }),
  () => ({ name: 'a URL of 100 kB', pieces: [get(`/api/${'a'.repeat(100_000)}`)] }),
  () => ({
    name: '10,000 query parameters',
    pieces: [get(`/api/model_references/v2/search?${manyParameters}`)],
  }),
  () => ({ name: 'headers of 100 kB', pieces: [get('/api/heartbeat', `X: ${'a'.repeat(100_000)}\r\n`)] }),
  () => ({
    name: '5,000 headers',
    pieces: [get('/api/heartbeat', Array.from({ length: 5_000 }, (_, i) => `X${i}: 1\r\n`).join(''))],
  }),
  () => ({ name: 'no host', pieces: ['GET /api/heartbeat HTTP/1.1\r\nConnection: close\r\n\r\n'] }),
  () => ({ name: 'not HTTP', pieces: ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'] }),
  () => ({ name: 'an unknown method', pieces: [`FROB /api/heartbeat HTTP/1.1\r\n${host}\r\n`] }),
  () => ({
    name: 'both lengths',
    pieces: [
      `POST /api/model_references/v2/clip HTTP/1.1\r\n${host}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`,
    ],
  }),
  () => ({
    name: 'two lengths',
    pieces: [`POST /api/x HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
  }),
  () => ({
    name: 'a space before the colon',
    pieces: [`POST /api/x HTTP/1.1\r\n${host}Content-Length : 3\r\n\r\nabc`],
  }),
  () => ({ name: 'a folded header', pieces: [`GET /api/heartbeat HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`] }),
  () => ({
    name: 'a bad chunk size',
    pieces: [
      `POST /api/model_references/v2/clip HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    ],
  }),
  () => ({
    name: 'a gigabyte announced',
    pieces: [
      `POST /api/model_references/v2/clip HTTP/1.1\r\n${host}apikey: key-of-a-requestor\r\nContent-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n${'x'.repeat(1000)}`,
    ],
  }),
  () => ({ name: 'deep JSON', pieces: post(deepJson) }),
  () => ({ name: 'an array of 400,001 items', pieces: post(manyItems) }),
  () => ({ name: '__proto__', pieces: post('{"name":"x","__proto__":{"isApprover":true}}') }),
  () => ({ name: 'constructor.prototype', pieces: post('{"name":"x","constructor":{"prototype":{"a":1}}}') }),
  () => ({ name: 'a lone surrogate in JSON', pieces: post('{"name":"\\ud800"}') }),
  () => ({ name: 'invalid UTF-8 in JSON', pieces: post(Buffer.from('{"name":"\xff\xfe"}', 'latin1')) }),
  () => ({ name: 'a huge number', pieces: post('{"name":"x","size_on_disk_bytes":1e999}') }),
  () => ({ name: 'duplicate keys', pieces: post('{"name":"x","name":"y"}') }),
  (random) => ({
    name: 'random bytes',
    unfinished: true,
    pieces: [Buffer.from(Array.from({ length: 1 + random.below(2_000) }, () => random.below(256)))],
  }),
  (random) => {
    const whole = Buffer.from(get('/api/model_references/v2/clip', 'Accept-Encoding: gzip\r\n'));
    for (let i = 0; i < 1 + random.below(4); i++) whole[random.below(whole.length)] = random.below(256);
    return { name: 'a request with flipped bytes', unfinished: true, pieces: [whole] };
  },
  (random) => {
    const whole = get('/api/model_references/v2/clip');
    const cut = 1 + random.below(whole.length - 1);
    return { name: 'a request in two pieces', pieces: [whole.slice(0, cut), whole.slice(cut)] };
  },
  (random) => {
    const whole = get('/api/model_references/v2/clip');
    return {
      name: 'a request cut off',
      unfinished: true,
      pieces: [whole.slice(0, 1 + random.below(whole.length - 5))],
    };
  },
];

export interface RawResult {
  readonly sockets: number;
  readonly statuses: ReadonlyMap<string, number>;
  /** Answers of 500 and more, and what else a service must not say. */
  readonly defects: readonly string[];
}

/** Milliseconds after which a silent connection is given up. The service's own time-outs for unfinished requests are longer. */
const patienceMs = 10_000;
const unfinishedPatienceMs = 300;

/** Sends attacks from many sockets at once; every kind comes, then they repeat with other random parts. */
export async function attackSockets(
  port: number,
  { sockets, seed, atOnce = 32 }: { sockets: number; seed: number; atOnce?: number },
): Promise<RawResult> {
  const random = new Random(seed);
  const statuses = new Map<string, number>();
  const defects: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < sockets) {
      const index = next++;
      const attack = (attacks[index % attacks.length] as (random: Random) => RawAttack)(random);
      const answer = await converse(port, attack);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'closed';
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (Number(status) >= 500 && status !== '503') {
        defects.push(`${attack.name} (socket ${index}, seed ${seed}): ${answer.slice(0, 400)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { sockets: next, statuses, defects };
}

function converse(port: number, { pieces, unfinished }: RawAttack): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const finish = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    socket.setTimeout(unfinished ? unfinishedPatienceMs : patienceMs, finish);
    socket.on('error', finish);
    socket.on('close', finish);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('connect', () => {
      for (const piece of pieces) socket.write(piece);
    });
  });
}
