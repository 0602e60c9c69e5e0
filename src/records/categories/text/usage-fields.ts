import type { z } from 'zod';
import { hostOf } from '../../files/host-address.ts';
import {
  absentOrNull,
  issueOf,
  laxArray,
  laxEnum,
  laxInt,
  laxString,
  strictObject,
  valueError,
  withFacts,
  withoutNulls,
} from '../../lax.ts';

export const interactionModes = ['completion', 'instruction', 'chat'] as const;
export const textCapabilities = ['tool_calling', 'structured_output'] as const;

/** Maximum number of sources of one statement about a model. */
export const maxSources = 100;

const note = () => laxString({ max: 4_000 });

const webAddress = withFacts(
  laxString({ max: 2_000 }).check(({ value, issues }) => {
    if (hostOf(value) === null)
      issues.push(issueOf(valueError(`'${value}' must begin with http:// or https://`), value));
  }),
  { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' },
);

/** The members of a source for a statement about a model. */
export const sourceMembers = { url: webAddress, title: absentOrNull(note()), note: absentOrNull(note()) };

const sources = laxArray(
  strictObject(sourceMembers)
    .transform(withoutNulls)
    .meta({ id: 'UsageSource', description: 'The source of a statement about a model.' }),
  { max: maxSources },
).default(() => []);
const qualification = absentOrNull(note()).meta({ description: 'Conditions under which the value holds.' });

const claim = strictObject({
  status: laxEnum(['supported', 'unsupported', 'unknown']),
  sources,
  qualification,
})
  .transform(withoutNulls)
  .meta({ id: 'UsageClaim', description: 'A statement about one ability of a model.' });

function claimsOf(keys: readonly string[]) {
  return strictObject(Object.fromEntries(keys.map((key) => [key, absentOrNull(claim)]))).transform(
    withoutNulls,
  );
}

/**
 * The fields of a text record that describe how the model can be used. An absent key means unknown, not no.
 */
export const usageFields = {
  context_window: absentOrNull(
    strictObject({
      maximum_tokens: laxInt({ ge: 1, le: Number.MAX_SAFE_INTEGER }),
      sources,
      qualification,
    })
      .transform(withoutNulls)
      .meta({ id: 'ContextWindow', description: 'The context window of the model.' }),
  ),
  interaction_modes: absentOrNull(
    claimsOf(interactionModes).meta({
      id: 'InteractionModes',
      description: 'Supported ways to interact with the model. Missing keys are unknown.',
    }),
  ),
  capabilities: absentOrNull(
    claimsOf(textCapabilities).meta({
      id: 'TextCapabilities',
      description: 'Abilities of the model. Missing keys are unknown.',
    }),
  ),
} satisfies z.ZodRawShape;
