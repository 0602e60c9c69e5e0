export { instanceLease, leasesKeys } from './store.ts';
