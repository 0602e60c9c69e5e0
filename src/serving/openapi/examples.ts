import { readFileSync } from 'node:fs';
import type { Operation } from '../routing/endpoint.ts';
import type { JsonSchema } from './components.ts';

/**
 * The contents of `docs/api/examples.json`: requests and answers that `npm run examples` recorded. Lists of
 * objects in answers are cut to their first entry.
 */
export interface RecordedExamples {
  /**
   * Examples of components, by the example's name. It is usually the component's name; in an answer with an
   * error status it may have `Refused_` before it. An example of the component `ErrorResponse` is called
   * after the status: `Refused404`. If it is only for paths with a segment or last parameter `change_id`, it
   * is called `Refused404_change_id`.
   */
  readonly components: Readonly<Record<string, unknown>>;
  /**
   * Examples of answers whose schema is not a component, by the operation's id. A recorded array or map is
   * cut to its first entry.
   */
  readonly answers: Readonly<Record<string, unknown>>;
  /**
   * Examples of parameters, by the parameter's name. If the example depends on a segment of the path, the
   * segment precedes the name: `clip model_name`.
   */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type Examples = ReturnType<typeof createExamples>;

/**
 * Reads the recorded examples, and makes the functions that find an example in them.
 *
 * @param schemas the document's components, for looking up references
 */
export function createExamples(schemas: Readonly<Record<string, JsonSchema>>) {
  const { components, answers, parameters } = JSON.parse(
    readFileSync(new URL('../../../docs/api/examples.json', import.meta.url), 'utf8'),
  ) as RecordedExamples;
  const recorded = (schema: JsonSchema, { path }: Operation, status: number) => {
    const name = exampleNames(componentOf(schema) ?? '', path, status).find((each) => each in components);
    return name === undefined ? [] : [[name, { value: components[name] }]];
  };
  return {
    /**
     * Gives the media type object of a request or answer: the schema, and a recorded example for each
     * alternative of the schema.
     *
     * @param status the status of the answer; omitted for a request
     */
    shown(schema: JsonSchema, operation: Operation, status = 200): JsonSchema {
      if (schema.type === 'string') return { schema, example: answers[operation.id] };
      const examples =
        operation.id in answers && status === 200
          ? [['example', { value: answers[operation.id] }]]
          : alternativesOf(schema, schemas).flatMap((each) => recorded(each, operation, status));
      return { schema, examples: Object.fromEntries(examples) };
    },
    /**
     * Gives `{ example }` with the recorded example of a path or query parameter; an empty object if none is
     * recorded.
     */
    parameter(name: string, path: string): { example?: unknown } {
      const keys = [...path.split('/').map((segment) => `${segment} ${name}`), name];
      const key = keys.find((each) => each in parameters);
      return key === undefined ? {} : { example: parameters[key] };
    },
  };
}

/** Lists the names that the example of a component may have in `components`, the most specific one first. */
function exampleNames(component: string, path: string, status: number): string[] {
  if (component !== 'ErrorResponse') return status < 400 ? [component] : [`Refused_${component}`, component];
  const lastParameter = path.match(/\{(\w+)\}[^{]*$/)?.[1];
  const places = [...path.split('/').filter((each) => !each.startsWith('{')), lastParameter];
  return [...places.map((place) => `Refused${status}_${place}`), `Refused${status}`];
}

/**
 * Lists the alternatives (`anyOf`) of a schema, including those of nested alternatives. The list of a schema
 * without alternatives has only the schema itself.
 */
export function alternativesOf(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
): JsonSchema[] {
  const { anyOf } = (schemas[componentOf(schema) ?? ''] ?? schema) as { anyOf?: JsonSchema[] };
  return anyOf ? anyOf.flatMap((each) => alternativesOf(each, schemas)) : [schema];
}

/** Gives the name of the component that a schema refers to; undefined if the schema is not a reference. */
export function componentOf({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' ? $ref.slice('#/components/schemas/'.length) : undefined;
}
