import { RegistryError } from '../../kernel/errors.ts';
import { findCategory } from '../../records/categories/index.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { Drafts } from './drafts.ts';
import { draftRequest, draftResponse } from './http-shapes.ts';

declare module '../../serving/context.ts' {
  interface AppContext {
    readonly drafts: Drafts;
  }
}

/** Records made from links and pasted answers. */
export const v2Drafts: Resource = {
  name: 'v2-drafts',
  endpoints: [
    endpoint({
      method: 'post',
      path: '/model_references/v2/drafts',
      id: 'draft_model_record',
      tags: ['v2'],
      summary: 'Make a record from a link',
      description:
        'Looks at the link (2 MiB at most) and answers with a record to propose, where each field comes from, what to look at, and what is there already. Stores nothing.',
      who: who.usesQueue('requestor'),
      body: draftRequest,
      answers: {
        200: { description: 'The draft.', schema: draftResponse },
        ...refuses(400, 404, 429),
      },
      handler: ({ drafts }, { body: { url, text, category }, caller }) => {
        const given = url ?? text;
        if (!given || (url && text)) {
          throw new RegistryError(
            'bad_request',
            'Give either url or text: one of them is needed, and both are too much.',
          );
        }
        return drafts.make({
          text: given,
          category: category ? (findCategory(category) ?? null) : null,
          askedBy: caller.userId,
        });
      },
    }),
  ],
};
