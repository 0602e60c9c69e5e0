import type { IoFault } from './faulty-io.ts';

/** Something that lasts, and what a write is told meanwhile. */
export interface FaultScenario {
  readonly name: string;
  readonly fault: IoFault;
  readonly reason: string;
}

export const faultScenarios: readonly FaultScenario[] = [
  { name: 'the disk is full', fault: { calls: ['write'], error: 'ENOSPC' }, reason: 'the disk is full' },
  {
    name: 'the disk is full in the middle of a page',
    fault: { calls: ['write'], error: 'ENOSPC', torn: true },
    reason: 'the disk is full',
  },
  {
    name: 'the disk does not write',
    fault: { calls: ['write', 'sync', 'truncate'], error: 'EIO' },
    reason: 'reading or writing its files failed',
  },
  {
    name: 'fsync fails',
    fault: { calls: ['sync'], error: 'EIO' },
    reason: 'reading or writing its files failed',
  },
  {
    name: 'the file system has become read-only',
    fault: { calls: ['write', 'sync', 'truncate', 'open'], error: 'EROFS' },
    reason: 'reading or writing its files failed',
  },
];
