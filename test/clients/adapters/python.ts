import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Answer, ForeignClient } from '../client.ts';

const missing = spawnSync('python3', ['--version']).status === 0 ? null : 'not installed';

const library = (name: string): ForeignClient => ({
  name: `Python's ${name}`,
  sends: 'anything',
  missing,
  async open(origin) {
    const child = spawn('python3', [join(import.meta.dirname, 'python.py'), name], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
      send: async (method, path, { headers, body }) => {
        child.stdin.write(`${JSON.stringify({ method, url: origin + path, headers, body })}\n`);
        const { value } = await lines.next();
        if (value === undefined) throw new Error('python3 has ended');
        const told = JSON.parse(value) as Answer | { failed: string };
        if ('failed' in told) throw new Error(told.failed);
        return told;
      },
      close: async () => {
        child.stdin.end();
        await once(child, 'close');
      },
    };
  },
});

export const urllib = library('urllib');
export const httpClient = library('http.client');
