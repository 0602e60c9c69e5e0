import { useCategoryNames } from '../../api/models.ts';
import { categoryLabel } from '../format.ts';
import type { Choice, KeysOf } from './filters.ts';

/** The filter by a category of the registry. */
export function useCategoryFilter<
  Search extends { readonly category?: string | undefined },
>(): Choice<Search> {
  const { data = [] } = useCategoryNames();
  return {
    kind: 'choice',
    key: 'category' as KeysOf<Search, string>,
    label: 'Category',
    any: 'Every category',
    options: data.map((name) => ({ value: name, label: categoryLabel(name) })),
  };
}
