export { v2Drafts } from './http.ts';
export { openDrafts } from './module.ts';
export { draftedNotes } from './noted.ts';
export { draftsKeys } from './tables.ts';
