import { setFlagsFromString } from 'node:v8';

/**
 * Lets garbage come to no more than a third of what is in use before it is collected. By itself V8 waits until
 * the heap has grown four times as large when much is allocated quickly, as lists of large proposals do:
 * 300 MiB of garbage beside 60 MiB in use. Ready answers leave nothing behind, so what is read most pays
 * nothing.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
