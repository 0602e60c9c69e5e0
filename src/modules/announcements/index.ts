export { announcementsKeys } from './store.ts';
