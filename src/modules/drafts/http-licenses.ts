import { z } from 'zod';
import type { Categories } from '../../records/categories/index.ts';
import { absentOrNull, laxArray, laxEnum, laxObject, laxString } from '../../records/lax.ts';
import { licenseCertainties } from '../../records/licensing/stated.ts';
import { answerProposals } from '../../serving/answers/proposals.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { limits } from '../../serving/requests/limits.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { LicenseFill } from './fill-licenses.ts';

const selection = ({ names }: Categories) =>
  laxObject({
    categories: absentOrNull(laxArray(laxEnum(names), { min: 1, max: 100 })).meta({
      description: 'Default: all.',
    }),
    names: absentOrNull(laxArray(laxString({ min: 1, max: limits.nameLength }), { min: 1, max: 500 })).meta({
      description: 'Only models with these names. Default: all.',
    }),
    certainty: laxEnum(licenseCertainties)
      .default('likely')
      .meta({ description: 'Minimum certainty of the proposed licences.' }),
  }).meta({ id: 'LicenseFillRequest', description: 'Selects models without a licence.' });

const model = { category: z.string(), model_name: z.string() };
const resultShape = {
  groups: z
    .array(
      z
        .object({
          license_expression: z.string(),
          commercial_use: z.string(),
          redistribution: z.string(),
          certainty: z.enum(licenseCertainties),
          models: z.array(z.object(model)),
        })
        .meta({ id: 'FoundLicense' }),
    )
    .meta({
      description: 'Licences found, most frequent first, including those below the requested certainty.',
    }),
  questions: z
    .array(z.object({ ...model, question: z.string() }).meta({ id: 'LicenseQuestion' }))
    .meta({ description: 'Models whose pages contradict each other or name an undefined licence.' }),
  left_out: z.array(z.object({ ...model, reason: z.string() }).meta({ id: 'LicenseLeftOut' })),
  not_read: z.int().meta({ description: 'Models whose pages were not read in time: call again.' }),
};

export const licenseFilling = ({
  categories,
  licenseFill,
}: {
  readonly categories: Categories;
  readonly licenseFill: LicenseFill;
}): Resource => ({
  name: 'v2-license-fill',
  endpoints: [
    endpoint({
      method: 'post',
      path: '/model_references/v2/licensing/fill',
      id: 'propose_found_licenses',
      tags: ['v2'],
      summary: 'Propose licenses from model pages',
      description:
        'Reads the Hugging Face and Civitai pages of models without a licence, for at most 12 seconds, and queues an update for each model whose licence was found. Civitai pages state no licence: the page of the base model is read instead, and the certainty is at most `likely`. Pages are cached for an hour: repeat the dry run until `not_read` is 0, then queue all changes with one `batch_id`.',
      who: who.usesQueue('requestor'),
      body: selection(categories),
      dryRun: true,
      retryable: true,
      answers: {
        200: {
          description: 'Dry run: the licences found.',
          schema: z.object({ dry_run: z.literal(true), ...resultShape }).meta({ id: 'FoundLicenses' }),
        },
        202: {
          description: 'Queued.',
          schema: z
            .object({ ...resultShape, batch_id: z.string(), pending_change_ids: z.array(z.int()) })
            .meta({ id: 'QueuedLicenses' }),
        },
        ...errorResponses(400),
      },
      handler: (_context, call) => {
        const { body, caller } = call;
        const selection = { ...body, categories: body.categories ?? categories.list.map(({ name }) => name) };
        return answerProposals(call, {
          preview: async () => ({ dry_run: true, ...(await licenseFill.preview(selection, caller)) }),
          queue: (retry) => licenseFill.propose(selection, caller, retry),
        });
      },
    }),
  ],
});
