export { HotReadServer } from './hot/hot-connection.ts';
export { hotReads } from './hot/hot-reads.ts';
