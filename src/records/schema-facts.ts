import { z } from 'zod';

/** The keywords of JSON Schema that say what a schema accepts. */
export type SchemaFacts = Readonly<Record<string, unknown>>;

/** What JSON Schema has to say where Zod cannot see it: rules that are written as checks or transforms. */
const facts = z.registry<SchemaFacts>();

/**
 * Says in JSON Schema (2020-12) what `schema` accepts without changing it. Facts with a `type` or `anyOf` take
 * the place of all that Zod would say, but for descriptions, examples and defaults; others are added to it.
 */
export function withFacts<S extends z.ZodType>(schema: S, said: SchemaFacts): S {
  facts.add(schema, said);
  return schema;
}

/** Keywords that do not decide what is accepted. */
const notes = new Set(['description', 'examples', 'default']);

/** Puts what was said of a schema into the JSON Schema that Zod made of it. */
export function applyFacts(schema: z.core.$ZodType, jsonSchema: Record<string, unknown>): void {
  const said = facts.get(schema);
  if (!said) return;
  if ('type' in said || 'anyOf' in said) {
    for (const key of Object.keys(jsonSchema)) if (!notes.has(key)) delete jsonSchema[key];
  }
  Object.assign(jsonSchema, said);
}
