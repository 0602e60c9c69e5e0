import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { type KnownBaselines, knownBuiltIn, memoizeByBaselines } from '../baselines/known-baselines.ts';
import { type Classification, commonFields } from '../common-fields.ts';
import { issueOf, laxObject, valueError, withoutNulls } from '../lax.ts';
import { findUnlistedFiles, licensingFields, removeUnlistedFiles } from '../licensing/assignment.ts';
import type { CategoryDefinition, LegacyForm, ModelRecord } from './category.ts';

export interface CategoryDraft<Name extends string> {
  readonly name: Name;
  readonly recordName: string;
  /** The domain and purpose of the category's models. */
  readonly classification: Classification;
  /**
   * The category's own fields, after the common ones, in declaration order. The baselines affect only what
   * the schemas accept, not which fields exist.
   */
  readonly fields: z.ZodRawShape | ((baselines: KnownBaselines) => z.ZodRawShape);
  /**
   * Fields whose rules are stricter for submissions than for stored records. They replace the fields of the
   * same name in `fields`.
   */
  readonly submittedFields?: z.ZodRawShape;
  /** Other accepted names of a field; the field's own name wins when both are sent. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Returns the problem of a record whose fields are individually valid; null when there is none. */
  readonly rule?: (record: JsonObject) => string | null;
  readonly criticalFields: readonly string[];
  readonly baselinesOf?: string;
  readonly onlyKnownBaselines?: boolean;
  readonly usage?: 'image' | 'text';
  readonly managedElsewhere?: boolean;
  readonly legacy?: (stored: CategoryDefinition['stored']) => LegacyForm;
}

/** Defines a category from its own properties and the properties common to all categories. */
export function defineCategory<const Name extends string>(
  draft: CategoryDraft<Name>,
): CategoryDefinition & { readonly name: Name } {
  const { name, recordName, classification, criticalFields } = draft;
  const commonShape = commonFields(name, classification);
  const shapeOf = (baselines: KnownBaselines) => ({
    ...commonShape,
    ...(typeof draft.fields === 'function' ? draft.fields(baselines) : draft.fields),
  });
  const stored = memoizeByBaselines((baselines) =>
    createRecordSchema(shapeOf(baselines), draft).transform((record) => removeUnlistedFiles(record)),
  );
  const submittedFields = { licensing: licensingFields.submitted, ...draft.submittedFields };
  const record = memoizeByBaselines((baselines) =>
    createRecordSchema({ ...shapeOf(baselines), ...submittedFields }, draft, refuseUnlistedFiles).meta({
      id: recordName,
    }),
  );
  return {
    name,
    recordName,
    classification,
    record,
    stored,
    fields: Object.keys(shapeOf(knownBuiltIn)),
    criticalFields: [...criticalFields, 'licensing'],
    baselinesOf: draft.baselinesOf ?? null,
    onlyKnownBaselines: draft.onlyKnownBaselines ?? false,
    usage: draft.usage ?? null,
    legacy: draft.legacy?.(stored) ?? null,
    managedElsewhere: draft.managedElsewhere ?? false,
  };
}

type SchemaFacts = Pick<CategoryDraft<string>, 'aliases' | 'rule'>;

function createRecordSchema(
  shape: z.ZodRawShape,
  { aliases, rule }: SchemaFacts,
  check: (record: ModelRecord, ctx: z.core.$RefinementCtx) => void = () => {},
): z.ZodType<ModelRecord> {
  const fields = laxObject(shape);
  const inputSchema = aliases ? z.preprocess((input) => resolveAliases(input, aliases), fields) : fields;
  return inputSchema.transform((parsed, ctx) => {
    const record = withoutNulls(parsed) as ModelRecord;
    const ruleProblem = rule?.(record) ?? null;
    if (ruleProblem !== null) ctx.issues.push(issueOf(valueError(ruleProblem), record));
    check(record, ctx);
    return record;
  });
}

function refuseUnlistedFiles(record: ModelRecord, ctx: z.core.$RefinementCtx): void {
  for (const name of findUnlistedFiles(record)) {
    const text = `'${name}' is not a file_name in config.download of the record`;
    ctx.issues.push(issueOf(valueError(text), name, ['licensing', 'files', name]));
  }
}

function resolveAliases(input: unknown, aliases: Readonly<Record<string, string>>): unknown {
  if (!isJsonObject(input)) return input;
  const resolvedInput = { ...input };
  for (const [alias, field] of Object.entries(aliases)) {
    if (Object.hasOwn(input, alias) && !Object.hasOwn(input, field))
      resolvedInput[field] = input[alias] ?? null;
  }
  return resolvedInput;
}
