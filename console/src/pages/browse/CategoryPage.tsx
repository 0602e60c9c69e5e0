import { Anchor, Breadcrumbs, Button, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useBaselineNames } from '../../api/baselines.ts';
import { useGroupsSummary } from '../../api/groups.ts';
import { type Model, useCategory, useCategoryNames, useFoundNames } from '../../api/models.ts';
import { useUsageOverTime } from '../../api/statistics.ts';
import { categoriesWithUsage, type UsageByModel, useUsage } from '../../api/usage.ts';
import { formatSort, parseSort, sortRows } from '../../parts/columns.ts';
import panel from '../../parts/filters/FacetPanel.module.css';
import { FacetPanel } from '../../parts/filters/FacetPanel.tsx';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import { applyFacets, noFacets } from '../../parts/filters/facets.ts';
import type { Filter } from '../../parts/filters/filters.ts';
import { categoryLabel, formatCount, plural } from '../../parts/format.ts';
import { modelSize, sizeUnit } from '../../parts/model-facts.ts';
import { NoSuchCategory } from '../../parts/NoSuchCategory.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { RecordTable } from '../../parts/RecordTable.tsx';
import classes from './browse.module.css';
import { browseColumns } from './browse-columns.tsx';
import { type BrowseRow, groupRows, modelRows, openableIds } from './browse-rows.ts';
import type { BrowseSearch } from './browse-search.ts';
import { CardList } from './CardList.tsx';
import { findModels } from './filter-models.ts';
import { Presets } from './Presets.tsx';
import { ViewTools } from './ViewTools.tsx';

const route = getRouteApi('/browse/$category');
const noUsage: UsageByModel = {};
const none: readonly never[] = [];

export function CategoryPage() {
  const { category } = route.useParams();
  const names = useCategoryNames();
  const query = useCategory(category);
  // Starts to load the usage in parallel with the models, for the list below.
  useUsage(category);
  usePageTitle(categoryLabel(category));

  if (names.data && !names.data.includes(category)) {
    return <NoSuchCategory category={category} allAt="/" />;
  }
  return (
    <>
      <Breadcrumbs>
        <Anchor component={Link} to="/" size="sm">
          Models
        </Anchor>
        <Text size="sm">{categoryLabel(category)}</Text>
      </Breadcrumbs>
      <QueryState
        query={query}
        loading={<LoadingState lines={12} />}
        isEmpty={(models) => models.length === 0}
        empty={
          <>
            <Title order={1}>{categoryLabel(category)}</Title>
            <EmptyState title="No models in this category yet.">
              <Link to="/propose/$category" params={{ category }}>
                Propose the first one
              </Link>
              ,{' '}
              <Link to="/wanted/ask" search={{ category }}>
                ask for one
              </Link>
              , or see the <Link to="/">other categories</Link>.
            </EmptyState>
          </>
        }
      >
        {(models) => <Listing category={category} models={models} />}
      </QueryState>
    </>
  );
}

function useFamilyByGroup(isEnabled: boolean): ReadonlyMap<string, string> {
  const { data } = useGroupsSummary(isEnabled);
  return useMemo(
    () =>
      new Map(
        data?.groups.flatMap((group) => (group.family_name ? [[group.group_name, group.family_name]] : [])),
      ),
    [data],
  );
}

