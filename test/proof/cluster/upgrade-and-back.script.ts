/**
 * TREE=<directory> npm run proof -- upgrade-and-back   the version in that directory (a clone, after npm ci) fills
 * a registry, on SQLite and on PostgreSQL, in either canonical format. Then both versions serve it side by side
 * and are written to in turn, this one alone checks the trail against a checkpoint that the older one signed, and
 * the older one refuses the migrated database and goes on from the backup.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryDirectory } from '../../../bench/service.ts';
import { newSigningKey } from '../../../src/kernel/transparency/signed-note.ts';
import { startIdentityServer } from '../../support/identity-server.ts';
import { startPostgres } from '../../support/postgres-process.ts';
import { runSql } from '../../support/run-sql.ts';
import { upgradeAndBack } from './upgrade-and-back.ts';

const tree = process.env.TREE;
if (tree === undefined) {
  console.error('TREE: the directory of the version to start from, after npm ci');
  process.exit(2);
}
const identity = await startIdentityServer();
const postgres = await startPostgres();
const directory = temporaryDirectory();
const problems: string[] = [];
let registries = 0;
try {
  for (const format of ['v2', 'legacy'] as const) {
    for (const database of ['SQLite', 'PostgreSQL']) {
      const found = await (database === 'SQLite' ? onSqlite(format) : onPostgres(format));
      registries += 1;
      problems.push(...found.map((problem) => `${database}, ${problem}`));
    }
  }
} finally {
  await postgres.stop();
  await identity.close();
  rmSync(directory, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(`${registries} registries upgraded, and taken back by backup: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function commonTo(format: 'v2' | 'legacy', name: string) {
  const own = join(directory, `${name}-${format}`);
  mkdirSync(own);
  return {
    tree: resolve(tree as string),
    format,
    directory: own,
    settings: {
      MODELREF_AUTH_URL: identity.url,
      MODELREF_AUDIT_SIGNING_KEY: newSigningKey(),
      MODELREF_AUDIT_ORIGIN: 'log.example/registry',
    },
  };
}

function onSqlite(format: 'v2' | 'legacy'): Promise<string[]> {
  const common = commonTo(format, 'sqlite');
  const backup = join(common.directory, 'backup.db');
  return upgradeAndBack({
    ...common,
    databaseUrl: `sqlite:${join(common.directory, 'registry.db')}`,
    backUp: async (older) => {
      await older.command('backup', backup);
      return `sqlite:${backup}`;
    },
  });
}

/** A copy of the whole database by the server itself stands for a dump that is restored. */
async function onPostgres(format: 'v2' | 'legacy'): Promise<string[]> {
  const urlOf = (name: string) => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
  const name = `upgrade_${format}_${process.pid}`;
  await runSql(postgres.url, `CREATE DATABASE ${name}`);
  return upgradeAndBack({
    ...commonTo(format, 'postgres'),
    databaseUrl: urlOf(name),
    backUp: async () => {
      await runSql(postgres.url, `CREATE DATABASE ${name}_backup TEMPLATE ${name}`);
      return urlOf(`${name}_backup`);
    },
  });
}
