import { z } from 'zod';
import { yieldToEventLoop } from '../../kernel/concurrency/time-slice.ts';
import { idempotencyKeyParameter } from '../requests/idempotency-key.ts';
import { writeQuery } from '../requests/query.ts';
import type { Answer, Operation } from '../routing/endpoint.ts';
import { type Components, createComponents, type JsonSchema } from './components.ts';
import { errorResponses } from './errors.ts';
import { type Paths, shareParts } from './shared-parts.ts';

const tags: Readonly<Record<string, string>> = {
  v2: 'The current format: public reads, writes through the review queue.',
  v1: 'The legacy format (frozen).',
  v1_create_update: 'Writes in the legacy format.',
  search: 'Filter, sort and page; ranking by usage.',
  statistics: 'Counts and distributions of a category.',
  'deletion-risk': 'Models that may be deleted.',
  text_utils: 'Names, groups, aliases and families of text models.',
  pending_queue: 'The review queue: propose, approve, apply.',
  audit: 'Audit trail of the queue.',
  metadata: 'Times of the latest changes.',
  feed: 'Ordered changes of live models, for keeping a copy up to date.',
  operations: 'For operators: health, settings, webhooks.',
  user: "The caller's account.",
  default: 'This deployment.',
};

/**
 * Assembles the OpenAPI 3.1 document of all operations. The document has no `servers`, because these depend
 * on the deployment. Converting all schemas takes a quarter of a second, so the function yields to other
 * requests between operations.
 *
 * @param fixedSchemas components that differ between deployments (see `createComponents`)
 * @throws Error when two operations share a path and method, or two schemas share a name
 */
export async function assembleDocument(
  operations: readonly Operation[],
  version: string,
  fixedSchemas: readonly z.ZodType[],
): Promise<JsonSchema> {
  const components = createComponents(fixedSchemas);
  const paths: Paths = {};
  for (const operation of operations) {
    const pathItem = paths[operation.path] ?? {};
    paths[operation.path] = pathItem;
    if (operation.method in pathItem)
      throw new Error(`${operation.method} ${operation.path} must be declared only once`);
    pathItem[operation.method] = describeOperation(operation, components);
    await yieldToEventLoop();
  }
  const parts = shareParts(paths);
  const usedTags = new Set(operations.flatMap((operation) => operation.tags));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Model Reference Registry',
      summary: 'The registry of machine-learning model reference records for the AI-Horde ecosystem.',
      description:
        'Reads are public. Writes are proposals: each is queued as a pending change, which readers see once an approver has approved and applied it.',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: Object.entries(tags)
      .filter(([name]) => usedTags.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...parts,
      schemas: Object.fromEntries(Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        APIKeyHeader: {
          type: 'apiKey',
          in: 'header',
          name: 'apikey',
          description: 'An API key of the identity service.',
        },
      },
    },
  };
}

function describeOperation(operation: Operation, components: Components): JsonSchema {
  const { body, conditional = operation.method === 'get' } = operation;
  return {
    operationId: operation.id,
    tags: operation.tags,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    security: operation.who?.role ? [...(operation.who.visitors ? [{}] : []), { APIKeyHeader: [] }] : [],
    parameters: [
      ...describePathParameters(operation, components),
      ...describeQueryParameters(operation, components),
      ...(operation.retryable ? [idempotencyKeyParameter] : []),
    ],
    ...(body && {
      requestBody: {
        required: !operation.bodyOptional,
        content: { 'application/json': { schema: components.schema(body) } },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(listAnswers(operation, conditional)).map(([status, answer]) => [
        status,
        {
          ...describeAnswer(answer, conditional && Number(status) < 400),
          ...(answer.schema && {
            content: {
              [answer.contentType ?? 'application/json']: { schema: components.schema(answer.schema) },
            },
          }),
        },
      ]),
    ),
  };
}

/**
 * Returns all responses of an operation by status. Adds the responses that other properties imply, such as 401
 * for an operation that needs a role. Every operation can return 400 for a request that is not valid HTTP.
 *
 * @param conditional whether the operation returns 304 for a matching `If-None-Match`
 */
function listAnswers(operation: Operation, conditional: boolean): Record<number, Answer> {
  const { body, who, parameters = {}, answers } = operation;
  const takesInput = body !== undefined || getQuerySchema(operation) !== undefined || operation.retryable;
  return {
    ...(conditional && { 304: { description: 'Not modified since the ETag in If-None-Match.' } }),
    ...((conditional || operation.method !== 'get') && errorResponses(412)),
    ...errorResponses(400, 500, ...Object.values(parameters).map(({ refusalStatus }) => refusalStatus)),
    ...(Object.keys(parameters).length > 0 && errorResponses(414)),
    ...(takesInput && errorResponses(422)),
    ...(operation.dryRun && errorResponses(429)),
    ...((body || operation.proposal) && errorResponses(413)),
    ...(body && errorResponses(415)),
    ...(who && errorResponses(503)),
    ...(who?.role && errorResponses(401)),
    ...answers,
  };
}

function describeAnswer(answer: Answer, hasEtag: boolean): JsonSchema {
  const headers = {
    ...(hasEtag && { ETag: 'Hash of the content, different for each encoding.' }),
    ...answer.headers,
  };
  const headerEntries = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return {
    description: answer.description,
    ...(headerEntries.length > 0 && { headers: Object.fromEntries(headerEntries) }),
  };
}

function describePathParameters({ path, parameters }: Operation, components: Components): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const parameter = parameters?.[name];
    if (!parameter) throw new Error(`Path ${path}: the parameter {${name}} is not declared`);
    const { description, schema } = parameter;
    return {
      name,
      in: 'path',
      required: true,
      ...(description !== undefined && { description }),
      schema: components.schema(schema),
    };
  });
}

/**
 * Returns the schema of an operation's query. If the operation allows `dry_run`, adds the parameters that every
 * write of a record takes.
 */
function getQuerySchema({ query, dryRun }: Operation): z.ZodType | undefined {
  if (!dryRun) return query;
  return query instanceof z.ZodObject ? query.extend(writeQuery.shape) : writeQuery;
}

function describeQueryParameters(operation: Operation, components: Components): JsonSchema[] {
  const query = getQuerySchema(operation);
  if (!query) return [];
  const { properties = {}, required = [] } = components.schema(query) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    ...(description === undefined ? {} : { description }),
    schema,
  }));
}
