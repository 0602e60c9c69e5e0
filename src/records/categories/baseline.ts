import { laxArray, laxCount, laxEnum, laxString, orNull } from '../lax.ts';
import { defineCategory } from './define-category.ts';

/** The categories whose models have baselines of their own. Patches are made for the baselines of these. */
export const categoriesWithBaselines = [
  'image_generation',
  'text_generation',
  'video_generation',
  'audio_generation',
] as const;

const listed = (description: string) =>
  laxArray(laxString({ min: 1, max: 300 }), { max: 200 })
    .default(() => [])
    .meta({ description });

/** The architectures that models are derived from, and by what each is known elsewhere. */
export const baseline = defineCategory({
  name: 'baseline',
  recordName: 'BaselineRecord',
  fields: {
    title: laxString({ min: 1, max: 200 }).meta({ description: 'As people call it.' }),
    category: laxEnum(categoriesWithBaselines).meta({
      description: 'The category whose models have it. Patches (`lora`, `ti`) have those of image models.',
    }),
    family: orNull(laxString()).meta({ description: 'The baseline that it derives from.' }),
    native_resolution: orNull(laxCount({ gt: 0 })).meta({
      description: 'The width and height that its models are made for, in pixels.',
    }),
    since: orNull(laxString({ max: 10 })).meta({
      description: 'When it became public: a year, a month or a day, e.g. 2023-07.',
    }),
    spellings: listed('Other spellings that writes may use. The name is stored in their place.'),
    legacy_spelling: orNull(laxString({ min: 1, max: 300 })).meta({
      description: 'How v1 and the legacy files spell it. Absent: as the name.',
    }),
    civitai_names: listed('What Civitai calls it (`baseModel`), the usual first.'),
    replaced_by: orNull(laxString()).meta({ description: 'The baseline to use instead.' }),
    notes: orNull(laxString({ max: 10_000 })),
  },
  criticalFields: ['category', 'spellings', 'legacy_spelling'],
});
