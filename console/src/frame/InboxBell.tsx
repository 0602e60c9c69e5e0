import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeployment } from '../api/deployment.ts';
import { useUnread } from '../api/inbox.ts';
import { useCaller } from '../api/roles.ts';
import { Icon } from '../parts/Icon.tsx';
import classes from './Frame.module.css';

/** A link to the inbox with the number of unread entries; hidden for callers without an inbox. */
export function InboxBell() {
  const { user } = useCaller();
  const { canReview } = useDeployment();
  return user && canReview ? <Bell /> : null;
}

function Bell() {
  const unread = useUnread();
  // A deployment without an audit trail has no inboxes.
  if (unread === null) return null;
  const countText = unread > 99 ? '99+' : String(unread);
  return (
    <ActionIcon
      component={Link}
      to="/inbox"
      className={classes.bell}
      variant="default"
      size={30}
      aria-label={unread === 0 ? 'Inbox' : `Inbox: ${countText} unread`}
    >
      <Icon name="bell" size={16} />
      {unread > 0 && (
        <span className={classes.unread} aria-hidden="true">
          {countText}
        </span>
      )}
    </ActionIcon>
  );
}
