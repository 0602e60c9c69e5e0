import { connect } from 'node:net';
import { Random } from './random.ts';

/**
 * The bytes that are written to one socket, in pieces; the socket is then left open until the service has
 * closed it or been silent for long.
 */
export interface RawAttack {
  readonly name: string;
  /**
   * The statuses of a right answer. An attack that is `unfinished` or made of random bytes may also be met
   * with silence.
   */
  readonly statuses: readonly number[];
  /** Whether the service may rightly wait for more: give up soon. */
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
const manyItems = `[${'1,'.repeat(100_000)}1]`;
const manyParameters = Array.from({ length: 10_000 }, (_, i) => `statuses=${i}`).join('&');

const attacks: readonly ((random: Random) => RawAttack)[] = [
  () => ({
    name: 'bad escape in the path',
    statuses: [400],
    pieces: [get('/api/model_references/v2/clip/model/%ZZ')],
  }),
  () => ({
    name: 'cut-off escape',
    statuses: [400],
    pieces: [get('/api/model_references/v2/clip/model/%E0%A4%A')],
  }),
  () => ({
    name: 'NUL in the path',
    statuses: [404],
    pieces: [get('/api/model_references/v2/clip/model/a%00b')],
  }),
  () => ({ name: 'raw NUL', statuses: [400], pieces: [get('/api/\0')] }),
  () => ({
    name: 'half a surrogate',
    statuses: [400],
    pieces: [get('/api/model_references/v2/clip/model/%ED%A0%80')],
  }),
  () => ({
    name: 'raw high bytes',
    statuses: [400, 404],
    pieces: [Buffer.from(get('/api/\xff\xfe'), 'latin1')],
  }),
  () => ({ name: 'parent directories', statuses: [404], pieces: [get('/api/../../../../etc/passwd')] }),
  () => ({ name: 'a URL of 100 kB', statuses: [431], pieces: [get(`/api/${'a'.repeat(100_000)}`)] }),
  () => ({
    name: '10,000 query parameters',
    statuses: [431],
    pieces: [get(`/api/model_references/v2/search?${manyParameters}`)],
  }),
  () => ({
    name: 'headers of 100 kB',
    statuses: [431],
    pieces: [get('/api/heartbeat', `X: ${'a'.repeat(100_000)}\r\n`)],
  }),
  () => ({
    name: '5,000 headers',
    statuses: [431],
    pieces: [get('/api/heartbeat', Array.from({ length: 5_000 }, (_, i) => `X${i}: 1\r\n`).join(''))],
  }),
  () => ({
    name: 'no host',
    statuses: [400],
    pieces: ['GET /api/heartbeat HTTP/1.1\r\nConnection: close\r\n\r\n'],
  }),
  () => ({ name: 'not HTTP', statuses: [400], pieces: ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'] }),
  () => ({
    name: 'an unknown method',
    statuses: [400],
    pieces: [`FROB /api/heartbeat HTTP/1.1\r\n${host}\r\n`],
  }),
  () => ({
    name: 'both lengths',
    statuses: [400],
    pieces: [
      `POST /api/model_references/v2/clip HTTP/1.1\r\n${host}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`,
    ],
  }),
  () => ({
    name: 'two lengths',
    statuses: [400],
    pieces: [`POST /api/x HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
  }),
  () => ({
    name: 'a space before the colon',
    statuses: [400],
    pieces: [`POST /api/x HTTP/1.1\r\n${host}Content-Length : 3\r\n\r\nabc`],
  }),
  () => ({
    name: 'a folded header',
    statuses: [400],
    pieces: [`GET /api/heartbeat HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`],
  }),
  () => ({
    name: 'a bad chunk size',
    statuses: [400],
    pieces: [
      `POST /api/model_references/v2/clip HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    ],
  }),
  () => ({
    name: 'a gigabyte announced',
    statuses: [413],
    pieces: [
      `POST /api/model_references/v2/clip HTTP/1.1\r\n${host}apikey: key-of-a-requestor\r\nContent-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n${'x'.repeat(1000)}`,
    ],
  }),
  () => ({ name: 'a proposal of 800 kB', statuses: [413], pieces: post(' '.repeat(800_000)) }),
  () => ({ name: 'deep JSON', statuses: [422], pieces: post(deepJson) }),
  () => ({ name: 'an array of 100,001 items', statuses: [422], pieces: post(manyItems) }),
  () => ({
    name: '__proto__',
    statuses: [422],
    pieces: post('{"name":"x","__proto__":{"isApprover":true}}'),
  }),
  () => ({
    name: 'constructor.prototype',
    statuses: [422],
    pieces: post('{"name":"x","constructor":{"prototype":{"a":1}}}'),
  }),
  () => ({ name: 'a lone surrogate in JSON', statuses: [422], pieces: post('{"name":"\\ud800"}') }),
  () => ({
    name: 'invalid UTF-8 in JSON',
    statuses: [422],
    pieces: post(Buffer.from('{"name":"\xff\xfe"}', 'latin1')),
  }),
  () => ({ name: 'a huge number', statuses: [422], pieces: post('{"name":"x","size_on_disk_bytes":1e999}') }),
  () => ({ name: 'duplicate keys', statuses: [202, 409], pieces: post('{"name":"x","name":"y"}') }),
  (random) => ({
    name: 'random bytes',
    statuses: [400],
    unfinished: true,
    pieces: [Buffer.from(Array.from({ length: 1 + random.below(2_000) }, () => random.below(256)))],
  }),
  (random) => {
    const whole = Buffer.from(get('/api/model_references/v2/clip', 'Accept-Encoding: gzip\r\n'));
    for (let i = 0; i < 1 + random.below(4); i++) whole[random.below(whole.length)] = random.below(256);
    return {
      name: 'a request with flipped bytes',
      statuses: [200, 400, 404, 405, 431],
      unfinished: true,
      pieces: [whole],
    };
  },
  (random) => {
    const whole = get('/api/model_references/v2/clip');
    const cut = 1 + random.below(whole.length - 1);
    return {
      name: 'a request in two pieces',
      statuses: [200],
      pieces: [whole.slice(0, cut), whole.slice(cut)],
    };
  },
  (random) => {
    const whole = get('/api/model_references/v2/clip');
    return {
      name: 'a request cut off',
      statuses: [400],
      unfinished: true,
      pieces: [whole.slice(0, 1 + random.below(whole.length - 5))],
    };
  },
];

export interface RawResult {
  readonly sockets: number;
  readonly statuses: ReadonlyMap<string, number>;
  /** The answers that are not right. */
  readonly defects: readonly string[];
}

/**
 * The milliseconds after which a silent connection is given up. The service's own time-outs for unfinished
 * requests are longer.
 */
const patienceMs = 10_000;
const unfinishedPatienceMs = 300;

export interface AttackOptions {
  readonly sockets: number;
  readonly seed: number;
  readonly atOnce?: number;
}

/**
 * A read that comes first on every other connection: the service answers such reads in other code than the
 * rest.
 */
const plainRead = `GET /api/model_references/v2/clip HTTP/1.1\r\n${host}\r\n`;

/**
 * Sends attacks from many sockets at once; every kind comes, then they repeat with other random parts, in
 * turn on a new connection and after a read. The category `clip` has to have a record.
 */
export async function attackSockets(
  port: number,
  { sockets, seed, atOnce = 32 }: AttackOptions,
): Promise<RawResult> {
  const random = new Random(seed);
  const statuses = new Map<string, number>();
  const defects: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < sockets) {
      const index = next++;
      const attack = (attacks[index % attacks.length] as (random: Random) => RawAttack)(random);
      const afterRead = Math.floor(index / attacks.length) % 2 === 1;
      const answer = await converse(port, attack, afterRead);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'closed';
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 'closed' ? !attack.unfinished : !attack.statuses.includes(Number(status))) {
        const where = `socket ${index}, seed ${seed}${afterRead ? ', after a read' : ''}`;
        defects.push(`${attack.name} (${where}): ${answer.slice(0, 400) || 'no answer'}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { sockets: next, statuses, defects };
}

/** @returns the bytes that came back, without the answer to the read before the attack */
function converse(port: number, { pieces, unfinished }: RawAttack, afterRead: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    let read = afterRead ? null : '';
    const attack = () => {
      for (const piece of pieces) socket.write(piece);
    };
    const finish = () => {
      socket.destroy();
      resolve(received.slice(read?.length ?? 0));
    };
    socket.setTimeout(unfinished ? unfinishedPatienceMs : patienceMs, finish);
    socket.on('error', finish);
    socket.on('close', finish);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (read !== null || !isWhole(received)) return;
      read = received;
      attack();
    });
    socket.on('connect', () => {
      if (afterRead) socket.write(plainRead);
      else attack();
    });
  });
}

function isWhole(answer: string): boolean {
  const [head = '', body] = answer.split('\r\n\r\n');
  return body?.length === Number(/content-length: (\d+)/i.exec(head)?.[1]);
}

/**
 * Sends a body of 1 GiB in chunks, as fast as it is taken, to a route that reads bodies.
 * @returns the answer's status, and the bytes that the operating system had taken by then
 */
export function sendGibibyte(port: number): Promise<{ status: string; sent: number }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const piece = Buffer.from(`100000\r\n${' '.repeat(2 ** 20)}\r\n`);
    let status = 'closed';
    const send = () => {
      while (socket.writable && socket.bytesWritten < 2 ** 30) if (!socket.write(piece)) return;
    };
    socket.on('data', (chunk: Buffer) => {
      status = /^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1] ?? status;
    });
    socket.on('drain', send);
    // The service closes while there is more to come: a reset, as far as this side is concerned.
    socket.on('error', () => {});
    socket.on('close', () => resolve({ status, sent: socket.bytesWritten }));
    socket.write(
      `POST /api/model_references/v2/clip HTTP/1.1\r\n${host}apikey: key-of-a-requestor\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    send();
  });
}
