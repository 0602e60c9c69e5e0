export {
  backendVariants,
  derivedNames,
  hasBackendPrefix,
  prefixOf,
  shortName,
  stripAuthor,
  stripBackendPrefix,
  stripTrailingQuants,
  textBackends,
} from './backends.ts';
export { detectFamilies, type FamilyLimits, groupsForFamilies } from './families.ts';
export { commonFieldNames } from './group-facts.ts';
export { TextGroupIndex } from './group-index.ts';
export { type GroupLinks, groupLinks } from './group-links.ts';
export {
  type GroupNameSchemaView,
  groupDetail,
  groupNameSchema,
  groupsSummary,
} from './group-views.ts';
export { inferNameFormat } from './infer-name-format.ts';
export { legacyGroupSummaries } from './legacy-group-summary.ts';
export {
  composeTextName,
  defaultNameSchema,
  mergeNameSchema,
  type NameParts,
  type NameSchemaUpdate,
  storedNameSchema,
} from './name-schema.ts';
export { groupOfName, isQuantised, normalisedName, type ParsedTextName, parseTextName } from './parse.ts';
export { resolveTextName, type TextNameResolution } from './resolve.ts';
export type { TextModel } from './text-model.ts';
export { type ListedModel, listedModel } from './text-model.ts';
