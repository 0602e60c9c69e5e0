import { z } from 'zod';
import type { KnownBaselines } from './baselines/known-baselines.ts';
import type { CanonicalFormat, CategoryDefinition } from './categories/category.ts';
import { applyFacts } from './lax.ts';
import { maxModelNameLength } from './model-name.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The rules of `checkModelName` in JSON Schema, but for well-formed Unicode, which no pattern can ask of every
 * program.
 */
const nameRules: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: maxModelNameLength,
  pattern: '^(?=[\\s\\S]*\\S)[^\\\\\\u0000-\\u001f\\u007f-\\u009f]+$',
};

/**
 * The JSON Schema (2020-12) of a record in a `PUT` request: the service accepts every record that it accepts,
 * and stores it without converting types. The service itself takes a little more: `"7"` for a number, spaces
 * around a tag, other spellings of a name.
 *
 * @returns null for the legacy form of a category without one
 */
export function recordSchema(
  category: CategoryDefinition,
  format: CanonicalFormat,
  baselines: KnownBaselines,
): JsonSchema | null {
  const parts = partsOf(category, format, baselines);
  return (
    parts && {
      $schema: dialect,
      title: `A record of ${category.name}`,
      $ref: `#/$defs/${parts.recordName}`,
      $defs: parts.definitions,
    }
  );
}

/**
 * Returns the JSON Schema of a file or an answer that has all records of a category by their names. Legacy
 * records in it may have a `type` that new records may not: the public files do.
 */
export function categorySchema(
  category: CategoryDefinition,
  format: CanonicalFormat,
  baselines: KnownBaselines,
): JsonSchema | null {
  const parts = partsOf(category, format, baselines);
  return (
    parts && {
      $schema: dialect,
      title: `The models of ${category.name} by name`,
      type: 'object',
      properties: { $schema: { type: 'string' } },
      propertyNames: nameRules,
      additionalProperties: { $ref: `#/$defs/${parts.recordName}` },
      $defs: format === 'legacy' ? withAnyType(parts) : parts.definitions,
    }
  );
}

const dialect = 'https://json-schema.org/draft/2020-12/schema';

interface Parts {
  readonly recordName: string;
  readonly definitions: Record<string, JsonSchema>;
}

function partsOf(
  category: CategoryDefinition,
  format: CanonicalFormat,
  baselines: KnownBaselines,
): Parts | null {
  const source = format === 'v2' ? category.record(baselines) : category.legacy?.body(baselines);
  if (!source) return null;
  const { $defs } = z.toJSONSchema(source, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      applyFacts(zodSchema, jsonSchema);
      if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue as never;
      delete jsonSchema.id;
    },
  });
  const definitions = { ...$defs } as Record<string, JsonSchema>;
  const recordName = format === 'v2' ? category.recordName : category.legacy!.recordName;
  const record = definitions[recordName]!;
  const properties = { ...(record.properties as object), name: nameRules };
  definitions[recordName] = { ...record, properties };
  return { recordName, definitions };
}

function withAnyType({ recordName, definitions }: Parts): Parts['definitions'] {
  const record = definitions[recordName]!;
  const properties = { ...(record.properties as object), type: { type: ['string', 'null'] } };
  return { ...definitions, [recordName]: { ...record, properties } };
}
