export { picturesKeys } from './tables.ts';
