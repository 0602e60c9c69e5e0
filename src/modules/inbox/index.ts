export { createConflictEntries, notifyInboxes } from './notify.ts';
export { inboxStore } from './store.ts';
export { inboxKeys } from './tables.ts';
