import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../src/store/open.ts';
import { type PostgresProcess, startPostgres } from './postgres-process.ts';
import { runSql } from './run-sql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The URL of a broker. It answers GET `/server` with the URL of a PostgreSQL server, and GET `/template`
     * with the name of a database on it that has the tables and no row. Both are made when they are first
     * asked for.
     */
    postgresBroker: string;
  }
}

let broker: Server | undefined;
let server: Promise<PostgresProcess> | undefined;
let template: Promise<string> | undefined;

/** One PostgreSQL server for the whole test run, started when a test first asks for it. */
export async function setup(project: TestProject): Promise<void> {
  broker = createServer((request, response) => {
    server ??= startPostgres();
    if (request.url === '/template') template ??= server.then(makeTemplate);
    const asked = request.url === '/template' ? template : server.then(({ url }) => url);
    asked?.then(
      (text) => response.end(text),
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
  const started = await server?.catch(() => undefined);
  const made = await template?.catch(() => undefined);
  // A server that `TEST_DATABASE_URL` names outlives the run.
  if (started && made) await runSql(started.url, `DROP DATABASE ${made} WITH (FORCE)`);
  await started?.stop();
}

async function makeTemplate({ url }: PostgresProcess): Promise<string> {
  const name = `modelref_test_${randomUUID().replaceAll('-', '')}`;
  await runSql(url, `CREATE DATABASE ${name}`);
  const made = new URL(url);
  made.pathname = `/${name}`;
  const store = await openStore(made.href);
  await store.close();
  return name;
}
