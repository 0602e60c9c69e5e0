export type { Drafts } from './drafts.ts';
export { draftDuplicate } from './duplicates.ts';
export { openDrafts } from './module.ts';
export { draftedNotes } from './noted.ts';
export { draftsKeys } from './tables.ts';
