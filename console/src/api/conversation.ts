import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConversationEntry } from '#client';
import { bounds } from './bounds.ts';
import { registry } from './client.ts';
import { useSendWithKey } from './idempotency-key.ts';
import { reloadIntervalMs } from './queue-news.ts';
import { session } from './session.ts';
import type { PendingChange } from './types.ts';

export type { Conversation, ConversationEntry } from '#client';

/** Seconds after a comment during which its author can edit it. The service enforces this limit. */
export const editableSeconds = 15 * 60;
export const maxCommentLength = bounds.fields.CommentRequest.text.maxLength;

export function useConversation(changeId: number) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'conversation', id, changeId],
    queryFn: ({ signal }) => registry.queue.conversation(changeId, { signal }),
    refetchInterval: reloadIntervalMs,
  });
}

/**
 * A mutation that writes to the conversation on a change, then reloads the shown changes and conversations.
 */
function useConversationWrite<Input>(write: (input: Input) => Promise<ConversationEntry | PendingChange>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => client.invalidateQueries({ queryKey: ['changes'] }),
  });
}

/** Adds a comment to a change. With `ofVersion`, the comment asks the requestor to revise that version. */
export function useReply(changeId: number) {
  const sendWithKey = useSendWithKey();
  return useConversationWrite(
    ({ text, ofVersion }: { readonly text: string; readonly ofVersion?: number }) =>
      ofVersion === undefined
        ? sendWithKey(text, (idempotencyKey) => registry.queue.comment(changeId, text, { idempotencyKey }))
        : registry.queue.requestChanges(changeId, text, { version: ofVersion }),
  );
}

export const useEditComment = (changeId: number, commentId: number) =>
  useConversationWrite((text: string) => registry.queue.editComment(changeId, commentId, text));

export const useDeleteComment = (changeId: number, commentId: number) =>
  useConversationWrite(() => registry.queue.deleteComment(changeId, commentId));
