import { createBody, type ReadyBody } from '../../kernel/ready-body.ts';
import { memoizeByBaselines } from '../../records/baselines/known-baselines.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { categorySchema, recordSchema } from '../../records/record-schema.ts';
import { jsonContentType } from '../../serving/answers/json-headers.ts';
import { sendReady } from '../../serving/answers/send.ts';
import { createBodyByPrefix } from '../../serving/requests/base-path.ts';
import type { Pages } from '../../serving/routing/resource.ts';

const schemaType = 'application/schema+json; charset=utf-8';
const cacheControl = 'public, max-age=300';
const versions: readonly [version: string, format: CanonicalFormat][] = [
  ['v2', 'v2'],
  ['v1', 'legacy'],
];

/**
 * JSON Schemas of the records and bodies that the API accepts and returns, for editors and validators;
 * `/schemas` lists them.
 */
export const schemas: Pages = {
  name: 'schemas',
  routes:
    ({ categories }) =>
    async (scope) => {
      const bodies = new Map<string, () => ReadyBody>();
      for (const [version, format] of versions) {
        for (const category of categories.list) {
          if (format === 'legacy' && !category.legacy) continue;
          const addBody = (path: string, make: typeof recordSchema) => {
            const body = memoizeByBaselines((baselines) =>
              createBody(`${JSON.stringify(make(category, format, baselines), null, 2)}\n`),
            );
            bodies.set(`/schemas/${version}/${path}`, () => body(categories.baselines));
          };
          addBody(`${category.name}.json`, categorySchema);
          addBody(`${category.name}/record.json`, recordSchema);
        }
      }
      const createList = createBodyByPrefix((prefix) =>
        JSON.stringify({ schemas: [...bodies.keys()].map((path) => prefix + path) }),
      );
      scope.get('/schemas', (request, reply) =>
        sendReady(request, reply, createList(request), cacheControl, jsonContentType),
      );
      serve('/schemas/:version/:file', ({ version, file }) => `/schemas/${version}/${file}`);
      serve(
        '/schemas/:version/:category/record.json',
        ({ version, category }) => `/schemas/${version}/${category}/record.json`,
      );

      function serve(route: string, pathOf: (params: Record<string, string>) => string): void {
        scope.get<{ Params: Record<string, string> }>(route, (request, reply) => {
          const body = bodies.get(pathOf(request.params));
          if (body === undefined) return reply.callNotFound();
          return sendReady(request, reply, body(), cacheControl, schemaType);
        });
      }
    },
};
