export { atomFeed } from './http.ts';
export { openAnnouncements } from './module.ts';
export { announcementsKeys } from './store.ts';
