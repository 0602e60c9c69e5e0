import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Conversation, ConversationEntry } from '#client';
import { registry } from './client.ts';
import { session } from './session.ts';
import type { PendingChange } from './types.ts';

export type { Conversation, ConversationEntry } from '#client';

/** Milliseconds between reads of an open conversation. */
const readInterval = 3000;
/** Seconds during which its author can edit a comment; the service enforces it. */
export const editableSeconds = 15 * 60;
/** Most characters of a comment. */
export const longestComment = 4000;

export function useConversation(changeId: number) {
  const { id } = session.use();
  const query = useQuery({
    queryKey: ['changes', 'conversation', id, changeId],
    queryFn: ({ signal }) => registry.queue.conversation(changeId, { signal }),
    refetchInterval: readInterval,
  });
  useRenewalOfTheChange(query.data);
  return query;
}

/** Reads the rest of the change again when its conversation has a new entry. */
function useRenewalOfTheChange(conversation: Conversation | undefined): void {
  const client = useQueryClient();
  const state =
    conversation && `${conversation.version} ${conversation.status} ${conversation.entries.length}`;
  const known = useRef(state);
  useEffect(() => {
    if (known.current !== undefined && known.current !== state) {
      void client.invalidateQueries({
        queryKey: ['changes'],
        predicate: ({ queryKey }) => queryKey[1] !== 'conversation',
      });
    }
    known.current = state;
  }, [state, client]);
}

export type Utterance =
  | { readonly what: 'comment' | 'request_changes'; readonly text: string; readonly version: number }
  | { readonly what: 'edit'; readonly commentId: number; readonly text: string }
  | { readonly what: 'delete'; readonly commentId: number };

/** Adds, edits or deletes a comment, or asks for changes. */
export function useSay(changeId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (said: Utterance): Promise<ConversationEntry | PendingChange> => {
      switch (said.what) {
        case 'comment':
          return registry.queue.comment(changeId, said.text);
        case 'request_changes':
          return registry.queue.requestChanges(changeId, said.text, { version: said.version });
        case 'edit':
          return registry.queue.editComment(changeId, said.commentId, said.text);
        case 'delete':
          return registry.queue.deleteComment(changeId, said.commentId);
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['changes'] }),
  });
}
