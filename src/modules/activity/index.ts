export { createActivity } from './activity.ts';
export { activity } from './http.ts';
