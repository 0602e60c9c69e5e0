import { decimalNumber } from '../kinds.ts';

/** In seconds, at most a day. */
export const seconds = decimalNumber(0, 86_400);
/** In seconds. */
export const timeOut = decimalNumber(0.1, 600);
