import { z } from 'zod';
import { type Components, createComponents, type JsonSchema } from './components.ts';
import { refuses } from './errors.ts';
import type { Answer, Operation } from './operation.ts';

const tags: Readonly<Record<string, string>> = {
  v2: 'The current format: reads for everyone, writes through the review queue.',
  v1: 'The legacy format, frozen.',
  v1_create_update: 'Writes in the legacy format.',
  search: 'Filter, sort and page; ranking by usage.',
  statistics: 'Counts and distributions of a category.',
  'deletion-risk': 'Which models are worth keeping.',
  text_utils: 'Names, groups, aliases and families of text models.',
  pending_queue: 'The review queue: propose, approve, apply.',
  audit: 'What happened in the queue.',
  metadata: 'When a category last changed.',
  feed: 'What happened to live models, in order, to keep copies by.',
  user: 'The caller.',
  default: 'The deployment itself.',
};

/**
 * Assembles the OpenAPI 3.1 document of all operations, but for `servers`, which the deployment decides.
 * Pauses after each operation: converting all schemas at once would keep other work waiting for a quarter of
 * a second.
 *
 * @throws Error when two operations share a path and method, or two schemas a name
 */
export function* assembleDocument(
  operations: readonly Operation[],
  version: string,
): Generator<void, JsonSchema, void> {
  const components = createComponents();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const item = paths[operation.path] ?? {};
    paths[operation.path] = item;
    if (operation.method in item) throw new Error(`${operation.method} ${operation.path} is described twice`);
    item[operation.method] = describe(operation, components);
    yield;
  }
  const used = new Set(operations.flatMap((operation) => operation.tags));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Model Reference Registry',
      summary: 'The registry of machine-learning model reference records for the AI-Horde ecosystem.',
      description:
        'Reads are open. Writes are proposals: each is queued as a pending change, which an approver approves and applies before readers see it.',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        APIKeyHeader: {
          type: 'apiKey',
          in: 'header',
          name: 'apikey',
          description: 'A key of the identity service.',
        },
      },
    },
  };
}

function describe(operation: Operation, components: Components): JsonSchema {
  const { body } = operation;
  return {
    operationId: operation.id,
    tags: operation.tags,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    security: operation.key ? [{ APIKeyHeader: [] }] : [],
    parameters: [...pathParameters(operation, components), ...queryParameters(operation, components)],
    ...(body && {
      requestBody: {
        required: !body.optional,
        content: { 'application/json': { schema: components.schema(body.schema) } },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(allAnswers(operation)).map(([status, answer]) => [
        status,
        describeAnswer(answer, components, operation.conditional === true && Number(status) < 400),
      ]),
    ),
  };
}

/** The operation's own answers, and those that every operation of its kind has. */
function allAnswers(operation: Operation): Record<number, Answer> {
  const takesInput = operation.body !== undefined || operation.query !== undefined;
  return {
    ...(operation.conditional && { 304: { description: 'Not modified since the ETag in If-None-Match.' } }),
    ...(takesInput && refuses(422)),
    ...(operation.body && refuses(413, 415)),
    ...refuses(500),
    ...operation.answers,
  };
}

function describeAnswer(answer: Answer, components: Components, tagged: boolean): JsonSchema {
  const headers = { ...(tagged && { ETag: 'Hash of the content, per encoding.' }), ...answer.headers };
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return {
    description: answer.description,
    ...(described.length > 0 && { headers: Object.fromEntries(described) }),
    ...(answer.schema && {
      content: { [answer.contentType ?? 'application/json']: { schema: components.schema(answer.schema) } },
    }),
  };
}

/** What a path parameter of this name is, wherever it appears. */
const knownParameters: Readonly<Record<string, { schema: z.ZodType; description: string }>> = {
  model_category_name: { schema: z.string(), description: 'A category, e.g. `image_generation`.' },
  model_name: {
    schema: z.string().min(1).max(512),
    description: 'The name of a model. May contain slashes, raw or percent-encoded.',
  },
  change_id: { schema: z.int(), description: 'The id of a queued change.' },
  batch_id: { schema: z.int(), description: 'The id of a batch.' },
};

function pathParameters(operation: Operation, components: Components): JsonSchema[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const known = knownParameters[name];
    const schema = operation.parameters?.[name] ?? known?.schema ?? z.string();
    return {
      name,
      in: 'path',
      required: true,
      ...(known && { description: known.description }),
      schema: components.schema(schema),
    };
  });
}

function queryParameters(operation: Operation, components: Components): JsonSchema[] {
  if (!operation.query) return [];
  const { properties = {}, required = [] } = components.schema(operation.query) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }));
}
