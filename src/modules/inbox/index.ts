export { inboxResources } from './http.ts';
export { openInbox } from './module.ts';
export { inboxStore } from './store.ts';
export { inboxKeys } from './tables.ts';
export { conflictsOf, tellInboxes } from './tell.ts';
