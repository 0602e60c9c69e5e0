export {
  type GroupEntries,
  type GroupEntryKind,
  GroupReplay,
  groupEntryKinds,
  groupEvent,
  groupWriteOf,
} from './group-event.ts';
export type { Groups } from './groups.ts';
export { textGenerationAliases } from './http-aliases.ts';
export { textGenerationFamilies } from './http-families.ts';
export { textGenerationGroups } from './http-groups.ts';
export { textGenerationNames } from './http-names.ts';
export { openNames } from './module.ts';
export { aliasStore, entryTables, familyStore, nameSchemaStore } from './store.ts';
export { namesKeys } from './tables.ts';
