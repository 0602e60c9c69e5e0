export type { Drafts } from './drafts.ts';
export { draftDuplicate } from './duplicates.ts';
export { draftedNotes } from './noted.ts';
export { draftsKeys } from './tables.ts';
