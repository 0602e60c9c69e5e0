export { createAnnouncements } from './announcements.ts';
export { atomFeeds } from './http.ts';
export { startDiscord } from './module.ts';
export { announcementsKeys } from './tables.ts';
