/**
 * npm run proof -- socket [sockets] [seed]   Malformed requests on raw sockets against a
 * service process; watches its memory.
 */

import { keys, startIdentityServer, users } from '../../support/identity-server.ts';
import { residentMiB } from '../../support/process-memory.ts';
import { startService, temporaryDirectory } from '../../support/service-process.ts';
import { call } from '../crash/client.ts';
import { attackSockets, sendGibibyte } from './raw-sockets.ts';

const sockets = Number(process.argv[2]);
const seed = Number(process.argv[3]);

const identity = await startIdentityServer();
const service = await startService(temporaryDirectory(), {
  MODELREF_AUTH_URL: identity.url,
  MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
  MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
  MODELREF_LOG_LEVEL: 'silent',
});

const write = (key: string, path: string, body: unknown) =>
  call('POST', `${service.url}/api/model_references/v2/${path}`, key, body);

try {
  const { change_id } = (await write(keys.requestor, 'clip', { name: 'a record' })) as { change_id: number };
  await write(keys.approver, 'pending_queue/batches', { batch_title: 'first', approved_ids: [change_id] });
  await write(keys.approver, 'pending_queue/apply', { change_ids: [change_id] });
  const port = Number(new URL(service.url).port);
  await attackSockets(port, { sockets: Math.min(2_000, sockets), seed });
  const before = residentMiB(service.pid).now;
  const result = await attackSockets(port, { sockets, seed: seed + 1, atOnce: 64 });
  const after = residentMiB(service.pid).now;
  const bodies = await Promise.all(Array.from({ length: 4 }, () => sendGibibyte(port)));
  for (const defect of result.defects.slice(0, 20)) console.error(defect);
  const counts = [...result.statuses].sort().map(([status, count]) => `${status}: ${count}`);
  const alive = (await fetch(`${service.url}/api/heartbeat`)).status === 200;
  console.log(
    `${result.sockets} sockets, ${result.defects.length} defects (${counts.join(', ')}); alive: ${alive}; memory ${before} → ${after} MiB`,
  );
  const most = Math.max(...bodies.map(({ sent }) => sent)) / 2 ** 20;
  console.log(
    `4 bodies of 1 GiB: ${bodies.map(({ status }) => status).join(', ')} after ${most.toFixed(1)} MiB at most; memory ${residentMiB(service.pid).now} MiB`,
  );
  process.exitCode = result.defects.length === 0 && alive && most < 64 ? 0 : 1;
} finally {
  await service.stop();
  await identity.close();
}
