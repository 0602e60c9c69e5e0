/** One run of the checks as a process of its own, which may be killed: its argument is a JSON text. */
import { openStore } from '../../../src/storage/open.ts';
import { checkOnce, type Where } from './checking.ts';

interface Given {
  databaseUrl: string;
  where: Where;
  hoursLater: number;
  checkedBefore: number;
}

const given = JSON.parse(process.argv[2] ?? '{}') as Given;
const store = await openStore(given.databaseUrl);
const { looked } = await checkOnce(store, given.where, given);
await store.close();
console.log(JSON.stringify({ looked }));
