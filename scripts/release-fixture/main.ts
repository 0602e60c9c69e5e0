/**
 * Makes the fixtures of a release for the test of upgrades: databases that the release has filled, and its
 * answers to requests.
 *
 *   npm run release-fixture -- <tree> [name] [format…]
 *
 * Runs the release in `tree` (a clone at its tag, after `npm ci`) with the release's own code: imports data,
 * makes writes, and records the answers. Leaves the databases and answers in
 * `test/fixtures/releases/<version>/`, for each canonical format, or only for the formats given. Give `name`
 * for a version that is not released: the folder then has this name. The script uses the PostgreSQL server
 * that `TEST_DATABASE_URL` names, or one from an npm package; `pg_dump` has to have the server's version or a
 * newer one.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { startIdentityServer } from '../../test/support/identity-server.ts';
import { startPostgres } from '../../test/support/postgres-process.ts';
import { runSql } from '../../test/support/run-sql.ts';
import { temporaryDirectory } from '../../test/support/service-process.ts';
import { answersOf } from './answers.ts';
import { checkpointOf } from './checkpoint.ts';
import { fillLegacy, fillV2 } from './fill.ts';
import { releaseIn } from './release.ts';

const run = promisify(execFile);
const source = resolve('test/fixtures/legacy');

const allFormats = ['v2', 'legacy'] as const;
const [, , given, name, ...wanted] = process.argv;
const formats = wanted.length === 0 ? allFormats : allFormats.filter((format) => wanted.includes(format));
if (given === undefined || formats.length < wanted.length) {
  console.error(
    'usage: npm run release-fixture -- <directory of the release, installed> [name] [v2|legacy…]',
  );
  process.exit(2);
}
const tree = resolve(given);

const identity = await startIdentityServer();
const postgres = await startPostgres();
const receivers = await startReceivers();
try {
  for (const format of formats) await makeFixture(format);
} finally {
  receivers.close();
  await postgres.stop();
  await identity.close();
}

async function makeFixture(format: 'v2' | 'legacy'): Promise<void> {
  const directory = temporaryDirectory();
  const release = releaseIn(tree, directory, {
    MODELREF_CANONICAL_FORMAT: format,
    MODELREF_AUTH_URL: identity.url,
    MODELREF_WEBHOOKS: JSON.stringify(receivers.targets),
    MODELREF_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
  });
  await release.command('import', source);
  const { answers, checkpoint } = await release.serving(async (url) => {
    const listed = await fetch(`${url}/api/model_references/v2/model_categories`);
    const categories = (await listed.json()) as string[];
    await (format === 'v2' ? fillV2(url, categories) : fillLegacy(url));
    return { answers: await answersOf(url, categories), checkpoint: await checkpointOf(url) };
  });
  await release.command('audit', 'verify');
  const target = join('test/fixtures/releases', name ?? release.version);
  await mkdir(target, { recursive: true });
  const keep = async (name: string, content: string | Buffer) => {
    const bytes = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
    const file = join(target, `${format}.${name}.br`);
    await writeFile(file, bytes);
    console.log(`${file}: ${bytes.length} bytes`);
  };
  const copy = join(directory, 'copy.db');
  await release.command('backup', copy);
  await keep('sqlite', await readFile(copy));
  await keep('postgres.sql', await dumpOf(release, `sqlite:${copy}`));
  await keep('answers.json', JSON.stringify(answers));
  if (checkpoint) await keep('checkpoint.json', JSON.stringify(checkpoint));
  await rm(directory, { recursive: true, force: true });
}

/**
 * Copies a SQLite database of the release to PostgreSQL, and dumps it as SQL that any PostgreSQL client can
 * run.
 * @param from URL of the SQLite database
 */
async function dumpOf(release: ReturnType<typeof releaseIn>, from: string): Promise<string> {
  const name = `release_fixture_${process.pid}`;
  const to = new URL(postgres.url);
  to.pathname = `/${name}`;
  await runSql(postgres.url, `CREATE DATABASE ${name}`);
  try {
    await release.command('copy', '--from', from, '--to', to.href);
    const { stdout } = await run('pg_dump', ['--inserts', '--rows-per-insert=100', '--no-owner', to.href], {
      maxBuffer: 256 * 1024 * 1024,
    });
    // Lines that begin with a backslash are commands of psql alone.
    return stdout.replaceAll(/^\\.*$/gm, '');
  } finally {
    await runSql(postgres.url, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

/** Starts a server with two webhook receivers: one answers 204, the other 500. */
async function startReceivers() {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.writeHead(request.url === '/failing' ? 500 : 204).end());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    targets: ['taking', 'failing'].map((path) => ({
      url: `http://127.0.0.1:${port}/${path}`,
      secret: 'sixteen letters and more',
    })),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
