import { Button, Text, Textarea } from '@mantine/core';
import { maxCommentLength } from '../../api/conversation.ts';
import { useDeployment } from '../../api/deployment.ts';
import { type RequestStep, useComment, useDecide, useSteps } from '../../api/requests.ts';
import { useCaller } from '../../api/roles.ts';
import { askForKey } from '../../api/session.ts';
import { useUnsent } from '../../api/unsent.ts';
import { formatAge, formatTime } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { MoreButton } from '../../parts/MoreButton.tsx';
import { PlainText } from '../../parts/PlainText.tsx';
import { ErrorState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { HideText } from './HideText.tsx';
import classes from './Wanted.module.css';

const stepTexts: Readonly<Record<RequestStep['action'], string>> = {
  ask: 'requested it',
  second: 'supported it',
  unsecond: 'withdrew support',
  join: 'merged another request with it',
  comment: 'wrote',
  accept: 'accepted it',
  decline: 'declined it',
  duplicate: 'marked it as a duplicate',
  reopen: 'reopened it',
  propose: 'proposed the model for it',
  fulfil: 'fulfilled it',
  hide: 'hid the request',
  unhide: 'showed the request again',
  hide_comment: 'hid a text',
  unhide_comment: 'showed a comment again',
};

/** The comments and events of a request, and a form for another comment. */
export function RequestConversation({ id }: { id: number }) {
  const query = useSteps(id);
  const { canReview: canWrite } = useDeployment();
  return (
    <Section title="Conversation">
      <QueryState query={{ ...query, data: query.data?.pages.flatMap(({ items }) => items) }}>
        {(steps) => (
          <ol className={classes.plain}>
            {steps.map((step) => (
              <Step key={step.event_id} id={id} step={step} />
            ))}
          </ol>
        )}
      </QueryState>
      <MoreButton query={query} size="xs" />
      {canWrite && <Comment id={id} />}
    </Section>
  );
}

function Step({ id, step }: { id: number; step: RequestStep }) {
  const { action, at, username, text, event_id } = step;
  const { isApprover } = useCaller();
  const isComment = action === 'comment';
  return (
    <li className={`${classes.entry} ${isComment ? layout.comment : ''}`}>
      <b>
        <ShownText text={username} />
      </b>{' '}
      {stepTexts[action]}{' '}
      <time dateTime={new Date(at * 1000).toISOString()} title={formatTime(at)}>
        {formatAge(at)}
      </time>
      {text !== null && (
        <p className={layout.said}>
          <PlainText text={text} />
        </p>
      )}
      {isComment && text === null && (
        <Text size="sm" c="dimmed">
          Hidden by an approver.
        </Text>
      )}
      {isComment &&
        isApprover &&
        (text === null ? (
          <Unhide id={id} comment={event_id} />
        ) : (
          <HideText id={id} what={{ comment: event_id }} label={`Hide the comment of ${username}`} />
        ))}
    </li>
  );
}

function Unhide({ id, comment }: { id: number; comment: number }) {
  const decideRequest = useDecide(id);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={decideRequest.isPending}
        onClick={() => decideRequest.mutate({ decision: 'unhide_comment', comment })}
      >
        Show it again
      </Button>
      {decideRequest.error && <ErrorState error={decideRequest.error} />}
    </>
  );
}

function Comment({ id }: { id: number }) {
  const [text = '', setText] = useUnsent<string>(`request ${id}`);
  const { signedIn } = useCaller();
  const sendComment = useComment(id);
  return (
    <>
      <Textarea
        label="Your comment"
        description="Plain text, public."
        autosize
        minRows={2}
        maxLength={maxCommentLength}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value || undefined)}
      />
      <div className={layout.row}>
        <Button
          size="xs"
          mt="xs"
          disabled={text.trim() === ''}
          loading={sendComment.isPending}
          onClick={() =>
            signedIn ? sendComment.mutate(text, { onSuccess: () => setText(undefined) }) : askForKey()
          }
        >
          {signedIn ? 'Comment' : 'Sign in to comment'}
        </Button>
      </div>
      {sendComment.error && <ErrorState error={sendComment.error} />}
    </>
  );
}
