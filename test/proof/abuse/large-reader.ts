/**
 * A thread that reads an answer to its end and throws it away: half a gigabyte would hold up a thread that
 * measures times.
 */
import { parentPort, workerData } from 'node:worker_threads';

const { url, key } = workerData as { url: string; key: string };
const { status, body } = await fetch(url, { headers: { apikey: key } });
let length = 0;
for await (const piece of body ?? []) length += piece.length;
parentPort?.postMessage({ status, length });
