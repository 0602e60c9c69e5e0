export { consolePages } from './console.ts';
export { docs } from './docs.ts';
export { schemas } from './schemas.ts';
export { securityText } from './security-text.ts';
