import { z } from 'zod';
import {
  laxArray,
  laxBoolean,
  laxEnum,
  laxFloat,
  laxInt,
  laxString,
  strictObject,
} from '../../records/lax.ts';
import { optionalOrNull, sentMetadata } from '../catalogues/index.ts';

/** Maximum number of changes in a change set. */
export const maxChanges = 10_000;

const count = (ge: number) => laxInt({ ge, le: 2_147_483_647 });
const factor = () => laxFloat({ ge: 0 });
const name = () => laxString({ min: 1, max: 255 });
const names = (max: number) => laxArray(name(), { max }).default(() => []);

const capabilities = {
  controlnet: laxBoolean().default(false),
  controlnet_types_unavailable: names(100),
  transparent: laxBoolean().default(false),
  qr_code: laxBoolean().default(false),
  remix: laxBoolean().default(false),
  flow_matching: laxBoolean().default(false),
};

const hordePolicy = {
  kudos: factor().default(1),
  kudos_qr_code: optionalOrNull(factor()),
  kudos_hires: optionalOrNull(factor()),
  batching: count(1).default(1),
  ttl: count(1).default(1),
  resolution_floor: count(0).default(0),
};

type MakeObject = <S extends z.ZodRawShape>(shape: S) => z.ZodObject<S>;

function createBaselineSchema(object: MakeObject) {
  const [capabilitiesSchema, policySchema] = [object(capabilities), object(hordePolicy)];
  return object({
    name: name(),
    display_name: optionalOrNull(laxString({ max: 255 })),
    native_resolution: optionalOrNull(count(1)),
    alternative_names: names(1_000),
    capabilities: capabilitiesSchema.default(() => capabilitiesSchema.parse({})),
    horde_policy: policySchema.default(() => policySchema.parse({})),
    metadata: sentMetadata,
  });
}

/** A baseline as clients send it: missing keys get their defaults, unknown keys are refused. */
export const sentBaseline = createBaselineSchema(strictObject as unknown as MakeObject);
export type SentBaseline = z.infer<typeof sentBaseline>;

/** A baseline of another registry, whose release may have keys unknown to this one. */
export const foreignBaseline = createBaselineSchema((shape) => z.object(shape));

export const imageBaselineChangeSet = strictObject({
  title: laxString({ min: 1, max: 160 }),
  changes: laxArray(
    strictObject({
      operation: laxEnum(['upsert', 'delete']),
      name: name(),
      record: optionalOrNull(sentBaseline).meta({ description: 'For an upsert: the whole baseline.' }),
      expected_before: optionalOrNull(sentBaseline).meta({
        description: 'The current entry with its metadata; null if there is none.',
      }),
    }),
    { min: 1, max: maxChanges },
  ),
}).meta({
  id: 'ImageBaselineChangeSet',
  description: 'Changes of the catalogue of image baselines, applied in order, all or none.',
});
export type ImageBaselineChangeSet = z.infer<typeof imageBaselineChangeSet>;
