import { createOpenApiDocument } from '../../src/app/openapi.ts';
import { usualCategories } from './categories.ts';

/** Returns the service's OpenAPI document with the base path `/api`, every operation written out in full. */
export async function openApiInFull<Document>(): Promise<Document> {
  return inFull((await createOpenApiDocument({ basePath: '/api' }, usualCategories)) as unknown as Document);
}

/**
 * Returns an OpenAPI document in which no operation has references to shared parts: parameters, request bodies,
 * answers and headers stand where they are used. References to schemas remain.
 */
export function inFull<Document>(document: Document): Document {
  const { paths, components } = document as unknown as {
    paths: object;
    components: Record<string, Record<string, unknown>>;
  };
  const writtenOut = (_: string, value: unknown): unknown => {
    const { $ref } = (value ?? {}) as { $ref?: unknown };
    const [, room = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String($ref)) ?? [];
    if (room === '' || room === 'schemas') return value;
    return JSON.parse(JSON.stringify(components[room]?.[name]), writtenOut);
  };
  return { ...document, paths: JSON.parse(JSON.stringify(paths), writtenOut) };
}
