import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './PageTabs.module.css';

export interface PageTab {
  readonly to: string;
  readonly label: string;
  /** The number after the label. Null: the number is still loading, and the tab reserves room for it. */
  readonly count?: number | null;
}

/** The tabs of an area's pages. `label` is the area's name for screen readers. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const nav = useRef<HTMLElement>(null);
  // On a narrow screen the current tab may be out of sight: scroll to it.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (!nav.current || !current) return;
    const { left, right } = current.getBoundingClientRect();
    const visibleArea = nav.current.getBoundingClientRect();
    if (right > visibleArea.right) nav.current.scrollLeft += right - visibleArea.right;
    if (left < visibleArea.left) nav.current.scrollLeft -= visibleArea.left - left;
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
          {tab.count !== undefined && <span className={classes.count}>{tab.count || ''}</span>}
        </Link>
      ))}
    </nav>
  );
}
