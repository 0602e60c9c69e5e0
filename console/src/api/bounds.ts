export { bounds } from '../../../client/src/schema.ts';
