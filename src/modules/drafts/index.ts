export { v2Drafts } from './http.ts';
export { openDrafts } from './module.ts';
