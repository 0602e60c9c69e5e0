export {
  type GroupEntries,
  type GroupEntryKind,
  GroupReplay,
  groupEvent,
} from './group-event.ts';
export type { Groups } from './groups.ts';
export { aliasStore, entryTables, familyStore, nameSchemaStore } from './store.ts';
export { namesKeys } from './tables.ts';
