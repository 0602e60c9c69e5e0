import { NavLink } from '@mantine/core';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useDeployment } from '../api/deployment.ts';
import { apiBase } from '../api/place.ts';
import { useCaller } from '../api/roles.ts';
import { type NavigationEntry, navigation } from '../navigation.ts';
import { Icon } from '../parts/Icon.tsx';
import { useShortcut } from '../parts/Shortcuts.tsx';
import classes from './Frame.module.css';

/** The entries that are open to all, and those that the caller's roles and the deployment allow. */
function useEntries(): NavigationEntry[] {
  const { isApprover, isRequestor } = useCaller();
  const { canPropose, canReview } = useDeployment();
  const offered = {
    requestor: isRequestor && canPropose,
    author: isRequestor && canReview,
    approver: isApprover && canReview,
    operator: isApprover,
  };
  return navigation.filter(({ need }) => need === undefined || offered[need]);
}

function isWithin(entry: NavigationEntry, pathname: string): boolean {
  if (pathname === entry.to) return true;
  const roots = [...(entry.to === '/' ? [] : [entry.to]), ...(entry.covers ?? [])];
  return roots.some((root) => pathname === root || pathname.startsWith(`${root}/`));
}

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav aria-label="Main" className={classes.links}>
      {useEntries().map((entry) => (
        <NavLink
          key={entry.to}
          component={Link}
          to={entry.to}
          activeOptions={{ exact: true }}
          active={isWithin(entry, pathname)}
          label={entry.label}
          leftSection={<Icon name={entry.icon} />}
          onClick={onNavigate}
          className={classes.link}
        />
      ))}
      <a href={`${apiBase}/docs`} className={classes.foot}>
        API documentation
      </a>
    </nav>
  );
}

/** Shortcuts to the entries: `g`, then the entry's letter. */
export function NavigationKeys() {
  return useEntries().map((entry) => <NavigationKey key={entry.to} entry={entry} />);
}

function NavigationKey({ entry }: { entry: NavigationEntry }) {
  const navigate = useNavigate();
  useShortcut(`g ${entry.key}`, `Go to ${entry.label}`, () => void navigate({ to: entry.to }));
  return null;
}
