/** A thread of clients that ask with made-up keys, each again as soon as it has its answer. */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { url, clients } = workerData as { url: string; clients: number };
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const statuses: Record<string, number> = {};
let withoutRetryAfter = 0;
let stopped = false;
parentPort?.once('message', () => {
  stopped = true;
});

const ask = () =>
  new Promise<void>((resolve) => {
    const headers = { apikey: randomBytes(16).toString('base64url') };
    const count = (what: string | number) => {
      statuses[what] = (statuses[what] ?? 0) + 1;
      resolve();
    };
    request(url, { agent, headers }, (response) => {
      if (response.statusCode === 503 && !response.headers['retry-after']) withoutRetryAfter += 1;
      response.resume().once('end', () => count(response.statusCode ?? 0));
    })
      .once('error', () => count('no answer'))
      .end();
  });
const client = async () => {
  while (!stopped) await ask();
};
await Promise.all(Array.from({ length: clients }, client));
agent.destroy();
parentPort?.postMessage({ statuses, withoutRetryAfter });
