import { createServer, type Server } from 'node:http';
import type { TestProject } from 'vitest/node';
import { type DatabaseServer, openDatabaseServer } from './database-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The URL of a broker. It answers POST `/tables`, `/nothing` and `/<database>` with the URL of a new database
     * with these contents, or a copy of that one, on one PostgreSQL server, which starts when it is first asked.
     * DELETE `/<database>` drops one; the answer does not wait for it.
     */
    postgresBroker: string;
  }
}

let broker: Server | undefined;
let server: Promise<DatabaseServer> | undefined;

/** One PostgreSQL server for the whole test run, started when a test first asks for it. */
export async function setup(project: TestProject): Promise<void> {
  broker = createServer(async ({ method, url = '' }, response) => {
    // A test that computes for seconds would not see that an idle connection was closed, and send on it.
    response.shouldKeepAlive = false;
    try {
      server ??= openDatabaseServer();
      const { create, drop } = await server;
      const name = url.slice(1);
      if (method === 'DELETE') drop(name);
      response.end(method === 'DELETE' ? '' : await create(name));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => broker?.listen(0, '127.0.0.1', resolve));
  const address = broker.address();
  if (address === null || typeof address === 'string') throw new Error('The broker has no port');
  project.provide('postgresBroker', `http://127.0.0.1:${address.port}`);
}

export async function teardown(): Promise<void> {
  broker?.close();
  await (await server?.catch(() => undefined))?.stop();
}
