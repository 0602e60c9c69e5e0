import { checkQueue } from './check-queue.ts';

checkQueue('v2', 60);
