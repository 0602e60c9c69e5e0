import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import { laxBoolean, laxEnum, laxInt, laxObject, laxString, queryValue } from '../../records/lax.ts';
import { permissions } from '../../records/licensing/assignment.ts';
import { answerWrite } from '../../serving/answers/json-answer.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { requireAudit, who } from '../../serving/requests/checks.ts';
import { createNameParameter, type PathParameter } from '../../serving/requests/path-parameters.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { assetSection, createCatalogMetadata, licenseSection } from '../catalogues/index.ts';
import { entryHistoryPage } from '../catalogues/shapes.ts';
import { historyQuery } from '../queue/http-catalogues.ts';
import { coverageWeeks } from './coverage.ts';
import { type Asset, type AssetKind, type License, sentAsset, sentLicense } from './entries.ts';
import {
  assetPage,
  assetShape,
  assetViewShape,
  coverageShape,
  licensePage,
  licenseShape,
  licensingExport,
  summaryShape,
  visibleKinds,
} from './http-shapes.ts';
import { expectAsset, expectLicense, type Licensing } from './module.ts';
import { sortLicenses } from './views.ts';

interface LicensingServices {
  readonly licensing: Licensing;
}

const licensingPath = '/model_references/v2/licensing';
const tags = ['v2', 'licensing'];
const page = {
  offset: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER })).default(0),
  limit: queryValue(laxInt({ ge: 1, le: 1_000 })).default(100),
};
const permission = () => queryValue(laxEnum(permissions)).optional();
const text = () => queryValue(laxString({ min: 1, max: 512 })).optional();

/** One segment of a path, used without conversion. */
const createPathSegment = (description: string): PathParameter<string> => ({
  schema: z.string(),
  description,
  refusalStatus: 404,
  parse: (text) => text,
});
const licensePathParameters = { license_id: createNameParameter('A license id.') };
const assetPathParameters = {
  asset_kind: createPathSegment('`software_component`, `custom_node` or `other`.'),
  asset_identifier: createNameParameter('Identifier of an asset.'),
};

