import { weightFormats } from '../audience.ts';
import { laxArray, laxCount, laxEnum, laxString, orNull } from '../lax.ts';
import { defineCategory } from './define-category.ts';

/**
 * The category of client profiles. A profile limits the models that a release of a client, such as `reGen@9`,
 * can use.
 */
export const clientProfile = defineCategory({
  name: 'client_profile',
  recordName: 'ClientProfileRecord',
  fields: {
    name: laxString().meta({ description: 'The client and its release, as it asks: `reGen@9`.' }),
    baselines: orNull(laxArray(laxString({ min: 1, max: 300 }), { max: 500 })).meta({
      description: 'The baselines that it can load, of all categories. Absent: any.',
    }),
    file_formats: orNull(laxArray(laxEnum(weightFormats), { max: 20 })).meta({
      description: 'The endings of files with weights that it can load. Absent: any.',
    }),
    max_file_bytes: orNull(laxCount()).meta({ description: 'Of the largest file.' }),
    max_model_bytes: orNull(laxCount()).meta({ description: 'Of all files of a model together.' }),
    max_parameters: orNull(laxCount()).meta({ description: 'Of text models.' }),
    homepage: orNull(laxString({ max: 1000 })),
  },
  criticalFields: ['baselines', 'file_formats', 'max_file_bytes', 'max_model_bytes', 'max_parameters'],
});
