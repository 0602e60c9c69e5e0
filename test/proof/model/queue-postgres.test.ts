import { onDatabase } from '../../support/databases.ts';
import { checkQueue } from './check-queue.ts';

onDatabase('PostgreSQL', (_name, _makeStore, makeUrl) => {
  checkQueue('v2', 10, makeUrl);
  checkQueue('legacy', 10, makeUrl);
});
