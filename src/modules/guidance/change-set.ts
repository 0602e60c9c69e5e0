import { z } from 'zod';
import {
  interactionModes,
  maxSources,
  sourceMembers,
  textCapabilities,
} from '../../records/categories/text/usage-fields.ts';
import {
  issueOf,
  laxArray,
  laxBoolean,
  laxEnum,
  laxMap,
  laxString,
  strictObject,
  valueError,
  withFacts,
} from '../../records/lax.ts';
import { maxModelNameLength } from '../../records/model-name.ts';
import { settingMap } from '../../records/setting-value.ts';
import { optionalOrNull, sentMetadata } from '../catalogues/index.ts';

/** Maximum number of profile changes, and of assignment changes, in a change set. */
export const maxChanges = 10_000;

const roles = ['system', 'user', 'assistant', 'tool'] as const;
const label = () => laxString({ min: 1, max: 255 });
const prose = () => laxString({ max: 20_000 });
const content = () => laxString({ max: 100_000 });
const modelName = () => laxString({ min: 1, max: maxModelNameLength });
const listOf = <S extends z.ZodType>(item: S, max: number) => laxArray(item, { max }).default(() => []);

const idPattern = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;
const profileId = () =>
  withFacts(
    label().check(({ value, issues }) => {
      if (idPattern.test(value)) return;
      const text = `'${value}' is not a valid profile id; expected lower-case letters and digits, in parts separated by '.', '_' or '-'`;
      issues.push(issueOf(valueError(text), value));
    }),
    { pattern: idPattern.source },
  );

type MakeObject = <S extends z.ZodRawShape>(shape: S) => z.ZodObject<S>;

function createSchemas(object: MakeObject) {
  const source = object({
    url: sourceMembers.url,
    title: sourceMembers.title.transform((value) => value ?? null),
    note: sourceMembers.note.transform((value) => value ?? null),
  });
  const audience = object({
    overview: prose().default(''),
    use_cases: listOf(prose(), 100),
    tips: listOf(prose(), 100),
    caveats: listOf(prose(), 100),
  });
  const message = object({ role: laxEnum(roles), content: content() });
  const variable = object({
    name: label(),
    description: prose().default(''),
    required: laxBoolean().default(true),
  });
  const template = object({
    template_id: label(),
    name: label(),
    syntax: laxEnum(['jinja2', 'handlebars', 'python_format', 'literal', 'other']),
    syntax_name: optionalOrNull(label()),
    template: content(),
    variables: listOf(variable, 1_000),
  }).check(({ value, issues }) => {
    if (value.syntax !== 'other' || value.syntax_name !== null) return;
    const problem = valueError("syntax_name is required if syntax is 'other'");
    issues.push(issueOf(problem, value.syntax_name, ['syntax_name']));
  });
  const commonFields = {
    profile_id: profileId(),
    display_name: label(),
    aliases: listOf(label(), 1_000),
    summary: prose(),
    user: audience.default(() => audience.parse({})),
    developer: audience.default(() => audience.parse({})),
    examples: listOf(
      object({
        title: label(),
        description: optionalOrNull(prose()),
        messages: laxArray(message, { min: 1, max: 1_000 }),
        rendered_prompt: optionalOrNull(content()),
      }),
      100,
    ),
    recommended_settings: settingMap().default(() => ({})),
    ai_horde_examples: listOf(
      object({
        title: label(),
        prompt: content(),
        parameters: settingMap().default(() => ({})),
        notes: optionalOrNull(prose()),
      }),
      100,
    ),
    sources: listOf(source, maxSources),
    deprecated: laxBoolean().default(false),
    metadata: sentMetadata,
  };
  const contract = object({
    kind: z.literal('prompt_contract'),
    ...commonFields,
    interaction_modes: laxArray(laxEnum(interactionModes), { min: 1, max: interactionModes.length }),
    accepted_roles: listOf(laxEnum(roles), roles.length),
    role_markers: laxMap(laxString({ max: 1_000 })).default(() => ({})),
    stop_sequences: listOf(laxString({ max: 1_000 }), 100),
    templates: listOf(template, 100),
  });
  const recipe = object({
    kind: z.literal('usage_recipe'),
    ...commonFields,
    capability: optionalOrNull(laxEnum(textCapabilities)),
    scenario: optionalOrNull(prose()),
  });
  const profile = z.discriminatedUnion('kind', [contract, recipe], {
    error: "kind must be 'prompt_contract' or 'usage_recipe'",
  });
  const assignment = object({
    model_name: modelName(),
    primary_profile_id: profileId(),
    supplemental_profile_ids: listOf(profileId(), 100),
    metadata: sentMetadata,
  });
  return { profile, assignment };
}

const clientSchemas = createSchemas(strictObject as unknown as MakeObject);
export type SentProfile = z.infer<typeof clientSchemas.profile>;
export type SentAssignment = z.infer<typeof clientSchemas.assignment>;

/** Accepts entries of another registry, whose release may have keys unknown to this one. */
export const foreignSchemas = createSchemas((shape) => z.object(shape));

const describeExpected = (what: string) =>
  `${what} as the catalogue shows it, with its metadata; null where there is none.`;

export const guidanceChangeSet = strictObject({
  title: laxString({ min: 1, max: 160 }),
  profile_changes: listOf(
    strictObject({
      operation: laxEnum(['create', 'update', 'deprecate']),
      profile_id: profileId(),
      profile: optionalOrNull(clientSchemas.profile).meta({
        description: 'The whole profile; not required to deprecate a profile.',
      }),
      expected_before: optionalOrNull(clientSchemas.profile).meta({
        description: describeExpected('The profile'),
      }),
    }),
    maxChanges,
  ),
  assignment_changes: listOf(
    strictObject({
      model_name: modelName(),
      assignment: optionalOrNull(clientSchemas.assignment).meta({
        description: 'The whole assignment; null removes it.',
      }),
      expected_before: optionalOrNull(clientSchemas.assignment).meta({
        description: describeExpected('The assignment'),
      }),
    }),
    maxChanges,
  ),
})
  .check(({ value, issues }) => {
    if (value.profile_changes.length + value.assignment_changes.length > 0) return;
    issues.push(issueOf(valueError('a change set must change at least one profile or assignment'), value));
  })
  .meta({
    id: 'TextGuidanceChangeSet',
    description: 'Changes of profiles, then of assignments, applied in order, all or none.',
  });
export type GuidanceChangeSet = z.infer<typeof guidanceChangeSet>;
