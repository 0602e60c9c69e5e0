import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { shownText } from './hidden-characters.ts';
import { ShownText } from './ShownText.tsx';
import classes from './text.module.css';

/**
 * A link within the console. A plain anchor, because the router's link is too slow for tables with thousands
 * of rows.
 */
export function QuickLink({ href, label }: { href: string; label: string }) {
  const router = useRouter();
  const navigateTo = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <a href={href} className={classes.link} title={shownText(label)} onClick={navigateTo}>
      <ShownText text={label} />
    </a>
  );
}
