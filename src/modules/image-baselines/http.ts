import { RegistryError } from '../../kernel/errors.ts';
import { laxString, queryValue } from '../../records/lax.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { requireAudit } from '../../serving/requests/checks.ts';
import { createNameParameter } from '../../serving/requests/path-parameters.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import {
  baselineSection,
  type Catalogue,
  type CatalogueMemory,
  createCatalogMetadata,
  type EntryHistoryItem,
} from '../catalogues/index.ts';
import { entryHistoryPage } from '../catalogues/shapes.ts';
import { createChangeSetEndpoint, historyQuery } from '../queue/http-catalogues.ts';
import type { QueueServices } from '../queue/index.ts';
import { imageBaselines } from './definition.ts';
import { imageBaselineExport, imageBaselineList, imageBaselineShape } from './http-shapes.ts';

interface ImageBaselineServices extends Pick<QueueServices, 'proposals' | 'changeReview'> {
  readonly catalogues: CatalogueMemory;
  readonly imageBaselines: {
    history(
      name: string,
      cursor: number | null,
      limit: number,
    ): Promise<{ items: EntryHistoryItem[]; limit: number; next_cursor: number | null }>;
  };
}

const path = '/model_references/v2/image_generation/baselines';
const tags = ['v2', 'image_baselines'];
const { kind } = imageBaselines;
const ofBaseline = { parameters: { baseline_name: createNameParameter('A baseline.') } } as const;

const entriesOf = ({ sections }: Catalogue) => sections[baselineSection] ?? new Map();

/** The bodies of the whole catalogue in its current state: one for the list, and one for the export. */
function documentsOf(catalogues: CatalogueMemory) {
  return {
    list: () =>
      catalogues.body(kind, 'list', (catalogue) => {
        const items = [...entriesOf(catalogue).values()];
        return { items, total: items.length, metadata: createCatalogMetadata(catalogue) };
      }),
    whole: () => catalogues.body(kind, 'export', imageBaselines.createExport),
  };
}

/** The response bodies of hot reads, by the path of their route. */
export function imageBaselineDocuments({ catalogues }: Pick<ImageBaselineServices, 'catalogues'>) {
  const { list, whole } = documentsOf(catalogues);
  return new Map([
    [path, list],
    [`${path}/export`, whole],
  ]);
}

/** The endpoints that read the catalogue of image baselines. */
export function imageBaselineReads(services: ImageBaselineServices): Resource {
  const { catalogues } = services;
  const { list, whole } = documentsOf(catalogues);
  return {
    name: 'image-baselines',
    readsModels: true,
    observed: 'reads',
    endpoints: [
      endpoint({
        method: 'get',
        path,
        id: 'list_image_baselines',
        tags,
        summary: 'List the baselines of image models',
        description:
          'Each baseline states which weights and features exist for a model family and what its generations cost in the horde. Image models refer to a baseline in `baseline`.',
        answers: { 200: { description: 'By name.', schema: imageBaselineList }, ...errorResponses(503) },
        handler: list,
      }),
      endpoint({
        method: 'get',
        path: `${path}/export`,
        id: 'export_image_baselines',
        tags,
        summary: 'Export the catalogue of image baselines',
        answers: {
          200: { description: 'The catalogue.', schema: imageBaselineExport },
          ...errorResponses(503),
        },
        handler: whole,
      }),
      endpoint({
        method: 'get',
        path: `${path}/{baseline_name}`,
        ...ofBaseline,
        id: 'read_image_baseline',
        tags,
        summary: 'Get a baseline of image models',
        answers: {
          200: { description: 'The baseline.', schema: imageBaselineShape },
          ...errorResponses(404, 503),
        },
        handler: (_context, { path: { baseline_name: name } }) => {
          const entry = entriesOf(catalogues.get(kind)).get(name);
          if (!entry) throw new RegistryError('not_found', `Baseline '${name}' not found.`);
          return catalogues.body(kind, `entry ${name}`, () => entry);
        },
      }),
      endpoint({
        method: 'get',
        path: '/model_references/v2/image_generation/baseline_history',
        query: historyQuery.extend({ name: queryValue(laxString({ min: 1 })) }),
        id: 'read_image_baseline_history',
        tags,
        summary: 'List the history of a baseline of image models',
        description: 'Each entry states the author, the time and the changed fields.',
        answers: {
          200: { description: 'A page of entries, newest first.', schema: entryHistoryPage },
          ...errorResponses(503),
        },
        handler: ({ settings }, { query }) => {
          requireAudit(settings);
          return services.imageBaselines.history(query.name, query.cursor ?? null, query.limit);
        },
      }),
    ],
  };
}

/** The endpoint that proposes changes of the catalogue of image baselines. */
export const imageBaselineWrites = (services: ImageBaselineServices): Resource => ({
  name: 'image-baseline-writes',
  endpoints: [
    createChangeSetEndpoint(
      imageBaselines,
      {
        path: `${path}/change-sets`,
        tags,
        summary: 'Propose changes of the baselines of image models',
        description:
          'Queues one change with all of `changes`, which are applied in order, all or none. `expected_before` must equal the current entry; otherwise the call is refused (409). Models that refer to a new baseline may be proposed at the same time and applied in the same call.',
      },
      services,
    ),
  ],
});
