import { statfs } from 'node:fs/promises';
import { atMost } from '../deadline.ts';

export interface DiskSpace {
  /** Free bytes, without those that the file system keeps for root. */
  readonly free: number;
  readonly size: number;
}

/** Longest time, in ms, to wait for a file system's answer: a file system on a network may hang. */
const maxMs = 1_000;

/**
 * Returns the free space and the size of the disk that holds a folder. Returns null when the file system answers
 * with an error, or not in time.
 */
export async function diskSpaceOf(path: string): Promise<DiskSpace | null> {
  const stats = await atMost(maxMs, statfs(path)).catch(() => null);
  return stats && { free: stats.bavail * stats.bsize, size: stats.blocks * stats.bsize };
}

const gib = 1024 ** 3;

/**
 * Returns whether a disk is nearly full: less than 2 GiB, and less than a tenth of the disk, is free. The alert
 * of `deploy/monitoring` has the same bounds.
 */
export const isShort = ({ free, size }: DiskSpace): boolean => free < 2 * gib && free < size / 10;
