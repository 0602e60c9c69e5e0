export { licensesOf, licensing } from './definition.ts';
export { licensingProjections } from './projection.ts';
