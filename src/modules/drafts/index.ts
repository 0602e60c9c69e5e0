export { createDrafts } from './drafts.ts';
export { v2Drafts } from './http.ts';
