import { readFileSync } from 'node:fs';
import type { Operation } from '../routing/endpoint.ts';
import type { JsonSchema } from './components.ts';

/** Requests and answers of a service, as `npm run examples` recorded them. */
export interface RecordedExamples {
  /**
   * Examples by name. An example has the name of its component, after `Refused_` if the answer has an error
   * status. Examples of the component `ErrorResponse` have other names: `Refused404`, or
   * `Refused404_change_id` for a path in which `change_id` is a segment or the last parameter.
   */
  readonly components: Readonly<Record<string, unknown>>;
  /** Answers whose schema is no component, by operation. An array or map has only its first entry here. */
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
  const named: Record<string, { value: unknown }> = {};
  const refer = (schema: JsonSchema, { path }: Operation, status: number) => {
    const name = exampleNames(componentOf(schema) ?? '', path, status).find((each) => each in components);
    if (name === undefined) return [];
    named[name] = { value: components[name] };
    return [[name, { $ref: `#/components/examples/${name}` }]];
  };
  return {
    /** The examples that schemas refer to, each once, for the document's components. */
    named,
    /**
     * Gives a schema with its recorded examples, one for each alternative of the schema.
     *
     * @param status the status of the answer; omitted for a request
     */
    shown(schema: JsonSchema, operation: Operation, status = 200): JsonSchema {
      if (schema.type === 'string') return { schema, example: answers[operation.id] };
      const examples =
        operation.id in answers && status === 200
          ? [['example', { value: answers[operation.id] }]]
          : alternativesOf(schema, schemas).flatMap((each) => refer(each, operation, status));
      return { schema, examples: Object.fromEntries(examples) };
    },
    /**
     * Gives the recorded example of a path or query parameter, as a member of the parameter's description; an
     * empty object when there is none.
     */
    parameter(name: string, path: string): { example?: unknown } {
      const keys = [...path.split('/').map((segment) => `${segment} ${name}`), name];
      const key = keys.find((each) => each in parameters);
      return key === undefined ? {} : { example: parameters[key] };
    },
  };
}

/** Lists the names that an example may have, the most specific one first. */
function exampleNames(component: string, path: string, status: number): string[] {
  if (component !== 'ErrorResponse') return status < 400 ? [component] : [`Refused_${component}`, component];
  const lastParameter = path.match(/\{(\w+)\}[^{]*$/)?.[1];
  const places = [...path.split('/').filter((each) => !each.startsWith('{')), lastParameter];
  return [...places.map((place) => `Refused${status}_${place}`), `Refused${status}`];
}

/**
 * Lists the alternatives (`anyOf`) of a schema, nested ones too; lists only the schema itself if it has none.
 */
export function alternativesOf(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
): JsonSchema[] {
  const { anyOf } = (schemas[componentOf(schema) ?? ''] ?? schema) as { anyOf?: JsonSchema[] };
  return anyOf ? anyOf.flatMap((each) => alternativesOf(each, schemas)) : [schema];
}

/** Gives the name of the component that a schema refers to. */
export function componentOf({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' ? $ref.slice('#/components/schemas/'.length) : undefined;
}
