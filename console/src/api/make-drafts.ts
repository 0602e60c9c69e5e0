import { useState } from 'react';
import { ApiError, type Draft, type ModelRequest } from '#client';
import { registry } from './client.ts';
import { useSendOnce } from './send-once.ts';
import { countFreeDrafts, type StoredDraft, storeDraft } from './stored-drafts.ts';
import type { CategoryName } from './types.ts';

/** The content of pasted text: one JSON object, or several links. */
export type ParsedPaste = { readonly json: string } | { readonly links: readonly string[] };

export interface FailedLink {
  readonly link: string;
  readonly error: Error;
}

export interface MakeDraftsResult {
  readonly made: readonly StoredDraft[];
  readonly failed: readonly FailedLink[];
}

/**
 * Error statuses that every further link would also get, such as 401 for an invalid key. Status 0 means that
 * the service did not respond. After such an error, the remaining links are not sent and count as failed.
 */
const fatalStatuses = new Set([0, 401, 403, 429]);

/**
 * A mutation that creates drafts from pasted JSON or links. Sends the links one after another, and stores
 * each draft as soon as the service has created it. `sentIndex` is the index of the last sent link.
 */
export function useMakeDrafts() {
  const [sentIndex, setSentIndex] = useState(0);
  const mutation = useSendOnce(
    {
      mutationFn: async ({
        pasted,
        category,
      }: {
        pasted: ParsedPaste;
        category: CategoryName | undefined;
      }) => {
        if ('json' in pasted) {
          return {
            made: [storeDraft(null, await registry.draft({ text: pasted.json }, category))],
            failed: [],
          };
        }
        return makeDraftsOfLinks(pasted.links, category, setSentIndex);
      },
    },
    'answered',
  );
  return { ...mutation, asking: sentIndex };
}

async function makeDraftsOfLinks(
  links: readonly string[],
  category: CategoryName | undefined,
  onSend: (index: number) => void,
): Promise<MakeDraftsResult> {
  const made: StoredDraft[] = [];
  const failed: FailedLink[] = [];
  for (const [index, link] of links.entries()) {
    onSend(index);
    try {
      made.push(storeDraft(link, await registry.draft({ url: link }, category)));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const failedLinks = fatalStatuses.has(error.status) ? links.slice(index) : [link];
      failed.push(...failedLinks.map((each) => ({ link: each, error })));
      if (failedLinks.length > 1) break;
    }
  }
  return { made, failed };
}

/**
 * Creates and stores a draft for a model request. With `fromLink`, the service fills in the draft from the
 * request's link. Otherwise, or if the request has no link, the draft contains only the model's name.
 */
export function useDraftForRequest() {
  return useSendOnce(
    {
      mutationFn: async ({ request, fromLink }: { request: ModelRequest; fromLink: boolean }) => {
        if (countFreeDrafts() < 1)
          throw new Error('Too many drafts are kept. Propose some or throw some away first.');
        const { request_id, category, name, link } = request;
        if (fromLink && link !== null)
          return storeDraft(link, await registry.draft({ url: link }, category), request_id);
        const made: Draft = {
          // The service refuses proposals in a category that is no longer enabled.
          category: category as Draft['category'],
          record: { name },
          sources: {},
          notes: [],
          choices: [],
          duplicates: [],
          further_links: [],
        };
        return storeDraft(link, made, request_id);
      },
    },
    'answered',
  );
}

/**
 * A mutation that creates a draft from the URL of a file. Used after the user has chosen one of several files
 * behind a link. Does not store the draft.
 */
export function useDraftOfFile(category: CategoryName) {
  return useSendOnce({ mutationFn: (url: string) => registry.draft({ url }, category) }, 'answered');
}
