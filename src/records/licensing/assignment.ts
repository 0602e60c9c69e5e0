import { z } from 'zod';
import { createInputError, type FieldProblem } from '../../kernel/errors.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import {
  absentOrNull,
  issueOf,
  laxArray,
  laxEnum,
  laxMap,
  laxString,
  strictObject,
  valueError,
  withFacts,
  withoutNulls,
} from '../lax.ts';
import { expressionLimits, noAssertion, parseExpression } from './expression.ts';

export const permissions = ['allowed', 'allowed_with_conditions', 'prohibited', 'unknown'] as const;
/** Whether a licence permits a use. */
export type Permission = (typeof permissions)[number];

export const obligations = [
  'attribution',
  'include_license',
  'share_alike',
  'disclose_source',
  'network_source_disclosure',
  'responsible_use_restrictions',
  'other',
] as const;
/** A duty that a licence imposes. */
export type Obligation = (typeof obligations)[number];

/** The evidence for a licence, such as the page that states it. Absent keys mean unknown. */
export interface LicenseEvidence {
  /** A URL or another source. */
  readonly source: string;
  readonly description?: string;
  /** The day on which the source was read, as `YYYY-MM-DD`. */
  readonly checked_at?: string;
}

/** The licence of a model, of one of its files or of an asset, in its stored form. */
export interface LicenseAssignment {
  /** An SPDX expression. */
  readonly license_expression: string;
  /** The identifiers in the expression; empty for `NOASSERTION`. */
  readonly license_ids: readonly string[];
  readonly commercial_use: Permission;
  readonly redistribution: Permission;
  readonly obligations: readonly Obligation[];
  readonly attribution?: string;
  readonly evidence: readonly LicenseEvidence[];
  readonly reviewed_by?: string;
  /** As `YYYY-MM-DD`. */
  readonly reviewed_at?: string;
  readonly notes?: string;
}

/** `licensing` of a v2 record: the licence of the model, and those of files with a different licence. */
export interface ModelLicensing extends LicenseAssignment {
  readonly files?: Readonly<Record<string, LicenseAssignment>>;
}

/** Maximum number of pieces of evidence of an assignment. */
export const maxEvidence = 100;

export const permission = laxEnum(permissions).meta({
  id: 'LicensePermission',
  description: 'Whether the licence permits a use.',
});

/** Schema of obligations, without duplicates. */
export const obligationList = laxArray(
  laxEnum(obligations).meta({ id: 'LicenseObligation', description: 'A duty that a licence imposes.' }),
  { max: 20 },
)
  .default(() => [])
  .transform((list) => [...new Set(list)]);

/** Schema of a human-readable text: no control characters except line breaks and tabs. */
export const licenseText = (max = 4_000) =>
  laxString({ max }).check(({ value, issues }) => {
    if (/[^\P{Cc}\n\r\t]/u.test(value))
      issues.push(issueOf(valueError('must not have control characters'), value));
  });

/** Schema of a day, as `YYYY-MM-DD`. */
const day = () =>
  withFacts(
    laxString().check(({ value, issues }) => {
      const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(value).toJSON()?.startsWith(value);
      if (!isDay) issues.push(issueOf(valueError('must be a day, as YYYY-MM-DD'), value));
    }),
    { format: 'date' },
  );

const evidence = strictObject({
  source: licenseText(2_000).check(({ value, issues }) => {
    if (value.trim() === '') issues.push(issueOf(valueError('must not be blank'), value));
  }),
  description: absentOrNull(licenseText()),
  checked_at: absentOrNull(day()),
})
  .transform(withoutNulls)
  .meta({ id: 'LicenseEvidence', description: 'The source that states the licence.' });

const members = {
  license_expression: laxString({ min: 1 }).meta({
    description: 'SPDX expression. Identifiers outside the SPDX list are accepted.',
    maxLength: expressionLimits.length,
    examples: ['Apache-2.0', 'MIT OR LicenseRef-Mine', noAssertion],
  }),
  license_ids: absentOrNull(laxArray(laxString(), { max: expressionLimits.identifiers })).meta({
    description: 'The identifiers in the expression; empty for NOASSERTION. Default: taken from it.',
  }),
  commercial_use: permission,
  redistribution: permission,
  obligations: obligationList,
  attribution: absentOrNull(licenseText()),
  evidence: laxArray(evidence, { max: maxEvidence }).default(() => []),
  reviewed_by: absentOrNull(licenseText(255)),
  reviewed_at: absentOrNull(day()),
  notes: absentOrNull(licenseText()),
};

