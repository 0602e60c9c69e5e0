import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where real records and their known answers are looked for. */
export const folder = resolve(process.env.MODELREF_SHARED_DATA ?? '../shared/data');

/** That folder, or null where it does not lie beside the checkout. */
export const sharedData: string | null = existsSync(folder) ? folder : null;
