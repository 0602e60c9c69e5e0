import { createServer, type Server } from 'node:http';
import type { TestProject } from 'vitest/node';
import { type PostgresProcess, startPostgres } from './postgres-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Answers a GET with the URL of a PostgreSQL server, which is started at the first question of the run.
     */
    postgresBroker: string;
  }
}

let broker: Server | undefined;
let server: Promise<PostgresProcess> | undefined;

/** One PostgreSQL server for the whole test run, started only when a test asks for it. */
export async function setup(project: TestProject): Promise<void> {
  broker = createServer((_request, response) => {
    server ??= startPostgres();
    server.then(
      ({ url }) => response.end(url),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => broker?.listen(0, '127.0.0.1', resolve));
  const address = broker.address();
  if (address === null || typeof address === 'string') throw new Error('The broker has no port');
  project.provide('postgresBroker', `http://127.0.0.1:${address.port}`);
}

export async function teardown(): Promise<void> {
  broker?.close();
  await server?.then(
    ({ stop }) => stop(),
    () => {},
  );
}
