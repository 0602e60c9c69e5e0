import { useAllCategoryNames, useCategoryNames } from '../../api/models.ts';
import { categoryLabel } from '../format.ts';
import type { Choice, KeysOf } from './filters.ts';

/** The filter by a category of models, or of any records: `all`. */
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
