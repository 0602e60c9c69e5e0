import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { laxBoolean, laxObject, laxString, queryValue } from '../../records/lax.ts';
import { hasBackendPrefix } from '../../records/text-names/index.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { requireAudit, who } from '../../serving/requests/checks.ts';
import { createNameParameter } from '../../serving/requests/path-parameters.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { Catalog } from '../catalog/index.ts';
import { type Catalogue, type CatalogueMemory, createCatalogMetadata } from '../catalogues/index.ts';
import { entryHistoryPage } from '../catalogues/shapes.ts';
import { createChangeSetEndpoint, historyQuery } from '../queue/http-catalogues.ts';
import type { QueueServices } from '../queue/index.ts';
import { textGuidance } from './definition.ts';
import {
  assignmentList,
  guidanceExport,
  guidanceProfile,
  migrationPreviewShape,
  modelGuidance,
  profileList,
} from './http-shapes.ts';
import type { Guidance } from './module.ts';
import {
  assignmentSection,
  assignmentsOf,
  modelsByProfile,
  profileIdsOf,
  profileSection,
  profilesOf,
} from './rules.ts';
import { guidanceOf, labelOf } from './summary.ts';

interface GuidanceServices extends Pick<QueueServices, 'proposals' | 'changeReview'> {
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly catalogues: CatalogueMemory;
  readonly guidance: Guidance;
}

const path = '/model_references/v2/text_generation/guidance';
const tags = ['v2', 'text_guidance'];
const name = queryValue(laxString({ min: 1 }));
const { kind } = textGuidance;
const json = (value: unknown) => value as JsonObject;

/** The bodies of lists and of the whole catalogue, in their current state. */
function documentsOf(catalogues: CatalogueMemory) {
  return {
    profiles: (withDeprecated: boolean) =>
      catalogues.body(kind, `profiles ${withDeprecated}`, (catalogue) =>
        listProfiles(catalogue, withDeprecated),
      ),
    assignments: (filter: AssignmentFilter) => {
      const isWhole = filter.model_name === undefined && filter.profile_id === undefined;
      return catalogues.body(kind, isWhole ? 'assignments' : null, (catalogue) =>
        listAssignments(catalogue, filter),
      );
    },
    whole: () => catalogues.body(kind, 'export', textGuidance.createExport),
  };
}

/** The response bodies of hot reads, by the path of their route. */
export function guidanceDocuments({ catalogues }: Pick<GuidanceServices, 'catalogues'>) {
  const { profiles, assignments, whole } = documentsOf(catalogues);
  return new Map([
    [`${path}/profiles`, () => profiles(false)],
    [`${path}/assignments`, () => assignments({})],
    [`${path}/export`, whole],
  ]);
}

/** The endpoints that read the catalogue of text guidance. */
export function guidanceReads({ catalog, catalogues, guidance }: GuidanceServices): Resource {
  const { profiles, assignments, whole } = documentsOf(catalogues);
  return {
    name: 'text-guidance',
    readsModels: true,
    observed: 'reads',
    endpoints: [
      endpoint({
        method: 'get',
        path: `${path}/profiles`,
        id: 'list_text_guidance_profiles',
        tags,
        summary: 'List the profiles of text guidance',
        query: laxObject({ include_deprecated: queryValue(laxBoolean()).default(false) }),
        answers: { 200: { description: 'By id.', schema: profileList }, ...errorResponses(503) },
        handler: (_context, { query }) => profiles(query.include_deprecated),
      }),
      endpoint({
        method: 'get',
        path: `${path}/profiles/{profile_id}`,
        parameters: { profile_id: createNameParameter('A profile.') },
        id: 'read_text_guidance_profile',
        tags,
        summary: 'Get a profile of text guidance',
        description: 'Includes deprecated profiles.',
        answers: {
          200: { description: 'The profile.', schema: guidanceProfile },
          ...errorResponses(404, 503),
        },
        handler: (_context, { path: { profile_id: id } }) => {
          const profile = profilesOf(catalogues.get(kind)).get(id);
          if (!profile) throw new RegistryError('not_found', `Guidance profile '${id}' not found.`);
          return catalogues.body(kind, `profile ${id}`, () => json(profile));
        },
      }),
      endpoint({
        method: 'get',
        path: `${path}/assignments`,
        id: 'list_text_guidance_assignments',
        tags,
        summary: 'List the assignments of text models',
        query: laxObject({
          model_name: name.optional(),
          profile_id: name.optional().meta({ description: 'Matches primary and supplemental profiles.' }),
        }),
        answers: { 200: { description: 'By model name.', schema: assignmentList }, ...errorResponses(503) },
        handler: (_context, { query }) => assignments(query),
      }),
      endpoint({
        method: 'get',
        path: `${path}/model`,
        id: 'read_text_model_guidance',
        tags,
        summary: 'Get the usage guidance for a text model',
        query: laxObject({
          name: name.meta({ description: 'Name of the model without backend prefix.' }),
        }),
        answers: {
          200: { description: 'Its profiles.', schema: modelGuidance },
          ...errorResponses(404, 503),
        },
        // The response includes data of the record, so its ETag is computed from its own bytes.
        handler: (_context, { query }) => {
          const model = catalog.snapshot('v2', 'text_generation').get(query.name);
          if (!model || hasBackendPrefix(query.name))
            throw new RegistryError('not_found', `Text model '${query.name}' not found.`);
          return describeGuidance(catalogues.get(kind), query.name, JSON.parse(model.text) as JsonObject);
        },
      }),
      endpoint({
        method: 'get',
        path: `${path}/export`,
        id: 'export_text_guidance',
        tags,
        summary: 'Export the catalogue of text guidance',
        answers: { 200: { description: 'The catalogue.', schema: guidanceExport }, ...errorResponses(503) },
        handler: whole,
      }),
      endpoint({
        method: 'get',
        path: '/model_references/v2/text_generation/guidance_history',
        id: 'read_text_guidance_history',
        tags,
        summary: 'List the history of a profile or assignment',
        description: 'Each entry states the author, the time and the changed fields.',
        query: historyQuery.extend({
          profile_id: name
            .optional()
            .meta({ description: 'Id of the profile. Required unless `model_name` is given.' }),
          model_name: name.optional().meta({
            description:
              'Name of the text model whose assignment history is returned. Required unless `profile_id` is given.',
          }),
        }),
        answers: {
          200: { description: 'A page of entries, newest first.', schema: entryHistoryPage },
          ...errorResponses(400, 503),
        },
        handler: ({ settings }, { query: { profile_id, model_name, ...page } }) => {
          requireAudit(settings);
          const entry = profile_id ?? model_name;
          if (entry === undefined || (profile_id !== undefined && model_name !== undefined))
            throw new RegistryError('bad_request', 'Provide either profile_id or model_name.');
          const section = profile_id === undefined ? assignmentSection : profileSection;
          return guidance.history(section, entry, page);
        },
      }),
    ],
  };
}

