import type { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import { joinFirstNames } from '../../kernel/first-names.ts';
import { generationParams } from '../../records/setting-value.ts';
import { hasBackendPrefix } from '../../records/text-names/index.ts';
import { type Catalogue, createRuleError, type Section } from '../catalogues/index.ts';
import type { SentAssignment, SentProfile } from './change-set.ts';
import { findProseProblem } from './raw-html.ts';

/** The sections of the catalogue. */
export const profileSection = 'profiles';
export const assignmentSection = 'assignments';

const emptySection: Section = new Map();
export const profilesOf = ({ sections }: Catalogue) =>
  (sections[profileSection] ?? emptySection) as unknown as ReadonlyMap<string, SentProfile>;
export const assignmentsOf = ({ sections }: Catalogue) =>
  (sections[assignmentSection] ?? emptySection) as unknown as ReadonlyMap<string, SentAssignment>;

/** Maximum number of names that a message lists. */
const maxListedNames = 5;
export const quotedNames = (names: readonly string[]) =>
  joinFirstNames(
    names.map((name) => `'${name}'`),
    maxListedNames,
  );

/** Returns the ids of an assignment's profiles, the primary one first. */
export function profileIdsOf({ primary_profile_id, supplemental_profile_ids }: SentAssignment): string[] {
  return [primary_profile_id, ...supplemental_profile_ids];
}

/** Returns the names of the models that each profile is assigned to. */
export function modelsByProfile(catalogue: Catalogue): ReadonlyMap<string, readonly string[]> {
  const models = new Map<string, string[]>();
  for (const [name, assignment] of assignmentsOf(catalogue)) {
    for (const id of new Set(profileIdsOf(assignment))) {
      const names = models.get(id);
      if (names) names.push(name);
      else models.set(id, [name]);
    }
  }
  return models;
}

/**
 * Checks the texts and settings of a profile to be written.
 * @throws RegistryError `invalid_change_set`
 */
export async function checkProfile(profile: SentProfile, slice: TimeSlice): Promise<void> {
  const { profile_id: id } = profile;
  for (const [path, text] of proseOf(profile)) {
    if (slice.expired) await slice.yield();
    const problem = findProseProblem(text);
    if (problem !== null) throw createRuleError(`${path} of profile '${id}' ${problem}.`);
  }
  for (const [path, settings] of settingsOf(profile)) {
    const unknownKeys = Object.keys(settings).filter((key) => !generationParams.includes(key));
    if (unknownKeys.length === 0) continue;
    throw createRuleError(
      `Unknown text generation settings: ${quotedNames(unknownKeys)}, in ${path} of profile '${id}'. Valid settings are: ${[...generationParams].sort().join(', ')}.`,
    );
  }
}

function* proseOf({ summary, user, developer }: SentProfile): Generator<[path: string, text: string]> {
  yield ['summary', summary];
  for (const [name, audience] of Object.entries({ user, developer })) {
    yield [`${name}.overview`, audience.overview];
    for (const list of ['use_cases', 'tips', 'caveats'] as const) {
      for (const [at, text] of audience[list].entries()) yield [`${name}.${list}.${at}`, text];
    }
  }
}

function* settingsOf({ recommended_settings, ai_horde_examples }: SentProfile) {
  yield ['recommended_settings', recommended_settings] as const;
  for (const [at, { parameters }] of ai_horde_examples.entries())
    yield [`ai_horde_examples.${at}.parameters`, parameters] as const;
}

/**
 * Checks that every alias belongs to one profile only, ignoring letter case.
 * @throws RegistryError `invalid_change_set`
 */
export function checkAliases(profiles: Iterable<SentProfile>): void {
  const profileEntries = [...profiles];
  const owners = new Map(profileEntries.map(({ profile_id }) => [profile_id, profile_id]));
  for (const { profile_id: id, aliases } of profileEntries) {
    for (const alias of aliases) {
      const owner = owners.get(alias.toLowerCase()) ?? id;
      if (owner !== id) {
        const nameText = owner === alias.toLowerCase() ? 'the id' : 'an alias';
        throw createRuleError(
          `Alias '${alias}' of profile '${id}' is already ${nameText} of profile '${owner}'; letter case is ignored.`,
        );
      }
      owners.set(alias.toLowerCase(), id);
    }
  }
}

/**
 * Checks that there is a live model with the name of the assignment to be written.
 * @throws RegistryError `invalid_change_set`
 */
export function checkModel(name: string, models: ReadonlySet<string>): void {
  if (models.has(name) && !hasBackendPrefix(name)) return;
  const reason = hasBackendPrefix(name)
    ? 'the name must not have a backend prefix'
    : 'no live text model has this name';
  throw createRuleError(`Unknown canonical text model: ${name} (${reason}).`);
}

/**
 * Checks that an assignment has the required kinds of profiles, each of them active and listed once.
 * @throws RegistryError `invalid_change_set`
 */
export function checkAssignment(
  { model_name: model, ...assignment }: SentAssignment,
  profiles: ReadonlyMap<string, SentProfile>,
): void {
  const ids = profileIdsOf({ model_name: model, ...assignment });
  for (const [at, id] of ids.entries()) {
    const requiredKind = at === 0 ? 'prompt_contract' : 'usage_recipe';
    const role = at === 0 ? 'primary' : 'supplemental';
    const profile = profiles.get(id);
    const fail = (why: string) => {
      throw createRuleError(`The ${role} profile '${id}' of '${model}' ${why}.`);
    };
    if (ids.indexOf(id) < at) fail('is listed twice');
    if (!profile) fail('does not exist');
    else if (profile.kind !== requiredKind) fail(`is a ${profile.kind}; allowed: ${requiredKind}`);
    else if (profile.deprecated) fail('is deprecated; assigned profiles must not be deprecated');
  }
}
