export { inboxStore } from './store.ts';
export { inboxKeys } from './tables.ts';
export { conflictsOf, notifyInboxes } from './tell.ts';
