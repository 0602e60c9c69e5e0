import { invalidInput, RegistryError } from '../../kernel/errors.ts';
import { laxInt, laxObject, laxString, queryValue } from '../../records/lax.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { learnedFilesPage } from './http-shapes-learned.ts';
import { learnedFromTheStart, learnedPlaceText, parseLearnedPlace } from './learned.ts';

const learnedQuery = laxObject({
  since: queryValue(laxString({ max: 90 }))
    .default(learnedPlaceText(learnedFromTheStart))
    .meta({ description: 'Only what was learned behind this place: the `next` of a page before.' }),
  limit: queryValue(laxInt({ ge: 1, le: 500 }))
    .default(200)
    .meta({ description: 'Of each of the three lists; a page is bounded in bytes too.' }),
});

/** Of each list on a page. */
const mostBytes = 512 * 1024;

/** What a replica shows its primary's evidence by. */
export const learnedFiles: Resource = {
  name: 'files-learned',
  readsModels: true,
  endpoints: [
    endpoint({
      method: 'get',
      path: '/model_references/v2/files/learned',
      id: 'read_v2_files_learned',
      tags: ['v2', 'files'],
      summary: 'What was learned of files, in the order in which it was',
      description:
        'For replicas: what hosts say of the addresses that live records name, the verdicts that were noted, and how they changed. ' +
        'Read on from `next` until `has_more` is false; later, from there. What has changed comes again, so the last word on an address counts. A 410 means: start again.',
      query: learnedQuery,
      answers: { 200: { description: 'The next part.', schema: learnedFilesPage }, ...refuses(410) },
      handler: async ({ fileEvidence, learnedElsewhere }, { query: { since, limit } }) => {
        const place = parseLearnedPlace(since);
        if (place === null) {
          const msg = 'Input should be the `next` of a page: 412-398-77-3111-9f86d081884c7d65';
          throw invalidInput([{ type: 'learned_place', loc: ['query', 'since'], msg, input: since }]);
        }
        const part = await fileEvidence.learned(place, { rows: limit, bytes: mostBytes });
        if (part === null) {
          throw new RegistryError(
            'gone',
            `since=${since} is not a place in what this registry has learned: its history was replaced, or is another's. Start again without it.`,
          );
        }
        const { addresses, verdicts, changes, next, more } = part;
        return {
          addresses,
          verdicts,
          changes,
          next,
          has_more: more,
          age_seconds: learnedElsewhere ? learnedElsewhere.ageSeconds() : 0,
        };
      },
    }),
  ],
};
