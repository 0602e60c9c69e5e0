export { findDraftNotes } from './draft-notes.ts';
export type { Drafts } from './drafts.ts';
export { draftDuplicate } from './duplicates.ts';
export { draftsKeys } from './tables.ts';
