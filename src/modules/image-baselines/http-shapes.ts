import { z } from 'zod';
import { catalogMetadataShape, recordMetadata } from '../catalogues/shapes.ts';

const describedInteger = (description: string) => z.int().meta({ description });

export const imageBaselineShape = z
  .strictObject({
    name: z.string().meta({ description: 'Name that image models use in `baseline`.' }),
    display_name: z.string().nullable(),
    native_resolution: z.int().nullable().meta({
      description: 'Native width and height of its models, in pixels.',
    }),
    alternative_names: z.array(z.string()).meta({ description: 'Other names that writes may use.' }),
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
        description: 'Features that exist for the family and that requests may use.',
      }),
    horde_policy: z
      .strictObject({
        kudos: z.number().meta({ description: 'Cost of a generation, relative to a par baseline.' }),
        kudos_qr_code: z
          .number()
          .nullable()
          .meta({ description: 'Factor for QR code workflows; null: `kudos`.' }),
        kudos_hires: z.number().nullable().meta({ description: 'Factor with hires fix; null: `kudos`.' }),
        batching: describedInteger('Cost factor of batches.'),
        ttl: describedInteger('Factor for the duration of a lease.'),
        resolution_floor: describedInteger('Resolution that every request may use, in pixels; 0 if none.'),
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
