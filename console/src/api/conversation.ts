import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConversationEntry } from '#client';
import { registry } from './client.ts';
import { renewalInterval } from './queue-news.ts';
import { session } from './session.ts';
import type { PendingChange } from './types.ts';

export type { Conversation, ConversationEntry } from '#client';

/** Seconds during which its author can edit a comment; the service enforces it. */
export const editableSeconds = 15 * 60;
/** Most characters of a comment. */
export const longestComment = 4000;

export function useConversation(changeId: number) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'conversation', id, changeId],
    queryFn: ({ signal }) => registry.queue.conversation(changeId, { signal }),
    refetchInterval: renewalInterval,
  });
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
