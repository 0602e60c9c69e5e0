/** npm run socket-test -- [sockets] [seed]   (default 20,000) Malformed requests on raw sockets against a service process; watches its memory. */
import { readFileSync } from 'node:fs';
import { startService, temporaryDirectory } from '../../bench/service.ts';
import { startIdentityServer, users } from '../support/identity-server.ts';
import { attackSockets } from './raw-sockets.ts';

const sockets = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? 1);

/** Resident memory of a process, in MiB. */
function memoryOf(pid: number): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return (Number(pages) * 4096) / 2 ** 20;
}

const identity = await startIdentityServer();
const service = await startService(temporaryDirectory(), {
  MODELREF_AUTH_URL: identity.url,
  MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
  MODELREF_LOG_LEVEL: 'silent',
});
try {
  const port = Number(new URL(service.url).port);
  await attackSockets(port, { sockets: Math.min(2_000, sockets), seed });
  const before = memoryOf(service.pid);
  const result = await attackSockets(port, { sockets, seed: seed + 1, atOnce: 64 });
  const after = memoryOf(service.pid);
  for (const defect of result.defects.slice(0, 20)) console.error(defect);
  const counts = [...result.statuses].sort().map(([status, count]) => `${status}: ${count}`);
  const alive = (await fetch(`${service.url}/api/heartbeat`)).status === 200;
  console.log(
    `${result.sockets} sockets, ${result.defects.length} defects (${counts.join(', ')}); alive: ${alive}; memory ${before.toFixed(0)} → ${after.toFixed(0)} MiB`,
  );
  process.exitCode = result.defects.length === 0 && alive ? 0 : 1;
} finally {
  await service.stop();
  await identity.close();
}
