import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { newFolder } from '../../support/new-folder.ts';

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'npm start that is stopped by %s leaves no service behind',
  async (signal) => {
    const directory = newFolder();
    const npm = spawn('npm', ['start'], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: directory,
        MODELREF_PORT: '0',
        MODELREF_DATABASE_URL: `sqlite:${join(directory, 'registry.db')}`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    const ended = once(npm, 'exit');
    // Nobody has its standard output any more: the service has ended as well.
    const allEnded = once(npm, 'close');
    const base = await eventually(() => /base URL +(\S+)\n/.exec(output)?.[1] ?? expect.fail(output));
    expect((await fetch(`${base}/heartbeat`)).status).toBe(200);
    npm.kill(signal);
    await ended;
    await eventually(() => expect(fetch(`${base}/heartbeat`)).rejects.toThrow('fetch failed'));
    await allEnded;
    expect(output).toContain('Stopping.');
  },
);
