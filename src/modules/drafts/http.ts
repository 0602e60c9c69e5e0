import { RegistryError } from '../../kernel/errors.ts';
import { type Categories, categoryOf } from '../../records/categories/index.ts';
import { laxEnum, laxObject, laxString, orNull } from '../../records/lax.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { type Drafts, foundDraft } from './drafts.ts';

const draftRequest = ({ names }: Categories) =>
  laxObject({
    url: orNull(laxString({ min: 1, max: 2000 })).meta({
      description:
        'A page or download of a Civitai model, an AIR, a repository or file at Hugging Face (or `owner/name`), or the address of a model file; as it was pasted, without `https://`, in Markdown or with text around it.',
    }),
    text: orNull(laxString({ min: 1 })).meta({
      description:
        'In place of it: JSON of a Civitai or Hugging Face answer, a record or a legacy record; links are taken as well.',
    }),
    category: orNull(laxEnum(names)).meta({
      description: 'Which category the record is for. Without it, what is found decides.',
    }),
  }).meta({ id: 'DraftRequest', description: 'What to make a record of: `url` or `text`.' });

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
      summary: 'Make a record from a link',
      description:
        'Looks at the link (2 MiB at most) and answers with a record to propose, where each field comes from, what to look at, and what is there already. Stores no record; its notes are findings of a change that proposes what was drafted.',
      who: who.usesQueue('requestor'),
      body: draftRequest(categories),
      takesKeys: true,
      answers: {
        200: { description: 'The draft.', schema: foundDraft },
        ...refuses(400, 404, 429),
      },
      handler: (_context, { body: { url, text, category }, caller }) => {
        const given = url ?? text;
        if (!given || (url && text)) {
          throw new RegistryError(
            'bad_request',
            'Give either url or text: one of them is needed, and both are too much.',
          );
        }
        return drafts.make({
          text: given,
          category: category ? categoryOf(category) : null,
          askedBy: caller.userId,
        });
      },
    }),
  ],
});
