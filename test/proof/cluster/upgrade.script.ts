/**
 * TREE=<directory> npm run proof -- upgrade [seconds]   three instances of the release in that directory (a
 * clone at its tag, after npm ci) on one PostgreSQL, 16 clients; one after the other is killed and comes back
 * as this version, the first of which migrates. Then what was acknowledged, what was lost, and whether all
 * serve the same.
 */
import { resolve } from 'node:path';
import { startPostgres } from '../../support/postgres-process.ts';
import { runInstances } from './instances.ts';

const seconds = Number(process.argv[2]);
const tree = process.env.TREE;
if (tree === undefined) {
  console.error('TREE: the directory of the release to start from, after npm ci');
  process.exit(2);
}
const postgres = await startPostgres('durable');
try {
  const result = await runInstances({
    databaseUrl: postgres.url,
    instances: 3,
    clients: 16,
    seconds,
    killEverySeconds: seconds / 4,
    leastKills: 3,
    firstTree: resolve(tree),
    onKill: (kills, applied) =>
      console.log(`${applied} applied; instance ${kills} comes back as this version`),
  });
  for (const problem of result.problems) console.error(problem);
  console.log(
    `${seconds} s: ${result.acknowledged} acknowledged writes, ${result.applied} applied, ${result.repeated} calls repeated at another instance, ${result.problems.length} problems`,
  );
  process.exitCode = result.problems.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
}
