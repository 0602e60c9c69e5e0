import { Button, Text, TextInput, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useBaselineNames } from '../../api/baselines.ts';
import { useDeployment } from '../../api/deployment.ts';
import { findBounds, useFind } from '../../api/models.ts';
import type { FoundModel } from '../../api/types.ts';
import { BaselineLink } from '../../parts/BaselineLink.tsx';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import type { Filter } from '../../parts/filters/filters.ts';
import { useTyped } from '../../parts/filters/use-typed.ts';
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

/**
 * `firstResults` is the number of results that the page shows at first. `maxResults` is the number that it
 * shows when the reader asks for more, the largest number in one answer.
 */
const firstResults = 100;
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
  const change = (part: Partial<ModelsSearch>, how?: 'typed') =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: how === 'typed' });
  // A search made elsewhere (the header, the back button) shows here too.
  const { typed, setTyped, sendLater } = useTyped(q, (next) => change({ q: next || undefined }, 'typed'));
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
      <FilterBar filters={filters} search={search} onChange={change} />
      {q === '' && search.order === undefined ? (
        <EmptyState title="Find models of every category by words, by a hash or an address." />
      ) : (
        <Results key={JSON.stringify(search)} search={search} />
      )}
    </>
  );
}

function Results({ search }: { search: ModelsSearch }) {
  const [limit, setLimit] = useState(firstResults);
  const query = useFind(search, limit);
  const baselines = useBaselineNames();
  return (
    <QueryState query={query} isEmpty={(page) => page.total === 0} empty={<NothingFound search={search} />}>
      {(page) => (
        <>
          <Text c="dimmed" size="sm" role="status">
            {plural(page.total, 'model')}
            {page.total > page.results.length && `, the first ${formatCount(page.results.length)}`}
          </Text>
          <ul className={classes.results}>
            {page.results.map((found) => (
              <Result key={`${found.category}/${found.name}`} found={found} baselines={baselines} />
            ))}
          </ul>
          {page.has_more && limit < maxResults && (
            <Button variant="default" loading={query.isFetching} onClick={() => setLimit(maxResults)}>
              Show {formatCount(Math.min(maxResults, page.total))}
            </Button>
          )}
        </>
      )}
    </QueryState>
  );
}

function NothingFound({ search }: { search: ModelsSearch }) {
  const { q = '' } = search;
  const { canReview: canAsk } = useDeployment();
  if (q === '') return <EmptyState title="There are no models yet." />;
  return (
    <EmptyState title={`No model is found by “${q}”.`}>
      {canAsk && (
        <Link to="/wanted/ask" search={isLink(q) ? { link: q } : { name: q }}>
          Ask for it
        </Link>
      )}
    </EmptyState>
  );
}

const isLink = (text: string) => /^https?:/i.test(text);

/**
 * Words that say by what the search found a model, by the `found_by` in the service's answer. There are none
 * for a model found by its own name.
 */
const reasons: Readonly<Partial<Record<NonNullable<FoundModel['found_by']>, string>>> = {
  group: 'by its group',
  label: 'by its tags or files',
  description: 'by its description',
  hash: 'has this file',
  file: 'has this file',
  page: 'is of this page',
};

interface ResultProps {
  readonly found: FoundModel;
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
