import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { stringifySearch } from '../search-params.ts';
import { shownText } from './hidden-characters.ts';
import { ShownText } from './ShownText.tsx';
import classes from './text.module.css';

/**
 * A link to a model's page. The model's name stands in the query of the URL, where every name works, even
 * `a/b` or `..`. The link is a plain anchor, because the router's own link is too slow for tables that scroll
 * thousands of rows.
 */
export function ModelLink({ category, name, label }: { category: string; name: string; label?: string }) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to: '/model/$category', params: { category }, search: { name } });
  };
  return (
    <a
      href={`/model/${encodeURIComponent(category)}${stringifySearch({ name })}`}
      className={classes.link}
      title={shownText(label ?? name)}
      onClick={follow}
    >
      <ShownText text={label ?? name} />
    </a>
  );
}
