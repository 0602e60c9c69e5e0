import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

export type Components = ReturnType<typeof createComponents>;

/**
 * Creates a converter from Zod schemas to JSON Schema. The converter collects the schemas with an id in `schemas`,
 * for the `components` of the OpenAPI document.
 *
 * @param fixedSchemas schemas that are used instead of others with the same id
 */
export function createComponents(fixedSchemas: readonly z.ZodType[] = []) {
  const schemas: Record<string, JsonSchema> = {};
  const fixedIds = new Set<string>();
  const convertedSchemas = new Map<z.ZodType, JsonSchema>();
  const components = {
    schemas,
    /**
     * Returns the JSON Schema of the input that a Zod schema accepts. Nested schemas with an id become
     * references to components.
     *
     * @throws Error when two different schemas have the same id
     */
    schema(source: z.ZodType): JsonSchema {
      const convertedSchema = convertedSchemas.get(source);
      if (convertedSchema) return convertedSchema;
      const {
        $schema: _,
        $defs,
        ...root
      } = z.toJSONSchema(source, {
        io: 'input',
        unrepresentable: 'any',
        override: ({ zodSchema, jsonSchema }) => {
          removeIrrelevantParts(jsonSchema);
          if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue as never;
        },
      }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
      for (const [id, definition] of Object.entries($defs ?? {})) {
        if (fixedIds.has(id)) continue;
        const component = replaceReferences(definition);
        if (id in schemas && !isDeepStrictEqual(schemas[id], component)) {
          throw new Error(`the schema id ${id} must be unique; found two different schemas`);
        }
        schemas[id] = component;
      }
      const schema = replaceReferences(root);
      convertedSchemas.set(source, schema);
      return schema;
    },
  };
  for (const each of fixedSchemas) {
    components.schema(each);
    fixedIds.add(String(each.meta()?.id));
  }
  return components;
}

/**
 * Removes the parts of a JSON Schema that are irrelevant to clients: the bounds of JavaScript's safe
 * integers, the schema of object keys, and the id.
 */
function removeIrrelevantParts(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  delete schema.propertyNames;
  delete schema.id;
}

function replaceReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === '$ref' && typeof value === 'string'
        ? value.replace('#/$defs/', '#/components/schemas/')
        : value,
    ),
  );
}
