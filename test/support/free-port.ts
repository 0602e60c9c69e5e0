import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give ports for connections, and for servers that ask for any, from 32768 on; these stay as they are. */
const first = 16_384;
const last = 32_767;

/** A loopback port for a process that has to be told one: free now, and nobody's by chance until it starts. */
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
