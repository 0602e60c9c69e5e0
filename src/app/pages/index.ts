export { consolePages } from './console.ts';
export { docs } from './docs.ts';
export { schemas } from './schemas.ts';
