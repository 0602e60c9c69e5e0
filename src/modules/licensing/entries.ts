import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import {
  issueOf,
  laxArray,
  laxBoolean,
  laxEnum,
  laxString,
  strictObject,
  valueError,
} from '../../records/lax.ts';
import {
  createAssignmentView,
  type LicenseAssignment,
  licenseText,
  obligationList,
  permission,
  sentAssignment,
} from '../../records/licensing/assignment.ts';
import { isLicenseId } from '../../records/licensing/expression.ts';
import type { LicenseFacts } from '../../records/licensing/first-licenses.ts';
import { optionalOrNull, sentMetadata } from '../catalogues/index.ts';

/** The kinds of assets other than models. */
export const assetKinds = ['software_component', 'custom_node', 'other'] as const;
export type AssetKind = (typeof assetKinds)[number];

/** An asset as stored in the catalogue. */
export interface Asset {
  readonly asset_kind: AssetKind;
  readonly asset_identifier: string;
  readonly display_name: string;
  readonly source_url: string | null;
  readonly version: string | null;
  readonly locations: readonly string[];
  readonly related_assets: readonly string[];
  readonly licensing: LicenseAssignment;
  readonly notes: string | null;
  readonly metadata: JsonObject;
}

export type License = LicenseFacts & { readonly metadata: JsonObject };

/** Returns the name of an asset's entry in the catalogue. */
export const formatAssetName = ({
  asset_kind,
  asset_identifier,
}: Pick<Asset, 'asset_kind' | 'asset_identifier'>) => `${asset_kind}:${asset_identifier}`;

/** Maximum length of the identifier of an asset, in characters. */
const maxIdentifierLength = 512;

const createLineSchema = (max: number) =>
  licenseText(max).check(({ value, issues }) => {
    if (value.trim() === '') issues.push(issueOf(valueError('must not be blank'), value));
    else if (/\p{Cc}/u.test(value)) issues.push(issueOf(valueError('must be one line'), value));
  });
const nonBlankLines = (max: number) => laxArray(createLineSchema(2_000), { max }).default(() => []);
const url = () => licenseText(2_000);

const createLicenseIdSchema = () =>
  laxString().check(({ value, issues }) => {
    if (isLicenseId(value)) return;
    const text = `'${value.slice(0, 100)}' is not a valid license id; allowed: up to 100 letters, digits and . + : _ -, except AND, OR, WITH and NOASSERTION`;
    issues.push(issueOf(valueError(text), value));
  });

const assignmentSchema = sentAssignment.transform(createAssignmentView).pipe(z.custom<JsonObject>());

type MakeObject = <S extends z.ZodRawShape>(shape: S) => z.ZodObject<S>;

function createSchemas(object: MakeObject, licensing: z.ZodType) {
  const license = object({
    license_id: createLicenseIdSchema(),
    name: createLineSchema(255),
    spdx_identifier: optionalOrNull(createLicenseIdSchema()),
    canonical_url: url(),
    commercial_use: permission,
    redistribution: permission,
    obligations: obligationList,
    restrictions: nonBlankLines(100),
    notes: optionalOrNull(licenseText()),
    deprecated: laxBoolean().default(false),
    metadata: sentMetadata,
  });
  const asset = object({
    asset_kind: laxEnum(assetKinds),
    // Clients resolve `.` and `..` in paths, so such an identifier could not be addressed.
    asset_identifier: createLineSchema(maxIdentifierLength).check(({ value, issues }) => {
      if (value === '.' || value === '..') issues.push(issueOf(valueError("must not be '.' or '..'"), value));
    }),
    display_name: createLineSchema(512),
    source_url: optionalOrNull(url()),
    version: optionalOrNull(createLineSchema(255)),
    locations: nonBlankLines(1_000),
    related_assets: nonBlankLines(1_000),
    licensing,
    notes: optionalOrNull(licenseText()),
    metadata: sentMetadata,
  });
  return { license, asset };
}

const bodySchemas = createSchemas(strictObject as unknown as MakeObject, assignmentSchema);

/** The schemas of a definition and an asset as editors send them. Missing keys get their defaults. */
export const sentLicense = bodySchemas.license.meta({ id: 'LicenseDefinitionBody' });
export const sentAsset = bodySchemas.asset.meta({ id: 'LicensedAssetBody' });

const assignmentKeys = Object.keys(
  createAssignmentView({
    license_expression: '',
    license_ids: [],
    commercial_use: 'unknown',
    redistribution: 'unknown',
    obligations: [],
    evidence: [],
  }),
);
const knownMembers = (value: unknown) =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => assignmentKeys.includes(key)))
    : value;

/** Definitions and assets of another registry, whose release may have keys unknown to this one. */
export const foreignSchemas = createSchemas(
  z.object as unknown as MakeObject,
  z.preprocess(knownMembers, assignmentSchema),
);
