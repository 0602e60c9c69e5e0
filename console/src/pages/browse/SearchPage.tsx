import { Button, Text, TextInput, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useBaselineNames } from '../../api/baselines.ts';
import { useDeployment } from '../../api/deployment.ts';
import { findBounds, type Model, useFind } from '../../api/models.ts';
import type { FoundModel } from '../../api/types.ts';
import { BaselineLink } from '../../parts/BaselineLink.tsx';
import panel from '../../parts/filters/FacetPanel.module.css';
import { FacetPanel } from '../../parts/filters/FacetPanel.tsx';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import { applyFacets, noFacets } from '../../parts/filters/facets.ts';
import type { Filter } from '../../parts/filters/filters.ts';
import { useDebouncedText } from '../../parts/filters/use-debounced-text.ts';
import { categoryLabel, formatCount, formatParameters, plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { LifecycleTag } from '../../parts/LifecycleTag.tsx';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { ModelMark } from '../../parts/ModelMark.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import classes from './browse.module.css';
import type { ModelsSearch } from './models-search.ts';

const route = getRouteApi('/search');

/** Number of results shown before the user asks for more. */
const initialResultCount = 100;
/** Largest number of results in a response. Facets count these. */
const maxResults = findBounds.limit.maximum;

const filters: readonly Filter<ModelsSearch>[] = [
  {
    kind: 'choice',
    key: 'order',
    label: 'Order',
    any: 'Best match',
    options: [
      { value: 'usage', label: 'Most used' },
      { value: 'newest', label: 'Newest' },
    ],
    isView: true,
  },
];

export function SearchPage() {
  const search = route.useSearch();
  const { q = '' } = search;
  const navigate = route.useNavigate();
  const input = useRef<HTMLInputElement>(null);
  usePageTitle(q ? `“${q}”` : 'Search');
  const setSearch = (part: Partial<ModelsSearch>, how?: 'typed') =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: how === 'typed' });
  // Also reflects a search made elsewhere (the header, the back button).
  const { typed, setTyped, sendLater } = useDebouncedText(q, (next) =>
    setSearch({ q: next || undefined }, 'typed'),
  );
  useEffect(() => {
    if (input.current?.value === '') input.current.focus();
  }, []);

  return (
    <>
      <Title order={1}>Search</Title>
      <TextInput
        ref={input}
        className={classes.input}
        type="search"
        aria-label="Find models"
        placeholder="Words, a SHA-256, or the address of a file"
        leftSection={<Icon name="search" size={16} />}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          sendLater(value);
        }}
      />
      <FilterBar filters={filters} search={search} onChange={setSearch} />
      {Object.keys(search).length === 0 ? (
        <EmptyState title="Find models of every category by words, by a hash or an address." />
      ) : (
        <Results key={`${search.order} ${q}`} search={search} onChange={setSearch} />
      )}
    </>
  );
}

interface ResultsProps {
  readonly search: ModelsSearch;
  readonly onChange: (part: Partial<ModelsSearch>, how?: 'typed') => void;
}

function Results({ search, onChange }: ResultsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { q, order } = search;
  const query = useFind({ ...(q && { q }), ...(order && { order }) }, maxResults);
  const baselines = useBaselineNames();
  const { results = [], total = 0 } = query.data ?? {};
  const { listed, offered: resultFacets } = useMemo(
    () => applyFacets(results as Found[], search),
    [results, search],
  );
  return (
    <QueryState query={query} isEmpty={(page) => page.total === 0} empty={<NothingFound search={search} />}>
      {() => (
        <div className={panel.split}>
          <FacetPanel facets={resultFacets} search={search} onChange={onChange} />
          <div className={panel.list}>
            <Text c="dimmed" size="sm" role="status">
              {listed.length < results.length
                ? `${formatCount(listed.length)} of ${plural(total, 'model')}`
                : plural(total, 'model')}
              {total > results.length && `, the first ${formatCount(results.length)} searched by filters`}
            </Text>
            {listed.length === 0 && (
              <EmptyState title="No result matches these filters.">
                <Button variant="default" size="xs" onClick={() => onChange(noFacets as ModelsSearch)}>
                  Clear filters
                </Button>
              </EmptyState>
            )}
            <ul className={classes.results}>
              {listed.slice(0, showsAll ? maxResults : initialResultCount).map((found) => (
                <Result key={`${found.category}/${found.name}`} found={found} baselines={baselines} />
              ))}
            </ul>
            {!showsAll && listed.length > initialResultCount && (
              <Button variant="default" onClick={() => setShowsAll(true)}>
                Show all {formatCount(listed.length)}
              </Button>
            )}
          </div>
        </div>
      )}
    </QueryState>
  );
}

function NothingFound({ search }: { search: ModelsSearch }) {
  const { q = '' } = search;
  const { canReview: canRequest } = useDeployment();
  if (q === '') return <EmptyState title="There are no models yet." />;
  return (
    <EmptyState title={`No model is found by “${q}”.`}>
      {canRequest && (
        <Link to="/wanted/ask" search={isLink(q) ? { link: q } : { name: q }}>
          Request it
        </Link>
      )}
    </EmptyState>
  );
}

const isLink = (text: string) => /^https?:/i.test(text);

/**
 * Texts that say what the search matched, by `found_by` in the response. There is none for a model matched by
 * its own name.
 */
const reasons: Readonly<Partial<Record<NonNullable<FoundModel['found_by']>, string>>> = {
  group: 'by its group',
  label: 'by its tags or files',
  description: 'by its description',
  hash: 'has this file',
  file: 'has this file',
  page: 'is of this page',
};

type Found = FoundModel & Model;

interface ResultProps {
  readonly found: Found;
  /** The names of the baselines in the catalogue. */
  readonly baselines: ReadonlySet<string>;
}

function Result({ found: { category, name, found_by: foundBy, record }, baselines }: ResultProps) {
  const reason = foundBy === null ? undefined : reasons[foundBy];
  return (
    <li className={classes.result}>
      <div className={classes.found}>
        <ModelLink category={category} name={name} />
        <ModelMark category={category} name={name} />
        <Tag tone="accent">{categoryLabel(category)}</Tag>
        {record.baseline && (
          <Tag>
            <BaselineLink name={record.baseline} known={baselines} />
          </Tag>
        )}
        {record.parameters !== undefined && <Tag>{formatParameters(record.parameters)}</Tag>}
        {record.nsfw && <Tag tone="warn">NSFW</Tag>}
        <LifecycleTag record={record} />
        {reason && (
          <Text span size="xs" c="dimmed">
            {reason}
          </Text>
        )}
      </div>
      {record.description && (
        <p className={classes.foundText}>
          <ShownText text={record.description} lines />
        </p>
      )}
    </li>
  );
}
