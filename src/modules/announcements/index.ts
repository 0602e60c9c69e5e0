export { createAnnouncements } from './announcements.ts';
export { createBatchMessages } from './discord/batch-messages.ts';
export { atomFeeds } from './http.ts';
export { measureDiscord } from './metrics.ts';
export { discordRows } from './settings.ts';
export { batchMessageStore } from './store.ts';
export { announcementsKeys } from './tables.ts';
