import { Button, Checkbox, SegmentedControl, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatCount, plural } from '../format.ts';
import { Icon } from '../Icon.tsx';
import layout from '../layout.module.css';
import classes from './FacetPanel.module.css';
import {
  countFacets,
  type FacetSearch,
  type FacetValue,
  noFacets,
  type OfferedFacet,
  selectedValuesOf,
} from './facets.ts';
import { NumberBounds } from './NumberBounds.tsx';

/** Number of values that a facet shows until the user expands it. */
const collapsedLength = 6;
/** Number of values above which the expanded list has a search field. */
const searchThreshold = 20;
/** Maximum number of values listed at once. The search field finds the others. */
const maxListed = 100;

interface Props {
  readonly facets: readonly OfferedFacet[];
  readonly search: FacetSearch;
  readonly onChange: (part: FacetSearch, how?: 'typed') => void;
  /** The unit of the size bounds; absent if sizes are not comparable. */
  readonly size?: { readonly label: string; readonly short: string } | undefined;
}

/** The facets of a list, beside it. On a narrow screen they are above it, behind a button. */
export function FacetPanel({ facets, search, onChange, size }: Props) {
  const [isOpen, setOpen] = useState(false);
  const count = countFacets(search);
  return (
    <div className={classes.side}>
      <Button
        className={classes.opener ?? ''}
        variant="default"
        size="xs"
        leftSection={<Icon name="filter" size={14} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={classes.panel} aria-label="Filters" data-open={isOpen || undefined} tabIndex={0}>
        <div className={classes.clear}>
          <Text size="xs" c="dimmed">
            {count > 0 ? plural(count, 'filter') : 'Filters'}
          </Text>
          {count > 0 && (
            <Button variant="subtle" size="compact-xs" onClick={() => onChange(noFacets)}>
              Clear filters
            </Button>
          )}
        </div>
        {facets.map((facet) => (
          <FacetList key={facet.key} facet={facet} search={search} onChange={onChange} />
        ))}
        {size && (
          <Group label="Size">
            <NumberBounds
              label="Size"
              unit={size}
              min={search.min}
              max={search.max}
              onChange={(which, value) => onChange({ [which]: value }, 'typed')}
            />
          </Group>
        )}
      </section>
    </div>
  );
}

function Group({ label, isClosed, children }: { label: string; isClosed?: boolean; children: ReactNode }) {
  return (
    <details className={classes.facet} open={!isClosed}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}

interface ListProps extends Pick<Props, 'search' | 'onChange'> {
  readonly facet: OfferedFacet;
}

function FacetList({ facet, search, onChange }: ListProps) {
  const { key, label, values, selectionMode, canMatchAll, isClosed } = facet;
  const [showsAll, setShowsAll] = useState(false);
  const [searchText, setSearchText] = useState('');
  const selectedValues = selectedValuesOf(search, facet);
  const found =
    searchText === '' ? values : values.filter((each) => searchableText(facet, each).includes(searchText));
  const visibleValues = showsAll
    ? found.slice(0, maxListed)
    : values.filter(({ value }, index) => index < collapsedLength || selectedValues.includes(value));
  const toggle = (value: string, isSelected: boolean) => {
    const otherValues = selectionMode === 'one' ? [] : selectedValues.filter((other) => other !== value);
    const newSelection = isSelected ? [...otherValues, value] : otherValues;
    onChange({
      [key]: newSelection.length === 0 ? undefined : selectionMode === 'one' ? value : newSelection,
    });
  };
  return (
    <Group label={label} isClosed={(isClosed ?? false) && selectedValues.length === 0}>
      {canMatchAll && selectedValues.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={`${label} that a model needs`}
          value={search.match ?? 'any'}
          onChange={(value) => onChange({ match: value === 'all' ? 'all' : undefined })}
          data={[
            { value: 'any', label: 'Any of them' },
            { value: 'all', label: 'All of them' },
          ]}
        />
      )}
      {showsAll && values.length > searchThreshold && (
        <TextInput
          size="xs"
          aria-label={`Find in ${label}`}
          placeholder="Find"
          value={searchText}
          onChange={(event) => setSearchText(event.currentTarget.value.toLowerCase())}
        />
      )}
      {visibleValues.map(({ value, count }) => (
        <Checkbox
          key={value}
          size="xs"
          checked={selectedValues.includes(value)}
          onChange={(event) => toggle(value, event.currentTarget.checked)}
          label={
            <>
              <span className={classes.name}>{facet.name?.(value) ?? value}</span>{' '}
              <span className={layout.dim}>{formatCount(count)}</span>
            </>
          }
        />
      ))}
      {showsAll && found.length > maxListed && (
        <Text size="xs" c="dimmed">
          and {formatCount(found.length - maxListed)} more: type a part of one to find it
        </Text>
      )}
      {values.length > collapsedLength && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.all ?? ''}
          onClick={() => {
            setShowsAll(!showsAll);
            setSearchText('');
          }}
        >
          {showsAll ? 'Show fewer' : `Show all ${formatCount(values.length)}`}
          <span className={classes.spoken}> of {label}</span>
        </Button>
      )}
    </Group>
  );
}

function searchableText({ name }: OfferedFacet, { value }: FacetValue): string {
  return (name?.(value) ?? value).toLowerCase();
}
