import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { Tx } from '../../store/tx.ts';
import { modelStore } from '../catalog/index.ts';
import {
  type Catalogue,
  type CatalogueDefinition,
  type CatalogueDraft,
  type CatalogueFinding,
  createCatalogMetadata,
  createChangeSets,
  createRuleError,
  type EntryWrite,
  type MovedModel,
  readExport,
  withoutMetadata,
} from '../catalogues/index.ts';
import { foreignSchemas, type GuidanceChangeSet, guidanceChangeSet } from './change-set.ts';
import {
  assignmentSection,
  assignmentsOf,
  checkAliases,
  checkAssignment,
  checkModel,
  checkProfile,
  modelsByProfile,
  profileSection,
  profilesOf,
  quotedNames,
} from './rules.ts';

/** The names of the live text models. */
type LiveModelNames = ReadonlySet<string>;

type ProfileChange = GuidanceChangeSet['profile_changes'][number];
type AssignmentChange = GuidanceChangeSet['assignment_changes'][number];

const toJson = (value: unknown) => value as JsonObject;

export const textGuidance = createChangeSets<GuidanceChangeSet, LiveModelNames>({
  kind: 'text_guidance',
  category: 'text_generation',
  modelNamePrefix: 'guidance',
  route: 'submit_text_guidance_change_set',
  etagPrefix: 'text-guidance',
  exportPath: '/model_references/v2/text_generation/guidance/export',
  sections: [profileSection, assignmentSection],
  initialCatalogue: {
    revision: 1,
    updated_at: null,
    sections: { [profileSection]: new Map(), [assignmentSection]: new Map() },
  },
  changeSet: guidanceChangeSet,
  readRuleData: async (reader: Tx) => new Set(await modelStore(reader).names('text_generation')),
  apply,
  check,
  listAffectedNames: (changeSet, before) => ({
    key: 'affected_models',
    names: findAffectedModels(changeSet, before),
  }),
  listRelatedModels: findAffectedModels,
  // An assignment requires its model, so the models must be written first.
  isAfterModels: ({ assignment_changes }) => assignment_changes.some(({ assignment }) => assignment !== null),
  listFindings: compareCatalogues,
  isCritical: (path) => /^profiles\..*\.(?:templates|role_markers|stop_sequences)(?:[.[]|$)/.test(path),
  createReversal: createUndoChangeSet,
  updateReferences: followModel,
  createExport: (catalogue) => ({
    metadata: createCatalogMetadata(catalogue),
    profiles: toJson(Object.fromEntries(profilesOf(catalogue))),
    assignments: toJson(Object.fromEntries(assignmentsOf(catalogue))),
  }),
  parseExport: (value) =>
    readExport(value, 'text guidance', {
      [profileSection]: { entry: foreignSchemas.profile, nameField: 'profile_id' },
      [assignmentSection]: { entry: foreignSchemas.assignment, nameField: 'model_name' },
    }),
} satisfies CatalogueDefinition<GuidanceChangeSet, LiveModelNames>);

/** Returns the models whose guidance a change set changes, through their assignments or profiles. */
function findAffectedModels(
  { profile_changes, assignment_changes }: GuidanceChangeSet,
  before: Catalogue,
): string[] {
  const models = modelsByProfile(before);
  const namesWithProfile = profile_changes.flatMap(({ profile_id }) => models.get(profile_id) ?? []);
  return [...new Set([...assignment_changes.map(({ model_name }) => model_name), ...namesWithProfile])];
}

async function apply(
  draft: CatalogueDraft,
  { profile_changes, assignment_changes }: GuidanceChangeSet,
): Promise<void> {
  const slice = new TimeSlice();
  for (const change of profile_changes) await applyToProfile(draft, change, slice);
  for (const change of assignment_changes) applyToAssignment(draft, change);
}

async function applyToProfile(
  draft: CatalogueDraft,
  { operation, profile_id: id, profile, expected_before }: ProfileChange,
  slice: TimeSlice,
): Promise<void> {
  const profileText = `Profile '${id}'`;
  draft.assertUnchanged(profileSection, id, profileText, expected_before && toJson(expected_before));
  const currentEntry = draft.section(profileSection).get(id);
  if (operation === 'create' && currentEntry)
    throw createRuleError(`${profileText} cannot be created: the id is in use.`);
  if (operation !== 'create' && !currentEntry)
    throw createRuleError(`${profileText} cannot be changed (${operation}): no profile has this id.`);
  if (profile !== null && profile.profile_id !== id)
    throw createRuleError(
      `The change of profile '${id}' (${operation}) must have a profile with this id; found '${profile.profile_id}'.`,
    );
  if (operation !== 'deprecate') {
    if (profile === null)
      throw createRuleError(`The change of profile '${id}' (${operation}) must have a profile.`);
    await checkProfile(profile, slice);
    draft.put(profileSection, id, toJson(profile));
    return;
  }
  const entry = { ...currentEntry, deprecated: true };
  if (currentEntry?.deprecated === true) throw createRuleError(`${profileText} is already deprecated.`);
  if (
    profile !== null &&
    !sameJson(withoutMetadata(toJson({ ...profile, deprecated: true })), withoutMetadata(toJson(entry)))
  )
    throw createRuleError(
      `${profileText} cannot be deprecated with other changes: propose these as an update.`,
    );
  draft.put(profileSection, id, entry);
}

function applyToAssignment(
  draft: CatalogueDraft,
  { model_name: name, assignment, expected_before }: AssignmentChange,
): void {
  draft.assertUnchanged(
    assignmentSection,
    name,
    `The assignment of '${name}'`,
    expected_before && toJson(expected_before),
  );
  if (assignment !== null) {
    if (assignment.model_name !== name)
      throw createRuleError(
        `The assignment of '${name}' must have this model_name; found '${assignment.model_name}'.`,
      );
    draft.put(assignmentSection, name, toJson(assignment));
    return;
  }
  if (!draft.section(assignmentSection).has(name))
    throw createRuleError(`The assignment of '${name}' cannot be removed: it does not exist.`);
  draft.remove(assignmentSection, name);
}

function check(after: Catalogue, before: Catalogue, models: LiveModelNames): void {
  const profiles = profilesOf(after);
  checkAliases(profiles.values());
  const assignmentsBefore = assignmentsOf(before);
  for (const [name, assignment] of assignmentsOf(after)) {
    // An unchanged assignment is accepted even if an import has removed its model.
    if (assignmentsBefore.get(name) !== assignment) checkModel(name, models);
    checkAssignment(assignment, profiles);
  }
}

function* findProfileChanges(before: Catalogue, after: Catalogue): Generator<CatalogueFinding> {
  const [old, now] = [profilesOf(before), profilesOf(after)];
  const models = modelsByProfile(after);
  for (const [id, profile] of now) {
    const formerProfile = old.get(id);
    if (formerProfile === profile) continue;
    const users = models.get(id) ?? [];
    const usersText = `${users.length} ${users.length === 1 ? 'model has' : 'models have'} it`;
    const changeText = !formerProfile
      ? 'is new'
      : profile.deprecated && !formerProfile.deprecated
        ? 'is deprecated'
        : 'changes';
    const severity = formerProfile && users.length > 0 ? 'warning' : 'note';
    const message = `Profile '${id}' ${changeText}: ${usersText}${users.length > 0 ? `: ${quotedNames(users)}` : ''}.`;
    yield { severity, path: `profiles.${id}`, message };
  }
}

function* findAssignmentChanges(before: Catalogue, after: Catalogue): Generator<CatalogueFinding> {
  const [old, now] = [assignmentsOf(before), assignmentsOf(after)];
  const addedNames = [...now.keys()].filter((name) => !old.has(name));
  const removedNames = [...old.keys()].filter((name) => !now.has(name));
  const changedEntries = [...now].filter(([name, each]) => old.has(name) && old.get(name) !== each);
  const changesByKind: [what: string, names: string[]][] = [
    ['get guidance', addedNames],
    ['get other guidance', changedEntries.map(([name]) => name)],
    ['lose their guidance', removedNames],
  ];
  for (const [effect, names] of changesByKind) {
    if (names.length === 0) continue;
    const message = `Models that ${effect}: ${names.length}: ${quotedNames(names)}.`;
    yield { severity: 'note', path: 'assignments', message };
  }
}

function compareCatalogues(before: Catalogue, after: Catalogue): CatalogueFinding[] {
  return [...findProfileChanges(before, after), ...findAssignmentChanges(before, after)];
}

function createUndoChangeSet(
  writes: readonly EntryWrite[],
  _now: Catalogue,
  title: string,
): JsonObject | null {
  const profileWrites = writes.filter(({ section }) => section === profileSection);
  const profile_changes = profileWrites.flatMap(({ name: profile_id, before, after: live }) => {
    // Profiles are never removed. A created profile is deprecated instead.
    const operation = before === null ? 'deprecate' : live === null ? 'create' : 'update';
    const isDone = before === null && (live === null || live.deprecated === true);
    return isDone ? [] : { operation, profile_id, profile: before, expected_before: live };
  });
  const assignment_changes = writes
    .filter(({ section }) => section === assignmentSection)
    .map(({ name: model_name, before: assignment, after: expected_before }) => ({
      model_name,
      assignment,
      expected_before,
    }));
  if (profile_changes.length + assignment_changes.length === 0) return null;
  return { title, profile_changes, assignment_changes };
}

/** Renames or removes the assignment of a renamed or deleted model. */
function followModel(draft: CatalogueDraft, { name, to }: MovedModel): void {
  const assignment = draft.section(assignmentSection).get(name);
  if (!assignment) return;
  draft.remove(assignmentSection, name);
  if (to === null) return;
  draft.put(assignmentSection, to, { ...assignment, model_name: to });
}
