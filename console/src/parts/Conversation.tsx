import { Alert, Button, Text, Textarea } from '@mantine/core';
import { hasStatus } from '#client';
import {
  type ConversationEntry,
  type Conversation as ConversationOf,
  editableSeconds,
  maxCommentLength,
  useConversation,
  useDeleteComment,
  useEditComment,
  useReply,
} from '../api/conversation.ts';
import { useCaller } from '../api/roles.ts';
import { useUnsent } from '../api/unsent.ts';
import classes from './Conversation.module.css';
import { FieldDiffView } from './FieldDiffView.tsx';
import { formatAge, formatTime, plural } from './format.ts';
import { Icon } from './Icon.tsx';
import layout from './layout.module.css';
import { PlainText } from './PlainText.tsx';
import { ErrorState, LoadingState } from './QueryState.tsx';
import { Section } from './Section.tsx';
import { ShownText } from './ShownText.tsx';

/** The id of the comment field. */
export const commentId = 'your-comment';

/** The comments on a change and its events, and a form for another comment. */
export function Conversation({ changeId }: { changeId: number }) {
  const query = useConversation(changeId);
  // A deployment without an audit trail has no conversations.
  if (hasStatus(query.error, 503)) return null;
  return (
    <Section title="Conversation">
      {query.data ? (
        <Entries key={changeId} conversation={query.data} />
      ) : query.error ? (
        <ErrorState error={query.error} retry={() => query.refetch()} />
      ) : (
        <LoadingState lines={2} />
      )}
    </Section>
  );
}

function Entries({ conversation }: { conversation: ConversationOf }) {
  return (
    <>
      <ol className={classes.entries}>
        {conversation.entries.map((entry) => (
          <Entry key={entry.event_id} entry={entry} conversation={conversation} />
        ))}
      </ol>
      <Reply conversation={conversation} />
    </>
  );
}

const actionTexts: Partial<Record<ConversationEntry['action'], string>> = {
  enqueue: 'proposed this',
  revise: 'proposed another version',
  approve: 'approved it',
  endorse: 'approved it; further approvals are required',
  unapprove: 'revoked the approval',
  reject: 'rejected it',
  withdraw: 'withdrew it',
  apply: 'applied it: it is live',
  request_changes: 'requested changes',
  comment: 'wrote',
};

function Entry({ entry, conversation }: { entry: ConversationEntry; conversation: ConversationOf }) {
  const { user } = useCaller();
  const isComment = entry.action === 'comment' || entry.action === 'request_changes';
  const isRecent = Date.now() / 1000 - entry.timestamp < editableSeconds;
  const isEditable = isComment && entry.user_id === user?.user_id && isRecent;
  const version = entry.version && conversation.versions[entry.version - 1];
  const highlight = entry.action === 'request_changes' ? classes.asking : '';
  return (
    <li className={`${classes.entry} ${isComment ? `${layout.comment} ${highlight}` : ''}`}>
      <div className={classes.line}>
        <strong>
          <ShownText text={entry.username ?? entry.user_id} />
        </strong>
        <span>
          {actionTexts[entry.action] ?? entry.action}
          {entry.version && entry.version > 1 ? ` (${entry.version})` : ''}
        </span>
        <time dateTime={new Date(entry.timestamp * 1000).toISOString()} title={formatTime(entry.timestamp)}>
          {formatAge(entry.timestamp)}
        </time>
        {entry.edited_at !== null && !entry.deleted && <span>(edited)</span>}
      </div>
      {entry.deleted ? (
        <Text size="sm" c="dimmed">
          Deleted by its author.
        </Text>
      ) : isEditable ? (
        <OwnText changeId={conversation.change_id} commentId={entry.event_id} text={entry.text ?? ''} />
      ) : (
        entry.text !== null && <CommentText text={entry.text} />
      )}
      {version && version.field_diffs.length > 0 && (
        <details>
          <summary>
            Differs from the previous version in {plural(version.field_diffs.length, 'field')}
          </summary>
          <FieldDiffView diffs={version.field_diffs} />
        </details>
      )}
    </li>
  );
}

