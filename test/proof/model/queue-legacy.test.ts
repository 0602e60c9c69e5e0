import { checkQueue } from './check-queue.ts';

checkQueue('legacy', 60);
