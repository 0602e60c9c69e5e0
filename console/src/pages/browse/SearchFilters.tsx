import { Button, NativeSelect } from '@mantine/core';
import { sizeUnit } from '../../parts/model-facts.ts';
import { hasFilters, type ModelsSearch } from './models-search.ts';
import classes from './SearchPage.module.css';
import { SizeBounds } from './SizeBounds.tsx';

const noFilters = { gated: undefined, min: undefined, max: undefined };

/** Filters by a model's files, for every category. */
export function SearchFilters({
  search,
  onChange,
}: {
  readonly search: ModelsSearch;
  /** A `typed` change replaces the current URL; others add one to the history. */
  readonly onChange: (part: Partial<ModelsSearch>, how?: 'typed') => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label="Filters" className={classes.filters}>
      <NativeSelect
        size="xs"
        aria-label="Gated files"
        value={search.gated ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ gated: (value || undefined) as ModelsSearch['gated'] })
        }
        data={[
          { value: '', label: 'Gated or not' },
          { value: 'no', label: 'No gated file' },
          { value: 'yes', label: 'With a gated file' },
        ]}
      />
      <SizeBounds unit={sizeUnit('')} value={search} onChange={(bound) => onChange(bound, 'typed')} />
      {hasFilters(search) && (
        <Button variant="subtle" size="compact-xs" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
