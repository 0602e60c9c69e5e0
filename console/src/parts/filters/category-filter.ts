import { useCategoryNames } from '../../api/models.ts';
import { categoryLabel } from '../format.ts';
import type { Choice, KeysOf } from './filters.ts';

export function useCategoryFilter<
  Search extends { readonly category?: string | undefined },
>(): Choice<Search> {
  const { data: names = [] } = useCategoryNames();
  return {
    kind: 'choice',
    key: 'category' as KeysOf<Search, string>,
    label: 'Category',
    any: 'Every category',
    options: names.map((name) => ({ value: name, label: categoryLabel(name) })),
  };
}
