import { RegistryError } from '../../kernel/errors.ts';
import { type Categories, categoryOf } from '../../records/categories/index.ts';
import { absentOrNull, laxEnum, laxObject, laxString } from '../../records/lax.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { getClientKey } from '../../serving/requests/client-address.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { type Drafts, draftWithDuplicates } from './drafts.ts';

const draftRequest = ({ names }: Categories) =>
  laxObject({
    url: absentOrNull(laxString({ min: 1, max: 2000 })).meta({
      description:
        'A page or download of a Civitai model, an AIR, a repository or file at Hugging Face (or `owner/name`), or the URL of a model file. Accepts URLs without `https://`, in Markdown, or with text around them.',
    }),
    text: absentOrNull(laxString({ min: 1 })).meta({
      description:
        'Instead of `url`: JSON of a Civitai or Hugging Face answer, a record, or a legacy record. Links are accepted too.',
    }),
    category: absentOrNull(laxEnum(names)).meta({
      description: 'The category of the record. Default: detected from the source.',
    }),
  }).meta({ id: 'DraftRequest', description: 'The source of the draft: `url` or `text`.' });

export const v2Drafts = ({
  categories,
  drafts,
}: {
  readonly categories: Categories;
  readonly drafts: Drafts;
}): Resource => ({
  name: 'v2-drafts',
  endpoints: [
    endpoint({
      method: 'post',
      path: '/model_references/v2/drafts',
      id: 'draft_model_record',
      tags: ['v2'],
      summary: 'Draft a record from a link',
      description:
        'Reads the link (at most 2 MiB) and returns a record to propose, the source of each field, notes, and existing models that match. Does not store a record. Callers without the requestor role may draft links to Civitai and Hugging Face only, a few per hour and client address (VISITOR_DRAFTS_PER_HOUR). The notes become findings of the change that proposes the draft.',
      who: who.drafts,
      body: draftRequest(categories),
      mayContainKeys: true,
      answers: {
        200: { description: 'The draft.', schema: draftWithDuplicates },
        ...errorResponses(400, 404, 429),
      },
      handler: (_context, { body: { url, text, category }, request: { caller, ip } }) => {
        const input = url ?? text;
        if (!input || (url && text)) {
          throw new RegistryError('bad_request', 'Give either url or text, not both.');
        }
        return drafts.make({
          text: input,
          category: category ? categoryOf(category) : null,
          askedBy: caller?.userId ?? getClientKey(ip),
          isVisitor: caller === null,
        });
      },
    }),
  ],
});