interface GivenAssignment {
  readonly license_expression: string;
  readonly license_ids?: readonly string[] | null | undefined;
  readonly commercial_use: Permission;
  readonly redistribution: Permission;
}

/** Returns the identifiers of an assignment, or the problem when it breaks a rule. */
function findIds(assignment: GivenAssignment): readonly string[] | { readonly problem: string } {
  const { license_expression, license_ids, commercial_use, redistribution } = assignment;
  const parsed = parseExpression(license_expression);
  if ('problem' in parsed) return { problem: `license_expression ${parsed.problem}` };
  const { licenses, exceptions } = parsed;
  if (license_expression === noAssertion) {
    if (commercial_use !== 'unknown' || redistribution !== 'unknown')
      return { problem: `commercial_use and redistribution must be unknown for ${noAssertion}` };
  }
  const ids = license_ids ?? licenses;
  const allowedIds = new Set([...licenses, ...exceptions]);
  const isExact =
    new Set(ids).size === ids.length &&
    ids.every((id) => allowedIds.has(id)) &&
    licenses.every((id) => ids.includes(id));
  if (isExact) return ids;
  return {
    problem: `license_ids must be exactly the identifiers in license_expression: ${licenses.join(', ') || 'none'}`,
  };
}

/**
 * Returns the stored form of a parsed assignment, with the licence identifiers and without nulls. Adds an
 * issue when the assignment breaks a rule.
 */
function toStoredLicensing<G extends GivenAssignment & object>(
  assignment: G,
  ctx: { readonly issues: unknown[] },
): ModelLicensing {
  const ids = findIds(assignment);
  if ('problem' in ids) {
    ctx.issues.push(issueOf(valueError(ids.problem), assignment));
    return assignment as unknown as ModelLicensing;
  }
  const { license_expression, license_ids: _, ...others } = assignment;
  return withoutNulls({ license_expression, license_ids: ids, ...others }) as unknown as ModelLicensing;
}

/** Schema of an assignment in requests. Its output is the stored form. */
export const sentAssignment = strictObject(members)
  .transform((assignment, ctx) => toStoredLicensing(assignment, ctx) as LicenseAssignment)
  .meta({ id: 'LicenseAssignment', description: 'A licence and what it permits.' });

const modelLicensing = strictObject({
  ...members,
  files: absentOrNull(laxMap(sentAssignment)).meta({
    description: 'Licences of single files, by `config.download[].file_name`.',
  }),
})
  .transform((assignment, ctx) => toStoredLicensing(assignment, ctx))
  .meta({
    id: 'ModelLicensing',
    description: 'The licence of a model, and of files with a different one.',
  });

/** The value that `RECORD_PROJECTIONS=licensing` adds to records without a licence. Never stored. */
export const projectedLicensing = {
  license_expression: noAssertion,
  commercial_use: 'unknown',
  redistribution: 'unknown',
  notes: 'Nobody has reviewed the licence of this model.',
} as const satisfies JsonObject;

const projectedKeys = Object.keys(projectedLicensing);

/**
 * Returns whether the `licensing` of a record was added by a projection. Also recognises the projection of
 * the existing service, whose text in `notes` differs. Returns false for a stored assignment, which always
 * has all lists.
 */
export function isProjectedLicensing(licensing: unknown): boolean {
  return (
    isJsonObject(licensing) &&
    licensing.license_expression === noAssertion &&
    Object.keys(licensing).length === projectedKeys.length &&
    projectedKeys.every((key) => Object.hasOwn(licensing, key))
  );
}

/** Returns the schema of `licensing` that drops values added by a projection. */
function createUnprojectedSchema(isProjected: (licensing: unknown) => boolean) {
  return z.preprocess((input) => (isProjected(input) ? undefined : input), absentOrNull(modelLicensing));
}