function Listing({ category, models }: { category: string; models: readonly Model[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const filters = category === 'text_generation' ? [textFilter, variantsFilter] : [textFilter];
  const view = search.view ?? (isNarrow ? 'cards' : 'table');
  const setSearch = (newSearch: BrowseSearch, how?: 'typed') =>
    navigate({ search: newSearch, replace: how === 'typed', resetScroll: false });

  const { found, isSearching } = useFoundNames(category, search.q?.trim() ?? '');
  const [initialText] = useState(search.q);
  const baselines = useBaselineNames();
  const { listed: matchingModels, offered: currentFacets } = useMemo(
    () => applyFacets(findModels(models, search, found), search),
    [models, search, found],
  );
  const hasSizes = useMemo(() => models.some((model) => modelSize(model) !== undefined), [models]);
  const modelRowList = useMemo(
    () => modelRows(matchingModels, search.variants ?? false) as (BrowseRow & { kind: 'model' })[],
    [matchingModels, search.variants],
  );
  const familyByGroup = useFamilyByGroup(view === 'groups');
  const rows = useMemo(
    () =>
      view === 'groups' ? groupRows(matchingModels, familyByGroup, search.variants ?? false) : modelRowList,
    [view, matchingModels, familyByGroup, search.variants, modelRowList],
  );

  const usage = useUsage(category);
  const trends = useTrendsOfModels(category, view !== 'cards');
  const columns = useMemo(
    () =>
      browseColumns(modelRows(models, false), categoriesWithUsage.has(category), usage.data ?? noUsage, {
        baselines,
        trends,
      }),
    [models, category, usage.data, baselines, trends],
  );
  const visibleColumns = useMemo(() => {
    const chosenColumns = columns.filter(({ id, standard }) => search.cols?.includes(id) ?? standard);
    return new Set(
      ['name', ...chosenColumns.map(({ id }) => id)].filter((id) => id !== 'group' || view !== 'groups'),
    );
  }, [columns, search.cols, view]);
  const expanded = useExpanded(rows, search.open);
  const sortText = search.sort ?? (categoriesWithUsage.has(category) ? '-usage_month' : undefined);
  const sort = useMemo(() => parseSort(sortText), [sortText]);

  // Rendered in the background: the page responds meanwhile.
  const facets = useDeferredValue(currentFacets, none);

  // Waits for what would move the rows and facets: the usage, by which they are sorted, and the first search.
  const isTimeUp = useIsTimeUp(2_000);
  const isFirstSearch = isSearching && search.q === initialText;
  if ((usage.isLoading || isFirstSearch) && !isTimeUp) return <LoadingState lines={12} />;

  return (
    <>
      <div className={classes.head}>
        <Title order={1}>{categoryLabel(category)}</Title>
        <Text c="dimmed" size="sm" role="status">
          {matchingModels.length === models.length
            ? plural(models.length, 'model')
            : `${formatCount(matchingModels.length)} of ${plural(models.length, 'model')}`}
          {search.variants && `, ${plural(modelRowList.length, 'name')}`}
        </Text>
        {category === 'image_generation' && (
          <Anchor component={Link} to="/baselines" size="sm">
            Baselines
          </Anchor>
        )}
        <ViewTools
          category={category}
          view={view}
          search={search}
          columns={columns}
          visible={visibleColumns}
          rows={modelRowList}
          onChange={setSearch}
        />
      </div>
      <div className={panel.split} data-fill={view !== 'cards' || undefined}>
        <FacetPanel
          facets={facets}
          search={search}
          onChange={(part, how) => setSearch({ ...search, ...part }, how)}
          size={hasSizes && facets !== none ? sizeUnit(category) : undefined}
        />
        <div className={panel.list}>
          <FilterBar
            label="Find"
            filters={filters}
            search={search}
            onChange={(part, how) => setSearch({ ...search, ...part }, how)}
          >
            <Presets category={category} models={models} view={search.view} />
          </FilterBar>
          {usage.error && (
            <Text size="sm" c="dimmed">
              The usage is currently unavailable, so its columns are empty: {usage.error.message}
            </Text>
          )}
          {matchingModels.length === 0 ? (
            <EmptyState title="No model matches these filters.">
              <Button
                variant="default"
                size="xs"
                onClick={() => setSearch({ ...search, ...noFacets, q: undefined } as BrowseSearch)}
              >
                Clear filters
              </Button>
            </EmptyState>
          ) : view === 'cards' ? (
            <CardList
              label={categoryLabel(category)}
              baselines={baselines}
              usage={usage.data ?? noUsage}
              rows={sortRows<BrowseRow>(modelRowList, columns, sort) as typeof modelRowList}
            />
          ) : (
            <>
              {view === 'groups' && <GroupTools rows={rows} search={search} onChange={setSearch} />}
              <RecordTable
                label={categoryLabel(category)}
                rows={rows}
                columns={columns}
                visible={visibleColumns}
                rowId={rowId}
                sort={sort}
                onSort={(next) => setSearch({ ...search, sort: formatSort(next) } as BrowseSearch)}
                subRows={subRows}
                expanded={expanded}
                onToggle={(id) =>
                  setSearch({ ...search, open: toggleRow(rows, search.open, id) } as BrowseSearch)
                }
              />
            </>
          )}
        </div>
      </div>
    </>
  );
}

/** Loads the monthly uses of the most used models on each of the last 30 days, by model name. */
function useTrendsOfModels(category: string, isEnabled: boolean): ReadonlyMap<string, readonly number[]> {
  const { data } = useUsageOverTime(category, '30', 'model', isEnabled);
  return useMemo(
    () =>
      new Map(
        data?.series.flatMap(({ name, month }) =>
          name === null ? [] : [[name, month.filter((uses) => uses !== null)] as const],
        ),
      ),
    [data],
  );
}

/** The search text. It is not one of the facets, because it also determines the order of the models. */
const textFilter: Filter<BrowseSearch> = {
  kind: 'text',
  key: 'q',
  label: 'Find in this list',
  width: 'wide',
  shortcut: 'f',
  isView: true,
};
const variantsFilter: Filter<BrowseSearch> = {
  kind: 'switch',
  key: 'variants',
  label: 'Show quantized and backend copies',
  isView: true,
};

/** Returns whether the component has been mounted for this many milliseconds. */
function useIsTimeUp(ms: number): boolean {
  const [isTimeUp, setTimeUp] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTimeUp(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isTimeUp;
}

const rowId = (row: BrowseRow) => row.id;
const subRows = (row: BrowseRow) => (row.kind === 'model' ? undefined : row.children);

function useExpanded(rows: readonly BrowseRow[], open: readonly string[] | undefined): ReadonlySet<string> {
  return useMemo(() => new Set(open?.includes('*') ? openableIds(rows) : open), [rows, open]);
}

function toggleRow(
  rows: readonly BrowseRow[],
  open: readonly string[] | undefined,
  id: string,
): string[] | undefined {
  const openIds = open?.includes('*') ? openableIds(rows) : (open ?? []);
  const newOpenIds = openIds.includes(id) ? openIds.filter((other) => other !== id) : [...openIds, id];
  return newOpenIds.length > 0 ? newOpenIds : undefined;
}

function GroupTools(props: {
  rows: readonly BrowseRow[];
  search: BrowseSearch;
  onChange: (next: BrowseSearch) => void;
}) {
  const { rows, search, onChange } = props;
  return (
    <div className={classes.groupTools}>
      <Text size="sm" c="dimmed">
        {plural(rows.length, 'family or group', 'families and groups')}
      </Text>
      <Button variant="subtle" size="compact-xs" onClick={() => onChange({ ...search, open: ['*'] })}>
        Open all
      </Button>
      <Button variant="subtle" size="compact-xs" onClick={() => onChange({ ...search, open: undefined })}>
        Close all
      </Button>
    </div>
  );
}
