import { Alert, Anchor, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeployment } from '../../api/deployment.ts';
import { type ModelRequest, useRequest, useSupporters } from '../../api/requests.ts';
import { useCaller } from '../../api/roles.ts';
import { categoryLabel, formatAge, formatTime, plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { MoreButton } from '../../parts/MoreButton.tsx';
import { PlainText } from '../../parts/PlainText.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import { Decide } from './Decide.tsx';
import { DraftOfRequest } from './DraftOfRequest.tsx';
import { HideText } from './HideText.tsx';
import { KnownFacts } from './KnownFacts.tsx';
import { RequestConversation } from './RequestConversation.tsx';
import { RequestStateTag } from './RequestList.tsx';
import { SecondButton } from './SecondButton.tsx';
import classes from './Wanted.module.css';

const route = getRouteApi('/wanted/$requestId');

export function RequestPage() {
  const { requestId } = route.useParams();
  const query = useRequest(Number(requestId));
  usePageTitle(query.data?.name ?? `Request ${requestId}`);
  return (
    <>
      <Anchor component={Link} to="/wanted" size="sm">
        Wanted
      </Anchor>
      <Title order={1}>{query.data ? <ShownText text={query.data.name} /> : `Request ${requestId}`}</Title>
      <QueryState query={query}>{(request) => <Details request={request} />}</QueryState>
    </>
  );
}

function Details({ request }: { request: ModelRequest }) {
  const { canReview: canWrite } = useDeployment();
  const { request_id: id, category, link, why, known, wanted } = request;
  const { isApprover } = useCaller();
  return (
    <>
      <Outcome request={request} />
      <div className={layout.row}>
        <Tag>{categoryLabel(category)}</Tag>
        <RequestStateTag state={request.state} />
        <span>
          <b>{plural(wanted, 'account')}</b> {wanted === 1 ? 'wants' : 'want'} it
        </span>
      </div>
      {why !== null && (
        <p className={layout.said}>
          <PlainText text={why} />
        </p>
      )}
      <Text size="sm" c="dimmed" component="div">
        Requested by <ShownText text={request.requested_username} />{' '}
        <time
          dateTime={new Date(request.requested_at * 1000).toISOString()}
          title={formatTime(request.requested_at)}
        >
          {formatAge(request.requested_at)}
        </time>
        {link !== null && (
          <>
            {' · '}
            <WebLink address={link} />
          </>
        )}
      </Text>
      <div className={layout.row}>
        <SecondButton request={request} />
        <DraftOfRequest request={request} />
      </div>
      {known && (
        <Section title="Facts">
          <KnownFacts known={known} />
        </Section>
      )}
      <Supporters id={id} />
      <RequestConversation id={id} />
      {isApprover && canWrite && <Decide key={request.state} request={request} />}
    </>
  );
}

const outcomeLabels = {
  accepted: { color: 'indigo', title: 'Accepted' },
  declined: { color: 'red', title: 'Declined' },
  duplicate: { color: 'gray', title: 'A duplicate' },
  fulfilled: { color: 'green', title: 'Fulfilled' },
  withdrawn: { color: 'gray', title: 'Withdrawn: no supporters left' },
} as const;

/** The outcome of a request, with the reason if it was declined. */
function Outcome({ request }: { request: ModelRequest }) {
  const { state, category, reason, model_name, duplicate_of, change_ids = [], decided_at } = request;
  if (state === 'open') return change_ids.length === 0 ? null : <ProposedChanges changeIds={change_ids} />;
  const { color, title } = outcomeLabels[state];
  const isDecidedByApprover = state !== 'withdrawn' && decided_at !== null;
  return (
    <Alert
      color={color}
      icon={<Icon name={state === 'declined' ? 'warning' : 'info'} />}
      title={
        isDecidedByApprover ? `${title} by ${request.decided_username} on ${formatTime(decided_at)}` : title
      }
    >
      {reason !== null && (
        <p className={layout.said}>
          <PlainText text={reason} />
        </p>
      )}
      {state === 'duplicate' && duplicate_of !== null && (
        <Link to="/wanted/$requestId" params={{ requestId: String(duplicate_of) }}>
          Request {duplicate_of} has its supporters
        </Link>
      )}
      {state === 'fulfilled' && model_name !== null && <ModelLink category={category} name={model_name} />}
      {state === 'accepted' && change_ids.length > 0 && formatProposed(change_ids)}
    </Alert>
  );
}

function ProposedChanges({ changeIds }: { changeIds: readonly number[] }) {
  return (
    <Alert color="gray" icon={<Icon name="info" />}>
      {formatProposed(changeIds)}
    </Alert>
  );
}

function formatProposed(changeIds: readonly number[]): string {
  if (changeIds.length === 1) return `Change ${changeIds[0]} is proposed for it.`;
  return `Changes ${changeIds.join(', ')} are proposed for it.`;
}

function Supporters({ id }: { id: number }) {
  const query = useSupporters(id);
  const { isApprover } = useCaller();
  return (
    <Section title="Supporters">
      <QueryState
        query={{ ...query, data: query.data?.pages.flatMap(({ items }) => items) }}
        isEmpty={(items) => items.length === 0}
        empty={<Text size="sm">No supporters.</Text>}
      >
        {(items) => (
          <ul className={classes.plain} aria-label="Supporters">
            {items.map(({ user_id, username, why, at }) => (
              <li key={user_id} className={classes.entry}>
                <b>
                  <ShownText text={username} />
                </b>{' '}
                <time dateTime={new Date(at * 1000).toISOString()} title={formatTime(at)}>
                  {formatAge(at)}
                </time>
                {why !== null && (
                  <p className={layout.said}>
                    <PlainText text={why} />
                  </p>
                )}
                {why !== null && isApprover && (
                  <HideText id={id} what={{ user_id }} label={`Hide why ${username} wants it`} />
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <MoreButton query={query} size="xs" />
    </Section>
  );
}
