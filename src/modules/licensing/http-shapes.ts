import { z } from 'zod';
import { obligations, permissions } from '../../records/licensing/assignment.ts';
import { catalogMetadataShape, recordMetadata } from '../catalogues/shapes.ts';
import { assetKinds } from './entries.ts';

const textShape = z.string();
const textOrNull = z.string().nullable();
const permission = z.enum(permissions);

const assignmentShapes = {
  license_expression: textShape,
  license_ids: z.array(textShape),
  commercial_use: permission,
  redistribution: permission,
  obligations: z.array(z.enum(obligations)),
  attribution: textOrNull,
  evidence: z.array(
    z.strictObject({
      source: textShape,
      description: textOrNull,
      checked_at: textOrNull.meta({ format: 'date' }),
    }),
  ),
  reviewed_by: textOrNull,
  reviewed_at: textOrNull.meta({ format: 'date' }),
  notes: textOrNull,
};
const shownAssignment = z
  .strictObject(assignmentShapes)
  .meta({ id: 'ShownLicenseAssignment', description: 'The licence of something, with all members.' });

export const licenseShape = z
  .strictObject({
    license_id: textShape,
    name: textShape,
    spdx_identifier: textOrNull,
    canonical_url: textShape,
    commercial_use: permission,
    redistribution: permission,
    obligations: z.array(z.enum(obligations)),
    restrictions: z.array(textShape),
    notes: textOrNull,
    deprecated: z.boolean(),
    metadata: recordMetadata,
  })
  .meta({ id: 'LicenseDefinition', description: 'A licence, and what it permits.' });

const assetShapes = {
  asset_identifier: textShape,
  display_name: textShape,
  source_url: textOrNull,
  version: textOrNull,
  locations: z.array(textShape),
  related_assets: z.array(textShape),
  notes: textOrNull,
};

export const assetShape = z
  .strictObject({
    asset_kind: z.enum(assetKinds),
    ...assetShapes,
    licensing: shownAssignment,
    metadata: recordMetadata,
  })
  .meta({ id: 'LicensedAsset', description: 'A licensed item that is not a model.' });

export const visibleKinds = ['model', ...assetKinds] as const;

export const assetViewShape = z
  .strictObject({
    asset_kind: z.enum(visibleKinds),
    ...assetShapes,
    category: textOrNull.meta({ description: 'Of a model; null for other assets.' }),
    licensing: z.strictObject({ ...assignmentShapes, files: z.record(textShape, shownAssignment) }),
    definition_urls: z
      .record(textShape, textShape)
      .meta({ description: 'Paths of the definitions, by license id.' }),
    metadata: recordMetadata.nullable().meta({ description: 'Null for a model.' }),
  })
  .meta({ id: 'LicenseAssetView', description: 'A model or an asset, and its licence.' });

const pageShapes = { total: z.int(), offset: z.int(), limit: z.int(), metadata: catalogMetadataShape };

export const licensePage = z
  .strictObject({ items: z.array(licenseShape), ...pageShapes })
  .meta({ id: 'LicenseDefinitionPage', description: 'A page of definitions, by id.' });
export const assetPage = z
  .strictObject({ items: z.array(assetViewShape), ...pageShapes })
  .meta({ id: 'LicenseAssetPage', description: 'A page of models and assets, by kind and identifier.' });

const countsShape = z.strictObject(Object.fromEntries(permissions.map((each) => [each, z.int()])));
export const summaryShape = z
  .strictObject({
    total_assets: z.int(),
    commercial_use: countsShape,
    redistribution: countsShape,
    licenses: z.record(textShape, z.int()).meta({ description: 'Number of assets by license id.' }),
  })
  .meta({ id: 'LicenseSummary', description: 'Numbers of models and assets by what their licence permits.' });

export const licensingExport = z
  .strictObject({
    schema_version: z.literal(1),
    metadata: catalogMetadataShape,
    licenses: z.array(licenseShape),
    assets: z.array(assetViewShape),
    summary: summaryShape,
  })
  .meta({ id: 'LicensingExport', description: 'All definitions, models and assets.' });

export const coverageShape = z
  .strictObject({
    weeks: z.array(
      z.strictObject({
        until: z.int().meta({ description: 'Unix seconds: the end of the week, or now.' }),
        models: z.int(),
        unconcluded: z.int().meta({ description: 'Models without a license, or with NOASSERTION.' }),
      }),
    ),
  })
  .meta({ id: 'LicenseCoverage', description: 'Numbers of models without a concluded license, by week.' });
