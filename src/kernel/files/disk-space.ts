import { statfs } from 'node:fs/promises';
import { withTimeout } from '../deadline.ts';

export interface DiskSpace {
  /** Free bytes, without those that the file system reserves for root. */
  readonly free: number;
  readonly size: number;
}

/** Maximum time, in ms, to wait for the file system: a network file system may hang. */
const statTimeoutMs = 1_000;

/**
 * Returns the free space and the size of the disk that holds a folder; null if the file system returns an
 * error or does not respond in time.
 */
export async function readDiskSpace(path: string): Promise<DiskSpace | null> {
  const stats = await withTimeout(statTimeoutMs, statfs(path)).catch(() => null);
  return stats && { free: stats.bavail * stats.bsize, size: stats.blocks * stats.bsize };
}

const gib = 1024 ** 3;

/**
 * Returns whether a disk is nearly full: less than 2 GiB and less than 10 % free. The alert in
 * `deploy/monitoring` has the same bounds.
 */
export const isNearlyFull = ({ free, size }: DiskSpace): boolean => free < 2 * gib && free < size / 10;
