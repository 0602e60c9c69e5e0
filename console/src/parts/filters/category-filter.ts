import { useAllCategoryNames, useCategoryNames } from '../../api/models.ts';
import { categoryLabel } from '../format.ts';
import type { Choice, KeysOf } from './filters.ts';

/**
 * Makes the filter by category. It offers the categories of models; with `all`, it also offers the categories
 * of other records, such as baselines.
 */
export function useCategoryFilter<Search extends { readonly category?: string | undefined }>(
  of: 'models' | 'all',
): Choice<Search> {
  const { data: ofModels } = useCategoryNames();
  const all = useAllCategoryNames();
  return {
    kind: 'choice',
    key: 'category' as KeysOf<Search, string>,
    label: 'Category',
    any: 'Every category',
    options: ((of === 'all' ? all : undefined) ?? ofModels ?? []).map((name) => ({
      value: name,
      label: categoryLabel(name),
    })),
  };
}
