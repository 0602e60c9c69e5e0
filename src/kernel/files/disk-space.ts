import { statfs } from 'node:fs/promises';
import { atMost } from '../deadline.ts';

export interface DiskSpace {
  /** Bytes that this process may still write. */
  readonly free: number;
  readonly size: number;
}

/** The longest wait for a file system, in milliseconds: one on a network may hang. */
const longestMs = 1_000;

/** Gives how much space there is in a folder; null where that cannot be told (now). */
export async function diskSpaceOf(path: string): Promise<DiskSpace | null> {
  const found = await atMost(longestMs, statfs(path)).catch(() => null);
  return found && { free: found.bavail * found.bsize, size: found.blocks * found.bsize };
}

const gib = 1024 ** 3;

/** Whether a disk is nearly full: the alert of `deploy/monitoring` has the same bounds. */
export const isShort = ({ free, size }: DiskSpace): boolean => free < 2 * gib && free < size / 10;
