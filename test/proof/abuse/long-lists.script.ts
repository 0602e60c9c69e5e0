/**
 * npm run proof -- long-lists [rounds]
 *
 * Sends bodies that are one list as long as fits, of every kind, to a service process, while another client
 * reads. Prints for each how long its answer and the longest read beside it took.
 */
import { startService, temporaryDirectory } from '../../../bench/service.ts';
import { startIdentityServer, users } from '../../support/identity-server.ts';
import { longLists, sendLongList } from './long-lists.ts';

const rounds = Number(process.argv[2]);

const identity = await startIdentityServer();
const service = await startService(temporaryDirectory(), {
  MODELREF_AUTH_URL: identity.url,
  MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
  MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
  MODELREF_LOG_LEVEL: 'fatal',
});
let wrong = 0;
try {
  for (const list of longLists) {
    let [answered, longest] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      let done = false;
      const sending = sendLongList(service.url, list).finally(() => {
        done = true;
      });
      while (!done) longest = Math.max(longest, await readTime());
      const { status, text } = await sending;
      answered = Math.max(answered, performance.now() - began);
      if (status === list.status) continue;
      wrong += 1;
      console.log(`${list.what}: ${status} ${text.slice(0, 200)}`);
    }
    const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(8);
    console.log(`answered ${list.status} within ${ms(answered)}, reads within ${ms(longest)}: ${list.what}`);
  }
  process.exitCode = wrong === 0 ? 0 : 1;
} finally {
  await service.stop();
  await identity.close();
}

/** Gives the time of one read, in milliseconds. */
async function readTime(): Promise<number> {
  const began = performance.now();
  await (await fetch(`${service.url}/api/model_references/v2/model_categories`)).arrayBuffer();
  return performance.now() - began;
}
