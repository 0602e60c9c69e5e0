import { connect, type Socket } from 'node:net';
import { keys } from '../../support/identity-server.ts';

const queue = '/api/model_references/v2/pending_queue';
const host = 'Host: x\r\n';

/** Proposes so many records of about a megabyte; half of them for one and the same model. */
export async function proposeLarge(origin: string, count: number): Promise<void> {
  const description = 'x'.repeat(1_000_000);
  for (let i = 0; i < count; i += 1) {
    const name = i % 2 === 0 ? 'the same' : `model ${i}`;
    const answer = await fetch(`${origin}/api/model_references/v2/clip`, {
      method: 'POST',
      headers: { apikey: keys.requestor, 'content-type': 'application/json' },
      body: JSON.stringify({ name, description }),
    });
    await answer.text();
    if (answer.status !== 202) throw new Error(`proposal ${i}: ${answer.status}`);
  }
}

/** The lists that such proposals are in, by what is asked and by whose key. */
export const lists: readonly { readonly path: string; readonly key: string }[] = [
  { path: `${queue}/my_changes?limit=500`, key: keys.requestor },
  { path: `${queue}/changes?limit=500`, key: keys.approver },
];

/** Clients that ask for the lists and take nothing of the answers, until they are disposed of. */
export function askWithoutReading(port: number, count: number): Disposable {
  const sockets: Socket[] = [];
  for (let i = 0; i < count; i += 1) {
    const { path, key } = lists[i % lists.length] as (typeof lists)[number];
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\n${host}apikey: ${key}\r\n\r\n`),
    );
    socket.pause();
    socket.on('error', () => {});
    sockets.push(socket);
  }
  return {
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Reads a list to its end; gives the number of its items, and its length in UTF-16 units. */
export async function readList(origin: string, { path, key }: (typeof lists)[number]) {
  const answer = await fetch(origin + path, { headers: { apikey: key } });
  const text = await answer.text();
  const { items, total } = JSON.parse(text) as { items: unknown[]; total: number };
  return { status: answer.status, items: items.length, total, length: text.length };
}
