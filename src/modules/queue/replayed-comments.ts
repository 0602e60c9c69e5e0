import type { AuditEvent } from '../audit/event.ts';
import { saidOf } from './change-steps.ts';

/** What is checked of comments on changes: they are edited and deleted by their authors, while they are there. */
export class CommentReplay {
  readonly #comments = new Map<number, { readonly change: number | null; readonly author: string }>();

  /** Takes the next event about a comment; says what does not fit, or null. */
  take(event: AuditEvent): string | null {
    const { action, event_id, change_id, logical_user_id } = event;
    if (action === 'comment' || action === 'request_changes') {
      this.#comments.set(event_id, { change: change_id, author: logical_user_id });
      return null;
    }
    const id = saidOf(event).comment_id as number;
    const comment = this.#comments.get(id);
    if (comment?.change !== change_id)
      return `is about comment ${id}, which change ${change_id} does not have`;
    if (comment.author !== logical_user_id) {
      return `is about comment ${id} of ${comment.author}, as ${logical_user_id}`;
    }
    if (action === 'comment_delete') this.#comments.delete(id);
    return null;
  }
}
