/**
 * npm run proof -- rolling [restarts] [writes] [reads]   two instances on one PostgreSQL, behind nginx and then
 * behind Caddy with the files of `deploy/`, restarted in turn while clients write and read. Counts the answers
 * that were not as wanted, and compares what was answered with what is stored. A proxy that is not installed
 * is named and left out; without either it ends with 2.
 */
import { caddyIsMissing, nginxIsMissing } from '../../clients/deployments/installed.ts';
import { startCaddy, startSiteOfNginx } from '../../clients/deployments/proxies.ts';
import { startPostgres } from '../../support/postgres-process.ts';
import { runRolling } from './rolling.ts';

const [restarts = 0, writes = 0, reads = 0] = process.argv.slice(2).map(Number);
const proxies = [
  { name: 'nginx', missing: nginxIsMissing, startProxy: startSiteOfNginx },
  { name: 'Caddy', missing: caddyIsMissing, startProxy: startCaddy },
];
process.exitCode = proxies.every(({ missing }) => missing !== null) ? 2 : 0;
for (const { name, missing, startProxy } of proxies) {
  if (missing !== null) {
    console.log(`${missing} (Debian: apt-get install ${name.toLowerCase()})`);
    continue;
  }
  const database = await startPostgres('durable');
  try {
    const result = await runRolling({
      databaseUrl: database.url,
      startProxy,
      restarts,
      writes,
      reads,
      onRestart: (count, { writes: written, reads: read, failed }) =>
        console.log(`${name}: ${count} restarts, ${written} writes, ${read} reads, ${failed.length} failed`),
    });
    for (const text of [...result.failed.slice(0, 20), ...result.problems]) console.error(text);
    console.log(
      `${name}: ${result.restarts} restarts: ${result.failed.length} of ${result.writes} writes and ${result.reads} reads failed, ${result.problems.length} problems; followers connected ${result.connections.join(', ')} times`,
    );
    if (result.failed.length + result.problems.length > 0) process.exitCode = 1;
  } finally {
    await database.stop();
  }
}
