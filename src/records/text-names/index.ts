export {
  createBackendNames,
  hasBackendPrefix,
  listDerivedNames,
  readBackendPrefix,
  stripAuthor,
  stripBackendPrefix,
  textBackends,
} from './backends.ts';
export type { TextModel } from './group-facts.ts';
export { commonFieldNames, createListedModel, healthIssueTypes } from './group-facts.ts';
export { TextGroupIndex } from './group-index.ts';
export { createGroupLinks, type GroupLinks } from './group-links.ts';
export {
  createGroupDetail,
  createGroupNameSchema,
  detectFamilies,
  type FamilyLimits,
  type GroupNameSchemaView,
  listGroupsForFamilies,
  summariseGroups,
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
  normaliseName,
  type ParsedTextName,
  parseTextName,
  stripTrailingQuants,
} from './parse.ts';
