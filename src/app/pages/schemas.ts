import { readyBody } from '../../kernel/ready-body.ts';
import { type KnownBaselines, perBaselines } from '../../records/baselines/known-baselines.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { categorySchema, type JsonSchema, recordSchema } from '../../records/record-schema.ts';
import { json } from '../../serving/answers/json-headers.ts';
import { sendReady } from '../../serving/answers/send.ts';
import type { Pages } from '../../serving/routing/resource.ts';

const schemaType = 'application/schema+json; charset=utf-8';
const forAWhile = 'public, max-age=300';
const versions: readonly [version: string, format: CanonicalFormat][] = [
  ['v2', 'v2'],
  ['v1', 'legacy'],
];

/**
 * JSON Schemas of the records and bodies that the API reads and writes, for editors and validators;
 * `/schemas` lists them.
 */
export const schemas: Pages = {
  name: 'schemas',
  routes:
    ({ categories }) =>
    async (scope) => {
      const paths: string[] = [];
      for (const [version, format] of versions) {
        for (const category of categories.list) {
          if (format === 'legacy' && !category.legacy) continue;
          const path = `/schemas/${version}/${category.name}`;
          serve(`${path}.json`, category, format, categorySchema);
          serve(`${path}/record.json`, category, format, recordSchema);
        }
      }
      const list = readyBody(JSON.stringify({ schemas: paths.map((path) => scope.prefix + path) }));
      scope.get('/schemas', (request, reply) => sendReady(request, reply, list, forAWhile, json));

      function serve(
        path: string,
        category: CategoryDefinition,
        format: CanonicalFormat,
        make: (
          category: CategoryDefinition,
          format: CanonicalFormat,
          baselines: KnownBaselines,
        ) => JsonSchema | null,
      ): void {
        const body = perBaselines((baselines) =>
          readyBody(`${JSON.stringify(make(category, format, baselines), null, 2)}\n`),
        );
        paths.push(path);
        scope.get(path, (request, reply) =>
          sendReady(request, reply, body(categories.baselines), forAWhile, schemaType),
        );
      }
    },
};