/** The field `licensing` of v2 records, in submissions and in records from files. */
export const licensingFields = {
  submitted: createUnprojectedSchema(
    (input) => isProjectedLicensing(input) && (input as JsonObject).notes === projectedLicensing.notes,
  ),
  stored: createUnprojectedSchema(isProjectedLicensing),
};

/**
 * Returns the files in `licensing` that are not in the record's downloads.
 * @param record a parsed v2 record
 */
export function findUnlistedFiles(record: JsonObject): string[] {
  const files = isJsonObject(record.licensing) ? record.licensing.files : null;
  if (!isJsonObject(files)) return [];
  const listedNames = listFileNames(record);
  return Object.keys(files).filter((name) => !listedNames.has(name));
}

/** Returns the record without the licences of files that are not in its downloads. */
export function removeUnlistedFiles<R extends JsonObject>(record: R): R {
  const unlistedNames = new Set(findUnlistedFiles(record));
  if (unlistedNames.size === 0) return record;
  const { files, ...licensing } = record.licensing as JsonObject;
  const listedFiles = Object.entries(files as JsonObject).filter(([name]) => !unlistedNames.has(name));
  return {
    ...record,
    licensing: { ...licensing, ...(listedFiles.length > 0 && { files: Object.fromEntries(listedFiles) }) },
  };
}

/**
 * Returns the v2 record that replaces `live`. If the record has no licensing, adds the licensing of `live`,
 * without the licences of files that are not in the record's downloads.
 * @param fields the fields of the category in their order
 */
export function keepLicensing<R extends JsonObject>(
  record: R,
  live: JsonObject | null,
  fields: readonly string[],
): R {
  const licensing = live?.licensing ?? null;
  if (licensing === null || (record.licensing ?? null) !== null) return record;
  const recordWithLicensing: JsonObject = { ...record, licensing };
  const orderedEntries = fields.flatMap((field) =>
    Object.hasOwn(recordWithLicensing, field) ? [[field, recordWithLicensing[field]]] : [],
  );
  return removeUnlistedFiles(Object.fromEntries(orderedEntries) as R);
}

function listFileNames({ config }: JsonObject): ReadonlySet<unknown> {
  const download = isJsonObject(config) && Array.isArray(config.download) ? config.download : [];
  return new Set(download.map((entry) => (isJsonObject(entry) ? entry.file_name : null)));
}

/**
 * Refuses an update that would remove the licensing of a model.
 * @param record the v2 record in the request
 * @throws RegistryError `invalid_input`
 */
export function refuseNullLicensing(record: unknown, loc: FieldProblem['loc'] = ['body']): void {
  if (!isJsonObject(record) || record.licensing !== null) return;
  const msg = 'Value error, licensing cannot be null in an update: omit it to keep what is stored';
  throw createInputError([
    { type: 'value_error', loc: [...loc, 'licensing'], msg, input: null, ctx: { error: {} } },
  ]);
}

/** Returns the assignment with all keys of the API; null for unknown values. */
export function createAssignmentView(assignment: LicenseAssignment): JsonObject {
  const { license_expression, license_ids, commercial_use, redistribution } = assignment;
  const { attribution, reviewed_by, reviewed_at, notes } = assignment;
  const view = {
    license_expression,
    license_ids,
    commercial_use,
    redistribution,
    obligations: assignment.obligations,
    attribution: attribution ?? null,
    evidence: assignment.evidence.map(({ source, description, checked_at }) => ({
      source,
      description: description ?? null,
      checked_at: checked_at ?? null,
    })),
    reviewed_by: reviewed_by ?? null,
    reviewed_at: reviewed_at ?? null,
    notes: notes ?? null,
  };
  return view as unknown as JsonObject;
}

/** Returns the licensing of a v2 record; null when it has none. */
export function licensingOf(record: JsonObject | null): ModelLicensing | null {
  return isJsonObject(record?.licensing) ? (record.licensing as unknown as ModelLicensing) : null;
}

/** Returns the ids of all licences in a model's licensing, for the model and its files. */
export function licenseIdsOf(licensing: ModelLicensing | null): string[] {
  if (licensing === null) return [];
  const { license_ids, files = {} } = licensing;
  return [...new Set([license_ids, ...Object.values(files).map((file) => file.license_ids)].flat())];
}