/** The endpoints that read definitions, assets and the licences of models. */
export const licensingReads = ({ licensing }: LicensingServices): Resource => ({
  name: 'licensing',
  readsModels: true,
  endpoints: [
    endpoint({
      method: 'get',
      path: `${licensingPath}/licenses`,
      id: 'list_license_definitions',
      tags,
      summary: 'List license definitions',
      query: laxObject({ include_deprecated: queryValue(laxBoolean()).default(true), ...page }),
      answers: { 200: { description: 'By id, ignoring case.', schema: licensePage }, ...errorResponses(503) },
      handler: (_context, { query: { include_deprecated: includesDeprecated, ...window } }) => {
        const catalogue = licensing.catalogue();
        const licenses = sortLicenses(catalogue).filter(
          ({ deprecated }) => includesDeprecated || !deprecated,
        );
        return createPage(licenses, window, createCatalogMetadata(catalogue));
      },
    }),
    endpoint({
      method: 'get',
      path: `${licensingPath}/licenses/{license_id}`,
      parameters: licensePathParameters,
      id: 'read_license_definition',
      tags,
      summary: 'Get a license definition',
      answers: { 200: { description: 'The definition.', schema: licenseShape }, ...errorResponses(404, 503) },
      handler: (_context, { path: { license_id: id } }) => expectLicense(licensing.catalogue(), id),
    }),
    endpoint({
      method: 'get',
      path: `${licensingPath}/assets`,
      id: 'list_license_assets',
      tags,
      summary: 'List models and assets with their licenses',
      description: 'Filters match the licence of a model, not those of its files.',
      query: laxObject({
        asset_kind: queryValue(laxEnum(visibleKinds)).optional(),
        category: text().meta({ description: 'Category of models.' }),
        license_id: text(),
        commercial_use: permission(),
        redistribution: permission(),
        name_contains: text().meta({ description: 'Part of identifier or name, case-insensitive.' }),
        ...page,
      }),
      answers: { 200: { description: 'By kind and identifier.', schema: assetPage }, ...errorResponses(503) },
      handler: async (_context, { query: { offset, limit, ...filter } }) => {
        const { matches, metadata } = await licensing.views.find(filter);
        return createPage(matches, { offset, limit }, metadata);
      },
    }),
    endpoint({
      method: 'get',
      path: `${licensingPath}/assets/{asset_kind}/{asset_identifier}`,
      parameters: assetPathParameters,
      id: 'read_license_asset',
      tags,
      summary: 'Get an asset',
      answers: { 200: { description: 'The asset.', schema: assetShape }, ...errorResponses(404, 503) },
      handler: (_context, call) => expectAsset(licensing.catalogue(), call.path),
    }),
    endpoint({
      method: 'get',
      path: `${licensingPath}/models/{category}/{model_name}`,
      parameters: { category: createPathSegment('A category.'), model_name: createNameParameter('A model.') },
      id: 'read_model_license',
      tags,
      summary: 'Get the license of a model',
      answers: { 200: { description: 'The model.', schema: assetViewShape }, ...errorResponses(404, 503) },
      handler: (_context, { path: { category, model_name: name } }) => {
        const view = licensing.views.model(category, name);
        if (view) return view;
        throw new RegistryError('not_found', `Model not found: ${category}/${name}`);
      },
    }),
    endpoint({
      method: 'get',
      path: `${licensingPath}/summary`,
      id: 'summarize_licenses',
      tags,
      summary: 'Count models and assets by license',
      answers: { 200: { description: 'The numbers.', schema: summaryShape }, ...errorResponses(503) },
      handler: () => licensing.views.summary(),
    }),
    endpoint({
      method: 'get',
      path: `${licensingPath}/coverage`,
      id: 'read_licensing_coverage',
      tags,
      summary: 'Count models without a concluded license by week',
      description: `The last ${coverageWeeks} weeks that the audit trail covers.`,
      answers: {
        200: { description: 'The oldest week first.', schema: coverageShape },
        ...errorResponses(503),
      },
      handler: async ({ settings }) => {
        requireAudit(settings);
        return { weeks: await licensing.coverage() };
      },
    }),
    endpoint({
      method: 'get',
      path: `${licensingPath}/export`,
      id: 'export_licensing',
      tags,
      summary: 'Export definitions, models and assets',
      answers: {
        200: { description: 'The definitions, models and assets.', schema: licensingExport },
        ...errorResponses(503),
      },
      handler: () => licensing.views.exportAll(),
    }),
    endpoint({
      method: 'get',
      path: `${licensingPath}/history`,
      id: 'read_licensing_history',
      tags,
      summary: 'List the history of a license definition or asset',
      description: 'Each entry states the author, the time and the changed fields.',
      query: historyQuery.extend({
        license_id: text().meta({
          description: 'Id of the license definition. Required unless `asset` is given.',
        }),
        asset: text().meta({
          description: 'The asset, as `kind:identifier`. Required unless `license_id` is given.',
        }),
      }),
      answers: {
        200: { description: 'A page of entries, newest first.', schema: entryHistoryPage },
        ...errorResponses(400, 503),
      },
      handler: ({ settings }, { query: { license_id, asset, ...window } }) => {
        requireAudit(settings);
        const name = license_id ?? asset;
        if (name === undefined || (license_id !== undefined && asset !== undefined))
          throw new RegistryError('bad_request', 'Provide either license_id or asset.');
        return licensing.history(license_id === undefined ? assetSection : licenseSection, name, window);
      },
    }),
  ],
});

