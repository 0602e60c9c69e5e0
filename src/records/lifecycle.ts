import { isJsonObject, type JsonObject, textsOf } from '../kernel/json.ts';
import {
  issueOf,
  laxLiteral,
  laxObject,
  laxString,
  orNull,
  valueError,
  withFacts,
  withoutNulls,
} from './lax.ts';

/**
 * The channels from which a reader can choose. `common`: the models that are not in beta. `beta`: all models.
 */
export const channels = ['common', 'beta'] as const;
export type Channel = (typeof channels)[number];

const longestReason = 500;

/**
 * Pattern of a UTC time in the form in which records have it, such as `2026-12-31T00:00:00Z`. A day that does
 * not exist does not match, such as the 29th of February outside leap years.
 */
const storedMoment = (() => {
  const leap = String.raw`(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)`;
  const day =
    String.raw`(?:\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)` +
    `|${leap}-02-29)`;
  return String.raw`^${day}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$`;
})();

const moment = laxString().transform((text, ctx) => {
  const found = momentOf(text);
  if (found !== null) return found;
  ctx.issues.push(
    issueOf(
      valueError(
        `Not a date: '${text}'. Give one as 2026-12-31, or with a time in UTC as 2026-12-31T18:00:00Z`,
      ),
      text,
    ),
  );
  return text;
});

const parsedLifecycle = laxObject({
  state: laxLiteral(['beta', 'deprecated']).meta({
    description:
      '`beta`: served only to who asks for `channel=beta`. `deprecated`: served, but not to be begun with.',
  }),
  until: orNull(withFacts(moment, { type: 'string', pattern: storedMoment })).meta({
    description:
      'Only of `beta`: when it becomes served to everybody by itself. A date (its beginning in UTC) or a time in UTC.',
    examples: ['2026-12-31T00:00:00Z'],
  }),
  reason: orNull(laxString({ max: longestReason })),
  replaced_by: orNull(laxString({ min: 1 })).meta({
    description: 'Only of `deprecated`: the model of the same category to use instead.',
  }),
})
  .transform((given, ctx) => {
    const wrong = given.state === 'beta' ? 'replaced_by' : 'until';
    if (given[wrong] != null) {
      const other = given.state === 'beta' ? 'deprecated' : 'beta';
      ctx.issues.push(
        issueOf(valueError(`${wrong} belongs to state '${other}', not to '${given.state}'`), given[wrong], [
          wrong,
        ]),
      );
    }
    return withoutNulls(given);
  })
  .meta({ id: 'ModelLifecycle' });

/**
 * Schema of a record's `lifecycle`, which says that the model is in beta or deprecated. The model of a record
 * without `lifecycle` is neither.
 */
export const lifecycle = withFacts(parsedLifecycle, {
  if: { properties: { state: { const: 'beta' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { replaced_by: { type: 'null' } } },
  else: { properties: { until: { type: 'null' } } },
});

/**
 * Reads a UTC date or time, and gives it in the form in which records have it, `2026-12-31T00:00:00Z`. Null
 * for any other text.
 */
function momentOf(text: string): string | null {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]00:00))?$/i.exec(
    text.trim(),
  );
  if (!parts) return null;
  const [, day, time = '00:00', seconds = '00'] = parts;
  const found = `${day}T${time}:${seconds}Z`;
  // A day that the month does not have would be another one.
  const milliseconds = Date.parse(found);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(found.slice(0, -1))
    ? found
    : null;
}

function lifecycleOf(record: JsonObject): JsonObject | null {
  return isJsonObject(record.lifecycle) ? record.lifecycle : null;
}

/** Whether the model is in beta: only readers who ask for `channel=beta` see it. */
export function isBeta(record: JsonObject | null | undefined): boolean {
  return record != null && lifecycleOf(record)?.state === 'beta';
}

/**
 * Whether the text of a stored v2 record is that of a model in beta. Parses the text only if it contains the
 * beginning of a beta's `lifecycle`.
 */
export function isBetaText(v2: string): boolean {
  // The stored form is compact and has the state first.
  return v2.includes('"lifecycle":{"state":"beta"') && isBeta(JSON.parse(v2) as JsonObject);
}

/**
 * Gives the time, in Unix seconds, at which a model's beta ends by itself; null when the model is not in
 * beta, or its beta has no date.
 */
export function betaEnds(record: JsonObject): number | null {
  const until = isBeta(record) ? lifecycleOf(record)?.until : undefined;
  const milliseconds = typeof until === 'string' ? Date.parse(until) : Number.NaN;
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

/**
 * Gives the record, without its `lifecycle` if this is a beta that has ended by `now` (Unix seconds).
 * Otherwise a change that was proposed during the beta, but applied after it, would hide the model again.
 */
export function settledLifecycle<Record extends JsonObject>(record: Record, now: number): Record {
  const ends = betaEnds(record);
  if (ends === null || ends > now) return record;
  const { lifecycle: _, ...common } = record;
  return common as unknown as Record;
}

/** Gives the names that the model had before, the latest first. */
export function formerNames(record: JsonObject): readonly string[] {
  return textsOf(record.renamed_from);
}

/**
 * Gives the name of the model that a deprecated model's record says to use instead; null when it names none.
 */
export function replacementOf(record: JsonObject): string | null {
  const replacement = lifecycleOf(record)?.replaced_by;
  return typeof replacement === 'string' ? replacement : null;
}
