/** Runs the checks once as a process of its own, which may be killed: its argument is a JSON text. */
import { openStore } from '../../../src/store/open.ts';
import { type CheckOnce, checkOnce, type Where } from './checking.ts';

export interface CheckProcess extends CheckOnce {
  databaseUrl: string;
  where: Where;
}

const given = JSON.parse(process.argv[2] ?? '{}') as CheckProcess;
const store = await openStore(given.databaseUrl);
const { looked } = await checkOnce(store, given.where, given);
await store.close();
console.log(JSON.stringify({ looked }));
