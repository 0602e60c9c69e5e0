export { createAnnouncements } from './announcements.ts';
export { atomFeeds } from './http.ts';
export { startDiscord } from './module.ts';
export { discordRows } from './settings.ts';
export { announcementsKeys } from './tables.ts';
