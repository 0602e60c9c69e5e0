export { type PresenceServices, presence } from './http.ts';
export { createPresence, othersOf } from './presence.ts';
export { viewerStore } from './store.ts';
