import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Model } from '../../api/models.ts';
import { Icon } from '../../parts/Icon.tsx';
import { hostsOf, modelSize, sizeUnit } from '../../parts/model-facts.ts';
import { useShortcut } from '../../parts/Shortcuts.tsx';
import { type BrowseSearch, countFilters, withoutFilters } from './browse-search.ts';
import { FacetPicker } from './FacetPicker.tsx';
import classes from './FilterBar.module.css';
import { type FacetValue, facet } from './filter-models.ts';
import { SizeBounds } from './SizeBounds.tsx';
import { typingPause } from './typing-pause.ts';

interface Props {
  readonly category: string;
  readonly models: readonly Model[];
  readonly search: BrowseSearch;
  /** A `typed` change replaces the current URL; others add one to the history. */
  readonly onChange: (next: BrowseSearch, how?: 'typed') => void;
}

/** The values of each filter that can tell the category's models apart. */
function useFacets(models: readonly Model[]) {
  return useMemo(
    () => ({
      baseline: facet(models, ({ record }) => [record.baseline]),
      style: facet(models, ({ record }) => [record.style ?? record.controlnet_style]),
      tags: facet(models, ({ record }) => record.tags ?? []),
      host: facet(models, hostsOf),
      group: facet(models, ({ record }) => [record.text_model_group]),
      hasNsfw: models.some(({ record }) => record.nsfw !== undefined),
      hasSize: models.some((model) => modelSize(model) !== undefined),
    }),
    [models],
  );
}

export function FilterBar({ category, models, search, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const facets = useFacets(models);
  const name = useRef<HTMLInputElement>(null);
  const unit = sizeUnit(category);
  const filters = countFilters(search);
  const change = (part: Partial<BrowseSearch>) => onChange({ ...search, ...part });
  useShortcut('f', 'Find in this list', () => name.current?.select());

  const picker = (
    label: string,
    key: 'baseline' | 'style' | 'host' | 'group' | 'without',
    values: FacetValue[],
  ) =>
    values.length > 0 && (
      <FacetPicker
        label={label}
        values={values}
        chosen={search[key] ?? []}
        onChange={(chosen) => change({ [key]: chosen })}
      />
    );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label="Filters" className={classes.bar}>
      <TypedText
        inputRef={name}
        value={search.q ?? ''}
        onChange={(q) => onChange({ ...search, q: q || undefined }, 'typed')}
      />
      <Button
        className={classes.more}
        variant="default"
        size="xs"
        leftSection={<Icon name="filter" size={14} />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {filters > 0 ? `Filters (${filters})` : 'Filters'}
      </Button>
      <div className={classes.rest} data-open={open || undefined}>
        {picker('Baseline', 'baseline', facets.baseline)}
        {picker('Style', 'style', facets.style)}
        {facets.tags.length > 0 && (
          <FacetPicker
            label="Tags"
            values={facets.tags}
            chosen={search.tag ?? []}
            onChange={(tag) => change({ tag })}
            match={{
              all: search.match === 'all',
              onChange: (all) => change({ match: all ? 'all' : undefined }),
            }}
          />
        )}
        {picker('Without tags', 'without', facets.tags)}
        {picker('Group', 'group', facets.group)}
        {picker('Host', 'host', facets.host)}
        {facets.hasNsfw && (
          <NativeSelect
            size="xs"
            aria-label="NSFW"
            value={search.nsfw ?? ''}
            onChange={(event) =>
              change({ nsfw: (event.currentTarget.value || undefined) as BrowseSearch['nsfw'] })
            }
            data={[
              { value: '', label: 'SFW and NSFW' },
              { value: 'no', label: 'SFW only' },
              { value: 'yes', label: 'NSFW only' },
            ]}
          />
        )}
        {facets.hasSize && (
          <SizeBounds
            unit={unit}
            value={search}
            onChange={(bound) => onChange({ ...search, ...bound }, 'typed')}
          />
        )}
        {category === 'text_generation' && (
          <Switch
            size="xs"
            label="Backend variations"
            checked={search.variants ?? false}
            onChange={(event) => change({ variants: event.currentTarget.checked || undefined })}
          />
        )}
        {filters > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={() => onChange(withoutFilters(search))}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}

/** Keeps typed text to itself until typing pauses. Follows the URL when that changes by other means. */
function TypedText(props: {
  inputRef: React.Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
}) {
  const { inputRef, value, onChange } = props;
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    onChange(next);
  }, typingPause);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  return (
    <TextInput
      ref={inputRef}
      className={classes.name}
      size="xs"
      type="search"
      aria-label="Find in this list"
      placeholder="Find in this list"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
    />
  );
}
