export { inboxStore } from './store.ts';
export { inboxKeys } from './tables.ts';
export { conflictsOf, tellInboxes } from './tell.ts';
