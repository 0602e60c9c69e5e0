import type { JsonSchema } from './components.ts';

/** Path items by path: the operations, by method. */
export type Paths = Record<string, Record<string, JsonSchema>>;

/** A location in the document whose content may also occur at other locations. */
interface PartLocation {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  /** The possible component names of the part, the preferred one first. */
  readonly names: readonly string[];
}

type Members = Readonly<Record<string, JsonSchema>>;
interface DocumentedOperation {
  readonly parameters: JsonSchema[];
  readonly responses: Record<string, JsonSchema>;
}

/**
 * Replaces identical parts of several operations by references to components. The parts are parameters, request
 * bodies and responses, then the remaining headers. Without components, two thirds of the document would be
 * repetitions. If different parts would get the same name, only the most frequent part becomes a component.
 *
 * @param paths the path items with all parts inline; modified in place
 * @returns the members `parameters`, `requestBodies`, `responses` and `headers` of `components`
 */
export function shareParts(paths: Paths): Record<string, Members> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const typedOperations = operations as unknown as DocumentedOperation[];
  const parameters = shareEqualParts(
    'parameters',
    typedOperations.flatMap((operation) =>
      listLocations(operation.parameters as unknown as Record<string, JsonSchema>, (_, { name }) => [
        String(name),
      ]),
    ),
  );
  const requestBodies = shareEqualParts(
    'requestBodies',
    operations
      .filter(({ requestBody }) => requestBody !== undefined)
      .map((holder) => ({
        holder,
        key: 'requestBody',
        names: listComponentNames(holder.requestBody as JsonSchema),
      })),
  );
  const responses = shareEqualParts(
    'responses',
    typedOperations.flatMap((operation) => listLocations(operation.responses, listAnswerNames)),
  );
  const headerHolders = [
    ...operations.map(({ requestBody }) => requestBody as JsonSchema | undefined),
    ...typedOperations.flatMap((operation) => Object.values(operation.responses)),
    ...[requestBodies, responses].flatMap((members) => Object.values(members)),
  ].filter((each) => each !== undefined);
  const headers = shareEqualParts(
    'headers',
    headerHolders.flatMap((each) => listLocations(each.headers as Members | undefined, (name) => [name])),
  );
  return { parameters, requestBodies, responses, headers };
}

function listLocations(
  holder: Record<string, JsonSchema> = {},
  namesOf: (key: string, part: JsonSchema) => string[],
): PartLocation[] {
  return Object.entries(holder).map(([key, part]) => ({ holder, key, names: namesOf(key, part) }));
}

/**
 * Replaces parts that occur at several locations by references.
 *
 * @returns the replaced parts by name, sorted by name
 */
function shareEqualParts(section: string, locations: readonly PartLocation[]): Members {
  const locationsByContent = Map.groupBy(locations, ({ holder, key, names }) =>
    JSON.stringify([names, holder[key]]),
  );
  const sharedParts: Record<string, JsonSchema> = {};
  for (const group of [...locationsByContent.values()].sort((a, b) => b.length - a.length)) {
    const [{ holder, key, names }] = group as [PartLocation];
    const name = names.find((each) => !(each in sharedParts));
    if (group.length === 1 || name === undefined) continue;
    sharedParts[name] = holder[key] as JsonSchema;
    for (const place of group) place.holder[place.key] = { $ref: `#/components/${section}/${name}` };
  }
  return Object.fromEntries(Object.entries(sharedParts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Lists the possible names of a response: its status, such as `409`, or its status and the component in its
 * body, such as `409_ErrorResponse`. A successful response with a body has only names of the second form.
 */
function listAnswerNames(status: string, answer: JsonSchema): string[] {
  const components = listComponentNames(answer).map((name) => `${status}_${name}`);
  return Number(status) < 400 && answer.content ? components : [status, ...components];
}

/** Lists the components that a request body or a response refers to: one, or the alternatives. */
function listComponentNames({ content = {} }: JsonSchema): string[] {
  const schemas = Object.values(content as Members).map(({ schema }) => schema as JsonSchema);
  return schemas
    .flatMap((schema) => [schema, ...((schema.anyOf ?? []) as JsonSchema[])])
    .flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref.slice('#/components/schemas/'.length)] : []));
}
