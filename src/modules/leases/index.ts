export { instanceLease, leaseStore, leasesKeys } from './store.ts';
