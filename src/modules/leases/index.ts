export { instanceLease } from './instance-lease.ts';
export { leasesKeys } from './tables.ts';