function CommentText({ text }: { text: string }) {
  return (
    <p className={layout.said}>
      <PlainText text={text} />
    </p>
  );
}

/** The text of one of the caller's own comments, with buttons to edit and delete it. */
function OwnText({ changeId, commentId, text }: { changeId: number; commentId: number; text: string }) {
  const [draft, setDraft] = useUnsent<string>(`comment ${commentId}`);
  const edit = useEditComment(changeId, commentId);
  const remove = useDeleteComment(changeId, commentId);
  const stopEditing = () => {
    setDraft(undefined);
    edit.reset();
  };
  return (
    <>
      {draft === undefined ? (
        <CommentText text={text} />
      ) : (
        <Textarea
          label="Edit the comment"
          autosize
          minRows={2}
          maxLength={maxCommentLength}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
      <div className={classes.acts}>
        {draft === undefined ? (
          <>
            <Button size="compact-xs" variant="default" onClick={() => setDraft(text)}>
              Edit
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              Delete
            </Button>
          </>
        ) : (
          <>
            <Button
              size="compact-xs"
              disabled={draft.trim() === ''}
              loading={edit.isPending}
              onClick={() => edit.mutate(draft, { onSuccess: stopEditing })}
            >
              Save
            </Button>
            <Button size="compact-xs" variant="default" onClick={stopEditing}>
              Cancel
            </Button>
          </>
        )}
      </div>
      <RefusalMessage error={edit.error ?? remove.error} />
    </>
  );
}

function Reply({ conversation }: { conversation: ConversationOf }) {
  const { isApprover } = useCaller();
  const { version } = conversation;
  // The comment refers to the version that was current when the user began to type.
  const [draft = { text: '', version }, setDraft] = useUnsent<{ text: string; version: number }>(
    `change ${conversation.change_id}`,
  );
  const { text } = draft;
  const comment = useReply(conversation.change_id);
  const changesRequest = useReply(conversation.change_id);
  const isOpen = conversation.status === 'pending' || conversation.status === 'approved';
  const isBlank = text.trim() === '';
  const isSending = comment.isPending || changesRequest.isPending;
  // Uses the promise: the callbacks of `mutate` do not run once another change is shown.
  const updateDraftAfter = (request: Promise<unknown>) =>
    void request.then(
      () => setDraft(undefined),
      // After a conflict, the next attempt refers to the newer version.
      (error) => hasStatus(error, 409) && setDraft({ text, version: Number.MAX_SAFE_INTEGER }),
    );
  return (
    <>
      <Textarea
        id={commentId}
        label="Your comment"
        description="Plain text. You can edit it for 15 minutes; the audit trail keeps every version."
        autosize
        minRows={2}
        maxLength={maxCommentLength}
        readOnly={isSending}
        value={text}
        onChange={({ currentTarget: { value } }) =>
          setDraft(value === '' ? undefined : { text: value, version: draft.version })
        }
      />
      <div className={classes.acts}>
        <Button
          size="xs"
          disabled={isBlank || isSending}
          loading={comment.isPending}
          onClick={() => updateDraftAfter(comment.mutateAsync({ text }))}
        >
          Comment
        </Button>
        {isApprover && isOpen && (
          <Button
            size="xs"
            variant="default"
            disabled={isBlank || isSending}
            loading={changesRequest.isPending}
            onClick={() =>
              updateDraftAfter(
                changesRequest.mutateAsync({ text, ofVersion: Math.min(draft.version, version) }),
              )
            }
          >
            Request changes
          </Button>
        )}
      </div>
      <RefusalMessage error={comment.error ?? changesRequest.error} />
    </>
  );
}

function RefusalMessage({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <Alert color="red" role="alert" icon={<Icon name="warning" />} mt="sm">
      {error.message}
    </Alert>
  );
}