function createPage<T>(
  entries: readonly T[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
  metadata: unknown,
) {
  return { items: entries.slice(offset, offset + limit), total: entries.length, offset, limit, metadata };
}

/** @throws RegistryError `bad_request` when path and body have different identifiers */
function expectSameId(pathId: string, bodyId: string): void {
  if (pathId === bodyId) return;
  throw new RegistryError(
    'bad_request',
    `The id in the path, '${pathId}', must match the id in the body, '${bodyId}'.`,
  );
}

const createCreatedResponses = (description: string, schema: z.ZodType) => ({
  201: { description, schema },
  ...errorResponses(403, 409),
});
const commonFacts = { tags, who: who.editsLicenses } as const;

/** The endpoints through which licence editors write definitions and assets. */
export const licensingWrites = ({ licensing }: LicensingServices): Resource => ({
  name: 'licensing-writes',
  endpoints: [
    endpoint({
      ...commonFacts,
      method: 'post',
      path: `${licensingPath}/licenses`,
      id: 'create_license_definition',
      summary: 'Create a license definition',
      body: sentLicense,
      answers: createCreatedResponses('Created.', licenseShape),
      handler: async (_context, { body, caller, reply }) =>
        answerWrite(reply, 201, await licensing.licenses.create(caller, body as unknown as License)),
    }),
    endpoint({
      ...commonFacts,
      method: 'put',
      path: `${licensingPath}/licenses/{license_id}`,
      parameters: licensePathParameters,
      id: 'replace_license_definition',
      summary: 'Replace a license definition',
      description:
        'A deprecated definition cannot be newly assigned; models and assets that name it keep it.',
      body: sentLicense,
      answers: { 200: { description: 'Replaced.', schema: licenseShape }, ...errorResponses(400, 403, 404) },
      handler: (_context, { path: { license_id: id }, body, caller }) => {
        expectSameId(id, String(body.license_id));
        return licensing.licenses.replace(caller, body as unknown as License);
      },
    }),
    endpoint({
      ...commonFacts,
      method: 'delete',
      path: `${licensingPath}/licenses/{license_id}`,
      parameters: licensePathParameters,
      id: 'delete_license_definition',
      summary: 'Delete a license definition',
      description: 'Refused (409) while a model, the licence of a file, or an asset names it.',
      answers: { 204: { description: 'Deleted.' }, ...errorResponses(403, 404, 409) },
      handler: async (_context, { path: { license_id: id }, caller }) => {
        await licensing.licenses.remove(caller, id);
      },
    }),
    endpoint({
      ...commonFacts,
      method: 'post',
      path: `${licensingPath}/assets`,
      id: 'create_license_asset',
      summary: 'Create an asset',
      body: sentAsset,
      answers: createCreatedResponses('Created.', assetShape),
      handler: async (_context, { body, caller, reply }) =>
        answerWrite(reply, 201, await licensing.assets.create(caller, body as unknown as Asset)),
    }),
    endpoint({
      ...commonFacts,
      method: 'put',
      path: `${licensingPath}/assets/{asset_kind}/{asset_identifier}`,
      parameters: assetPathParameters,
      id: 'replace_license_asset',
      summary: 'Replace an asset',
      body: sentAsset,
      answers: { 200: { description: 'Replaced.', schema: assetShape }, ...errorResponses(400, 403, 404) },
      handler: (_context, { path: assetPath, body, caller }) => {
        const { asset_kind, asset_identifier } = body as unknown as Asset;
        expectSameId(
          `${assetPath.asset_kind}/${assetPath.asset_identifier}`,
          `${asset_kind}/${asset_identifier}`,
        );
        return licensing.assets.replace(caller, body as unknown as Asset);
      },
    }),
    endpoint({
      ...commonFacts,
      method: 'delete',
      path: `${licensingPath}/assets/{asset_kind}/{asset_identifier}`,
      parameters: assetPathParameters,
      id: 'delete_license_asset',
      summary: 'Delete an asset',
      answers: { 204: { description: 'Deleted.' }, ...errorResponses(403, 404) },
      handler: async (_context, { path: { asset_kind, asset_identifier }, caller }) => {
        await licensing.assets.remove(caller, { asset_kind: asset_kind as AssetKind, asset_identifier });
      },
    }),
  ],
});
