export {
  backendVariants,
  hasBackendPrefix,
  listDerivedNames,
  prefixOf,
  stripAuthor,
  stripBackendPrefix,
  textBackends,
} from './backends.ts';
export type { TextModel } from './group-facts.ts';
export { commonFieldNames, healthIssueTypes, listedModel } from './group-facts.ts';
export { TextGroupIndex } from './group-index.ts';
export { type GroupLinks, groupLinks } from './group-links.ts';
export {
  detectFamilies,
  type FamilyLimits,
  type GroupNameSchemaView,
  groupDetail,
  groupNameSchema,
  groupsForFamilies,
  groupsSummary,
} from './group-views.ts';
export {
  composeTextName,
  defaultNameSchema,
  inferNameFormat,
  mergeNameSchema,
  type NameParts,
  type NameSchemaUpdate,
  storedNameSchema,
} from './name-schema.ts';
export {
  groupOfName,
  isQuantised,
  normalisedName,
  type ParsedTextName,
  parseTextName,
  stripTrailingQuants,
} from './parse.ts';
