import { inboxKeys } from '../modules/inbox/index.ts';
import type { CopiedTable } from '../store/copy-database.ts';

/** The tables of all modules. */
export const moduleTables: readonly CopiedTable[] = [...inboxKeys];
