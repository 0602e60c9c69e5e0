export { HotReadServer } from './hot/hot-connection.ts';
export { createHotReads } from './hot/hot-reads.ts';
