import { image } from './records.ts';

const { name, description, baseline, nsfw } = image.record;
const homepage = 'https://civitai.com/models/140737?modelVersionId=329420';
const certain = { certainty: 'certain' };

export const draftExamples: Readonly<Record<string, unknown>> = {
  DraftRequest: { url: homepage },
  DraftResponse: {
    category: 'image_generation',
    record: { name, description, baseline, nsfw, homepage },
    sources: {
      name: { source: 'civitai:models.name', certainty: 'likely' },
      description: { source: 'civitai:models.description', ...certain },
      baseline: { source: 'civitai:modelVersions.baseModel', ...certain },
      nsfw: { source: 'civitai:models.nsfw', certainty: 'likely' },
      homepage: { source: 'civitai:modelVersions.id', ...certain },
    },
    notes: [{ field_path: 'config.download.0', message: 'VAE: inside. Text encoder: inside.' }],
    choices: [],
    duplicates: [
      {
        kind: 'other_version',
        category: 'image_generation',
        name,
        message: `This is a newer version of '${String(name)}' (2.1): an edit of it may be what you want.`,
        newer: true,
      },
    ],
  },
};
