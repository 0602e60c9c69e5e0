/**
 * npm run proof -- cluster [seconds]   three instances on one PostgreSQL, 16 clients, one instance killed and
 * started again every 5 s; then what was acknowledged, what was lost, and how soon all
 * instances show a write.
 */
import { startPostgres } from '../../support/postgres-process.ts';
import { quantile, runInstances } from './instances.ts';

const seconds = Number(process.argv[2]);
const postgres = await startPostgres('durable');
try {
  const result = await runInstances({
    databaseUrl: postgres.url,
    instances: 3,
    clients: 16,
    seconds,
    killEverySeconds: 5,
    onKill: (kills, applied) => console.log(`${kills} kills, ${applied} applied`),
  });
  for (const problem of result.problems) console.error(problem);
  const ms = (share: number) => `${quantile(result.visible, share).toFixed(1)} ms`;
  console.log(
    `${seconds} s, ${result.kills} kills: ${result.acknowledged} acknowledged writes, ${result.applied} applied, ${result.repeated} calls repeated at another instance, ${result.problems.length} problems`,
  );
  console.log(
    `from an apply's answer to the last instance serving it: p50 ${ms(0.5)}, p99 ${ms(0.99)}, longest ${ms(1)} (${result.visible.length} measured)`,
  );
  process.exitCode = result.problems.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
}
