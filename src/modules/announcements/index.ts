export { atomFeeds } from './http.ts';
export { openAnnouncements } from './module.ts';
export { announcementsKeys } from './tables.ts';
