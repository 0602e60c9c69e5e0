export { createInstanceLease, leasesKeys } from './store.ts';
