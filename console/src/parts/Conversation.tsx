import { Alert, Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { hasStatus } from '#client';
import {
  type ConversationEntry,
  type Conversation as ConversationOf,
  editableSeconds,
  longestComment,
  useConversation,
  useSay,
} from '../api/conversation.ts';
import { useCaller } from '../api/roles.ts';
import classes from './Conversation.module.css';
import { FieldDiffView } from './FieldDiffView.tsx';
import { formatAge, formatTime, plural } from './format.ts';
import { Icon } from './Icon.tsx';
import { PlainText } from './PlainText.tsx';
import { ErrorState, LoadingState } from './QueryState.tsx';
import { Section } from './Section.tsx';
import { ShownText } from './ShownText.tsx';

/** The comments on a change and its events, and a form for another comment. */
export function Conversation({ changeId }: { changeId: number }) {
  const query = useConversation(changeId);
  // A deployment without an audit trail keeps no conversations.
  if (hasStatus(query.error, 503)) return null;
  return (
    <Section title="Conversation">
      {query.data ? (
        <Said key={changeId} conversation={query.data} />
      ) : query.error ? (
        <ErrorState error={query.error} retry={() => query.refetch()} />
      ) : (
        <LoadingState lines={2} />
      )}
    </Section>
  );
}

function Said({ conversation }: { conversation: ConversationOf }) {
  const say = useSay(conversation.change_id);
  return (
    <>
      <ol className={classes.entries}>
        {conversation.entries.map((entry) => (
          <Entry key={entry.event_id} entry={entry} conversation={conversation} say={say} />
        ))}
      </ol>
      <Reply conversation={conversation} say={say} />
    </>
  );
}

const deeds: Partial<Record<ConversationEntry['action'], string>> = {
  enqueue: 'proposed this',
  revise: 'proposed another version',
  approve: 'approved it',
  endorse: 'approved it: others have to approve it as well',
  unapprove: 'took the approval back',
  reject: 'rejected it',
  withdraw: 'withdrew it',
  apply: 'applied it: it is live',
  request_changes: 'asked for changes',
  comment: 'wrote',
};

interface EntryProps {
  readonly entry: ConversationEntry;
  readonly conversation: ConversationOf;
  readonly say: ReturnType<typeof useSay>;
}

function Entry({ entry, conversation, say }: EntryProps) {
  const { user } = useCaller();
  const [editing, setEditing] = useState<string | null>(null);
  const isComment = entry.action === 'comment' || entry.action === 'request_changes';
  const isFresh = Date.now() / 1000 - entry.timestamp < editableSeconds;
  const isMine = isComment && !entry.deleted && entry.user_id === user?.user_id && isFresh;
  const version = entry.version && conversation.versions[entry.version - 1];
  const tone = entry.action === 'request_changes' ? classes.asking : '';
  return (
    <li className={`${classes.entry} ${isComment ? `${classes.comment} ${tone}` : ''}`}>
      <div className={classes.line}>
        <strong>
          <ShownText text={entry.username ?? entry.user_id} />
        </strong>
        <span>
          {deeds[entry.action] ?? entry.action}
          {entry.version && entry.version > 1 ? ` (${entry.version})` : ''}
        </span>
        <time dateTime={new Date(entry.timestamp * 1000).toISOString()} title={formatTime(entry.timestamp)}>
          {formatAge(entry.timestamp)}
        </time>
        {entry.edited_at !== null && !entry.deleted && <span>(edited)</span>}
      </div>
      {entry.deleted && (
        <Text size="sm" c="dimmed">
          Deleted by its author.
        </Text>
      )}
      {entry.text !== null && editing === null && (
        <p className={classes.text}>
          <PlainText text={entry.text} />
        </p>
      )}
      {version && version.field_diffs.length > 0 && (
        <details>
          <summary>Differs from the version before in {plural(version.field_diffs.length, 'field')}</summary>
          <FieldDiffView diffs={version.field_diffs} />
        </details>
      )}
      {editing !== null && (
        <Textarea
          label="Edit the comment"
          autosize
          minRows={2}
          maxLength={longestComment}
          value={editing}
          onChange={(event) => setEditing(event.currentTarget.value)}
        />
      )}
      {isMine && (
        <div className={classes.acts}>
          {editing === null ? (
            <>
              <Button size="compact-xs" variant="default" onClick={() => setEditing(entry.text ?? '')}>
                Edit
              </Button>
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => say.mutate({ what: 'delete', commentId: entry.event_id })}
              >
                Delete
              </Button>
            </>
          ) : (
            <>
              <Button
                size="compact-xs"
                disabled={editing.trim() === ''}
                onClick={() =>
                  say.mutate(
                    { what: 'edit', commentId: entry.event_id, text: editing },
                    { onSuccess: () => setEditing(null) },
                  )
                }
              >
                Save
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => setEditing(null)}>
                Cancel
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

function Reply({ conversation, say }: Omit<EntryProps, 'entry'>) {
  const { isApprover } = useCaller();
  const [text, setText] = useState('');
  const isOpen = conversation.status === 'pending' || conversation.status === 'approved';
  const send = (what: 'comment' | 'request_changes') =>
    say.mutate({ what, text, version: conversation.version }, { onSuccess: () => setText('') });
  const isBlank = text.trim() === '';
  return (
    <>
      <Textarea
        label="Your comment"
        description="Plain text. You can edit it for 15 minutes; the audit trail keeps every version."
        autosize
        minRows={2}
        maxLength={longestComment}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.acts}>
        <Button size="xs" disabled={isBlank} loading={say.isPending} onClick={() => send('comment')}>
          Comment
        </Button>
        {isApprover && isOpen && (
          <Button
            size="xs"
            variant="default"
            disabled={isBlank}
            loading={say.isPending}
            onClick={() => send('request_changes')}
          >
            Ask for changes
          </Button>
        )}
      </div>
      {say.error && (
        <Alert color="red" role="alert" icon={<Icon name="warning" />} mt="sm">
          {say.error.message}
        </Alert>
      )}
    </>
  );
}
