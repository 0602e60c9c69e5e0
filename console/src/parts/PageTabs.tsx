import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './PageTabs.module.css';

export interface PageTab {
  readonly to: string;
  readonly label: string;
  readonly count?: number | undefined;
}

/** The pages of one area. `label` says of which, to those who do not see it. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const nav = useRef<HTMLElement>(null);
  // On a narrow screen the later ones begin out of sight: where one is has to be seen.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (!nav.current || !current) return;
    const { left, right } = current.getBoundingClientRect();
    const seen = nav.current.getBoundingClientRect();
    if (right > seen.right) nav.current.scrollLeft += right - seen.right;
    if (left < seen.left) nav.current.scrollLeft -= seen.left - left;
  }, []);
  return (
    <nav ref={nav} aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={classes.tab}
          activeOptions={{ exact: tab === tabs[0], includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {tab.label}
          {tab.count !== undefined && tab.count > 0 && <span className={classes.count}>{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
