import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder where the real records and the known answers about them are looked for. */
export const folder = resolve(process.env.MODELREF_SHARED_DATA ?? '../shared/data');

/** Folder of the real data, or null if it does not exist. */
export const sharedData: string | null = existsSync(folder) ? folder : null;
