export type { Drafts } from './drafts.ts';
export { draftedNotes } from './noted.ts';
export { draftsKeys } from './tables.ts';
