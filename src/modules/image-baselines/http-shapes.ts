import { z } from 'zod';
import { catalogMetadataShape, recordMetadata } from '../catalogues/shapes.ts';

const whole = (description: string) => z.int().meta({ description });

export const imageBaselineShape = z
  .strictObject({
    name: z.string().meta({ description: 'What image models say in `baseline`.' }),
    display_name: z.string().nullable(),
    native_resolution: z.int().nullable().meta({
      description: 'The width and height that its models are made for, in pixels.',
    }),
    alternative_names: z.array(z.string()).meta({ description: 'Other spellings that writes may use.' }),
    capabilities: z
      .strictObject({
        controlnet: z.boolean(),
        controlnet_types_unavailable: z.array(z.string()),
        transparent: z.boolean(),
        qr_code: z.boolean(),
        remix: z.boolean(),
        flow_matching: z.boolean(),
      })
      .meta({
        id: 'ImageBaselineCapabilities',
        description: 'The mechanisms that exist for the family: what a request may ask for.',
      }),
    horde_policy: z
      .strictObject({
        kudos: z.number().meta({ description: 'What one generation costs, relative to a par baseline.' }),
        kudos_qr_code: z
          .number()
          .nullable()
          .meta({ description: 'The factor of QR code workflows; null: `kudos`.' }),
        kudos_hires: z.number().nullable().meta({ description: 'The factor with hires fix; null: `kudos`.' }),
        batching: whole('How much a batch costs.'),
        ttl: whole('How much longer a lease runs.'),
        resolution_floor: whole('The resolution that every request may reach, in pixels; 0: none.'),
      })
      .meta({ id: 'ImageBaselineHordePolicy', description: 'Prices and limits of the horde.' }),
    metadata: recordMetadata,
  })
  .meta({ id: 'ImageBaseline', description: 'An architecture from which image models are derived.' });

export const imageBaselineList = z
  .strictObject({
    items: z.array(imageBaselineShape).meta({ description: 'By name.' }),
    total: z.int(),
    metadata: catalogMetadataShape,
  })
  .meta({ id: 'ImageBaselineList', description: 'The catalogue of image baselines.' });

export const imageBaselineExport = z
  .strictObject({ metadata: catalogMetadataShape, baselines: z.record(z.string(), imageBaselineShape) })
  .meta({ id: 'ImageBaselineExport', description: 'The catalogue of image baselines, by name.' });
