import { stringifySearch } from '../search-params.ts';
import { QuickLink } from './QuickLink.tsx';

/**
 * A link to a model's page. The URL holds the model's name in the query, where any name works, even `a/b` or
 * `..`.
 */
export function ModelLink({ category, name, label }: { category: string; name: string; label?: string }) {
  return (
    <QuickLink
      href={`/model/${encodeURIComponent(category)}${stringifySearch({ name })}`}
      label={label ?? name}
    />
  );
}