function listProfiles(catalogue: Catalogue, withDeprecated: boolean): JsonObject {
  const models = modelsByProfile(catalogue);
  const items = [...profilesOf(catalogue).values()]
    .filter(({ deprecated }) => withDeprecated || !deprecated)
    .map(({ profile_id, kind, display_name, summary, aliases, deprecated }) => ({
      profile_id,
      kind,
      display_name,
      summary,
      aliases,
      deprecated,
      assigned_model_count: models.get(profile_id)?.length ?? 0,
    }));
  return { items, total: items.length, metadata: createCatalogMetadata(catalogue) };
}

interface AssignmentFilter {
  readonly model_name?: string | undefined;
  readonly profile_id?: string | undefined;
}

function listAssignments(catalogue: Catalogue, { model_name, profile_id }: AssignmentFilter): JsonObject {
  const items = [...assignmentsOf(catalogue).values()].filter(
    (each) =>
      (model_name === undefined || each.model_name === model_name) &&
      (profile_id === undefined || profileIdsOf(each).includes(profile_id)),
  );
  return json({ items, total: items.length, metadata: createCatalogMetadata(catalogue) });
}

function describeGuidance(catalogue: Catalogue, model_name: string, record: JsonObject): JsonObject {
  const profiles = profilesOf(catalogue);
  const summary = guidanceOf(catalogue, model_name, record);
  const { primary_profile_id: primary, supplemental_profile_ids } = summary;
  return json({
    model_name,
    summary,
    primary_profile: primary === null ? null : (profiles.get(primary) ?? null),
    supplemental_profiles: supplemental_profile_ids.flatMap((id) => profiles.get(id) ?? []),
    legacy_instruct_format: labelOf(record),
    catalog_metadata: createCatalogMetadata(catalogue),
  });
}

/** The endpoints that propose changes of the catalogue of text guidance. */
export const guidanceWrites = (services: GuidanceServices): Resource => ({
  name: 'text-guidance-writes',
  endpoints: [
    createChangeSetEndpoint(
      textGuidance,
      {
        path: `${path}/change-sets`,
        tags,
        summary: 'Propose changes of text guidance',
        description:
          'Queues one change with all of `profiles`, then `assignments`, applied in order, all or none. `expected_before` must equal the current entry; otherwise the call is refused (409). Models may be proposed at the same time as their assignments and applied in the same call.',
      },
      services,
    ),
    endpoint({
      method: 'post',
      path: `${path}/migration/preview`,
      id: 'preview_text_guidance_migration',
      tags,
      summary: 'Generate a change set from the labels of text models',
      description:
        'Contains a contract for each `instruct_format` that is not the name or alias of a profile, and an assignment for each model with an `instruct_format` and no guidance. Does not store anything: complete the change set and send it to `change-sets`.',
      who: who.proposesChangeSets,
      answers: { 200: { description: 'The proposal.', schema: migrationPreviewShape } },
      handler: () => services.guidance.previewMigration(),
    }),
  ],
});
