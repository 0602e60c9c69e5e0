import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { openStore } from '../../../src/store/open.ts';
import { startPostgres } from '../../support/postgres-process.ts';
import { canCheckRepositories } from '../../support/repository-checks.ts';
import { runSql } from '../../support/run-sql.ts';
import { formats } from './formats.ts';
import { checkTwoSides, steps } from './two-sides.ts';

/** With TEST_STORE=postgres, on PostgreSQL. */
const [numRuns, seed] = process.argv.slice(2).map(Number) as [number, number];
if (!canCheckRepositories) {
  console.error('needs python3, in which the checks of the repositories are written');
  process.exit(2);
}
const postgres = process.env.TEST_STORE === 'postgres' ? await startPostgres() : null;
console.log(`${numRuns} sequences on ${postgres ? 'PostgreSQL' : 'SQLite'}, seed ${seed}`);
let ourCommits = 0;
for (const [name, format] of Object.entries(formats)) {
  const share = Math.ceil(numRuns / Object.keys(formats).length);
  await fc.assert(
    fc.asyncProperty(steps, async (todo) => {
      const { url, remove } = postgres ? await schemaIn(postgres.url) : await file();
      const store = await openStore(url);
      try {
        ourCommits += (await checkTwoSides(store, format, todo)).ourCommits;
      } finally {
        await store.close();
        await remove();
      }
    }),
    { numRuns: share, seed },
  );
  console.log(`${name}: ${share} sequences agree`);
}
await postgres?.stop();
console.log(
  `both sides held what three-way merging says, after every sync; ${ourCommits} commits of ours pass the repositories' checks`,
);

async function file() {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-two-sides-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  return { url: `sqlite:${join(directory, 'registry.db')}`, remove };
}

async function schemaIn(server: string) {
  const name = `two_sides_${randomUUID().replaceAll('-', '')}`;
  await runSql(server, `CREATE SCHEMA ${name}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { url: url.href, remove: () => runSql(server, `DROP SCHEMA ${name} CASCADE`) };
}
