import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Lowest port that `freePort` gives. Operating systems assign ports from 32768 on by themselves, so the ports
 * below stay free.
 */
const first = 16_384;
const last = 32_767;

/** Finds a free loopback port for a process that has to be told its port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * (last + 1 - first));
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
