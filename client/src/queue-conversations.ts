import { randomName } from './hashes.ts';
import type { VersionOptions } from './queue-calls.ts';
import { QueueProposals } from './queue-proposals.ts';
import type { CallOptions } from './typed-paths.ts';
import type { Conversation, ConversationEntry, PendingChange } from './types.ts';

/** What is said of a change, by its requestor and reviewers. */
export class QueueConversations extends QueueProposals {
  /** What was said of a change, and its versions. */
  conversation(id: number, options?: CallOptions): Promise<Conversation> {
    return this.get(`/changes/${id}/conversation`, {}, options);
  }

  /** Says something about a change: plain text, up to 4,000 characters. */
  comment(id: number, text: string, options?: CallOptions): Promise<ConversationEntry> {
    const headers = { 'idempotency-key': randomName() };
    return this.post(`/changes/${id}/comments`, { ...options, headers, repeatable: true, body: { text } });
  }

  /** Only the caller's own, for 15 minutes. */
  editComment(
    id: number,
    commentId: number,
    text: string,
    options?: CallOptions,
  ): Promise<ConversationEntry> {
    return this.send('PUT', `/changes/${id}/comments/${commentId}`, {
      ...options,
      body: { text },
    });
  }

  /** As `editComment`. */
  deleteComment(id: number, commentId: number, options?: CallOptions): Promise<ConversationEntry> {
    return this.send('DELETE', `/changes/${id}/comments/${commentId}`, { ...options });
  }

  /** Asks its requestor for another version; takes an approval away. */
  requestChanges(
    id: number,
    text: string,
    { version, ...options }: VersionOptions = {},
  ): Promise<PendingChange> {
    const body = { text, expected_version: version };
    return this.post(`/changes/${id}/request_changes`, { ...options, body });
  }
}
