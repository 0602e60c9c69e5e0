import type { Operation } from '../../routing/endpoint.ts';
import type { JsonSchema } from '../components.ts';
import { auditExamples, textAnswers } from './audit.ts';
import { draftExamples } from './drafts.ts';
import { refusalExample, validationExample } from './errors.ts';
import { fileExamples } from './files.ts';
import { insightExamples } from './insight.ts';
import { queueExamples, stoppedApply } from './queue.ts';
import { recordExamples } from './records.ts';
import { serviceExamples } from './service.ts';
import { textGroupExamples } from './text-groups.ts';

/** An example per component that stands alone in a request or an answer. */
const ofComponents: Readonly<Record<string, unknown>> = {
  ...recordExamples,
  ...queueExamples,
  ...draftExamples,
  ...auditExamples,
  ...textGroupExamples,
  ...insightExamples,
  ...fileExamples,
  ...serviceExamples,
};

export interface Examples {
  /** Each example once, for the document's components. */
  readonly named: Readonly<Record<string, { value: unknown }>>;
  /**
   * A schema with its examples, one for each thing that it allows.
   *
   * @param status of the answer; absent for a request
   * @throws Error when there is no example of a component
   */
  shown(schema: JsonSchema, operation: Operation, status?: number): JsonSchema;
}

/** @param schemas the document's components, which references are looked up in */
export function createExamples(schemas: Readonly<Record<string, JsonSchema>>): Examples {
  const named: Record<string, { value: unknown }> = {};

  const alternatives = (schema: JsonSchema): JsonSchema[] => {
    const { anyOf } = resolved(schema, schemas) as { anyOf?: JsonSchema[] };
    return anyOf ? anyOf.flatMap(alternatives) : [schema];
  };
  const firstExample = (schema: JsonSchema): unknown => {
    const [first = schema] = alternatives(schema);
    const name = componentOf(first);
    if (name !== undefined) return knownExample(name);
    if (first.type === 'array') return [firstExample(first.items as JsonSchema)];
    const value = firstExample(first.additionalProperties as JsonSchema) as {
      name?: string;
      category?: string;
    };
    return { [value.name ?? value.category ?? 'stable_diffusion']: value };
  };
  const refer = (name: string, value: unknown) => {
    named[name] = { value };
    return [name, { $ref: `#/components/examples/${name}` }] as const;
  };
  const exampleOf = (schema: JsonSchema, { path }: Operation, status: number) => {
    const name = componentOf(schema);
    if (name === 'ErrorResponse') {
      const refusal = refusalExample(status, path);
      return refer(refusal.name, refusal.value);
    }
    if (name === 'HTTPValidationError') return refer(name, validationExample);
    if (status >= 400 && name === 'ApplyPendingChangesResponse') return refer('StoppedApply', stoppedApply);
    if (name !== undefined) return refer(name, knownExample(name));
    return ['example', { value: firstExample(schema) }] as const;
  };

  return {
    named,
    shown(schema, operation, status = 200) {
      if (schema.type === 'string') return { schema, example: textAnswers[operation.id] };
      const examples = alternatives(schema).map((one) => exampleOf(one, operation, status));
      return { schema, examples: Object.fromEntries(examples) };
    },
  };
}

function componentOf(schema: JsonSchema): string | undefined {
  return typeof schema.$ref === 'string' ? schema.$ref.slice('#/components/schemas/'.length) : undefined;
}

function resolved(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const name = componentOf(schema);
  return name === undefined ? schema : (schemas[name] ?? schema);
}

function knownExample(name: string): unknown {
  if (!(name in ofComponents)) throw new Error(`there is no example of ${name}`);
  return ofComponents[name];
}
