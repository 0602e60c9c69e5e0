import { NavLink } from '@mantine/core';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useDeployment } from '../api/deployment.ts';
import { apiBase } from '../api/place.ts';
import { useCaller } from '../api/roles.ts';
import { Icon, type IconName } from '../parts/Icon.tsx';
import { useShortcut } from '../parts/Shortcuts.tsx';
import classes from './Frame.module.css';

/**
 * An entry of the navigation. `need` says who sees it:
 * - absent: everyone
 * - `format`: everyone, if the console can create proposals on this deployment
 * - `author`: requestors on a primary, even one with the legacy format
 * - `account`: signed-in callers on a primary
 * - `approver`: approvers on a primary
 * - `operator`: approvers on any deployment
 */
interface NavigationEntry {
  readonly label: string;
  readonly to: string;
  /** Further paths on which this entry is marked as the current one. */
  readonly covers?: readonly string[];
  readonly icon: IconName;
  readonly need?: 'format' | 'author' | 'account' | 'approver' | 'operator';
  /** The letter that opens this entry after `g`. */
  readonly key: string;
}

const navigation: readonly NavigationEntry[] = [
  { label: 'Browse', to: '/', icon: 'browse', key: 'b', covers: ['/browse', '/search', '/model'] },
  { label: 'Baselines', to: '/baselines', icon: 'baselines', key: 'a' },
  { label: 'Guidance', to: '/guidance', icon: 'guidance', key: 'd' },
  { label: 'Licences', to: '/licences', icon: 'licences', key: 'l' },
  { label: 'Insight', to: '/insight', icon: 'insight', key: 'i' },
  { label: 'Groups', to: '/groups', icon: 'groups', key: 'g' },
  { label: 'Wanted', to: '/wanted', icon: 'wanted', key: 'w' },
  { label: 'Review', to: '/review', icon: 'review', key: 'r', need: 'approver' },
  { label: 'Propose', to: '/propose', icon: 'propose', key: 'p', need: 'format' },
  { label: 'My changes', to: '/changes', icon: 'changes', key: 'c', need: 'author' },
  { label: 'Inbox', to: '/inbox', icon: 'inbox', key: 'n', need: 'account' },
  { label: 'Operate', to: '/operate', icon: 'operate', key: 'o', need: 'operator' },
];

/** Returns the entries visible to the caller on this deployment. */
export function useEntries(): NavigationEntry[] {
  const { isApprover, isRequestor, user } = useCaller();
  const { canPropose, canReview } = useDeployment();
  const isShown = {
    format: canPropose,
    author: isRequestor && canReview,
    account: user !== null && canReview,
    approver: isApprover && canReview,
    operator: isApprover,
  };
  return navigation.filter(({ need }) => need === undefined || isShown[need]);
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
          // The link itself sets `aria-current` only if the current path equals its own.
          {...(isWithin(entry, pathname) && pathname !== entry.to && { 'aria-current': 'true' as const })}
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

/** Shortcuts for the entries: `g`, then the entry's letter. */
export function NavigationKeys() {
  return useEntries().map((entry) => <NavigationKey key={entry.to} entry={entry} />);
}

function NavigationKey({ entry }: { entry: NavigationEntry }) {
  const navigate = useNavigate();
  useShortcut(`g ${entry.key}`, `Go to ${entry.label}`, () => void navigate({ to: entry.to }));
  return null;
}
