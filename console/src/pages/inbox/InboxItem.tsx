import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { InboxEntry, InboxKind } from '../../api/inbox.ts';
import type { ChangeOperation } from '../../api/types.ts';
import { OperationTag, StatusTag } from '../../parts/ChangeTags.tsx';
import { changeDisplayName } from '../../parts/change-sets.ts';
import { categoryLabel, formatAge, formatTime } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { RiskTag } from '../../parts/RiskTag.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import type { EntryGroup } from './entry-groups.ts';
import classes from './Inbox.module.css';

const kindTexts: Readonly<Record<InboxKind, string>> = {
  proposed: 'proposed this',
  revised: 'proposed another version',
  withdrawn: 'withdrew it',
  comment: 'wrote',
  changes_requested: 'requested changes',
  endorsed: 'approved it; further approvals are required',
  approved: 'approved it',
  unapproved: 'revoked the approval',
  rejected: 'rejected it',
  applied: 'applied it: it is live',
  purged: 'removed it from the queue',
  conflict: 'changed the record: your change is based on an older version',
  request_accepted: 'accepted the request for it',
  request_declined: 'declined the request for it',
  request_duplicate: 'merged it with another request',
  request_fulfilled: 'fulfilled the request for it: it is live',
};

interface Props {
  readonly group: EntryGroup;
  readonly onRead: (ids: readonly string[]) => void;
}

/** The entries about one change or model request. Opening the change or request marks the entries as read. */
export function InboxItem({ group: { changeId, requestId, latest, entries, unread }, onRead }: Props) {
  const markRead = () => unread.length > 0 && onRead(unread);
  const subject = requestId === null ? `Change ${changeId}` : `Request ${requestId}`;
  const changePath = latest.because === 'reviews' ? '/review/changes/$changeId' : '/changes/$changeId';
  return (
    <li className={`${layout.item} ${classes.item}`} data-unread={unread.length > 0 || undefined}>
      <div className={layout.line}>
        {latest.operation !== null && <OperationTag operation={latest.operation as ChangeOperation} />}
        <span className={layout.name}>
          <ShownText text={changeDisplayName(latest.model_name)} />
        </span>
        {latest.status && <StatusTag status={latest.status} />}
        {latest.risk && latest.because === 'reviews' && <RiskTag level={latest.risk} />}
        {unread.length > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            className={layout.end}
            aria-label={`Mark as read: ${subject.toLowerCase()}`}
            onClick={markRead}
          >
            Mark as read
          </Button>
        )}
      </div>
      <div className={classes.about}>
        {requestId !== null ? (
          <Link
            to="/wanted/$requestId"
            params={{ requestId: String(requestId) }}
            className={layout.link}
            onClick={markRead}
          >
            {subject}
          </Link>
        ) : latest.status ? (
          <Link
            to={changePath}
            params={{ changeId: String(changeId) }}
            className={layout.link}
            onClick={markRead}
          >
            {subject}
          </Link>
        ) : (
          subject
        )}{' '}
        · {categoryLabel(latest.category)}
      </div>
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </li>
  );
}

function Entry({ entry }: { entry: InboxEntry }) {
  return (
    <li data-unread={entry.read_at === null || undefined}>
      <strong>
        <ShownText text={entry.actor_username ?? entry.actor_id} />
      </strong>{' '}
      {kindTexts[entry.kind]}{' '}
      <time dateTime={new Date(entry.at * 1000).toISOString()} title={formatTime(entry.at)}>
        {formatAge(entry.at)}
      </time>
      {entry.read_at === null && <span className={classes.new}>new</span>}
      {entry.excerpt !== null && (
        <blockquote className={classes.excerpt}>
          <ShownText text={entry.excerpt} lines />
        </blockquote>
      )}
    </li>
  );
}
