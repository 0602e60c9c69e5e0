import { Button, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { filesOnPage, useFiles, useProposeRepairs } from '../../api/files.ts';
import { useCaller } from '../../api/roles.ts';
import type { FileEvidence, FilesPage as FilesPageAnswer } from '../../api/types.ts';
import { FileMark } from '../../parts/FileMark.tsx';
import { fileVerdicts, verdictOrder } from '../../parts/file-verdicts.ts';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import type { Filter } from '../../parts/filters/filters.ts';
import { categoryLabel, formatCount, formatTime, plural } from '../../parts/format.ts';
import { TextWithHashes } from '../../parts/Hash.tsx';
import layout from '../../parts/layout.module.css';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import { InsightTabs } from './InsightTabs.tsx';
import classes from './insight.module.css';
import type { FilesSearch } from './insight-search.ts';

const route = getRouteApi('/insight/files');

/** The page that lists the files of all live records with their verdicts, and offers to propose repairs. */
export function FilesPage() {
  usePageTitle('Files');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useFiles({ ...search, offset: ((search.page ?? 1) - 1) * filesOnPage });
  const setSearch = (part: FilesSearch) => void navigate({ search: { ...search, page: undefined, ...part } });
  return (
    <>
      <Title order={1}>Insight</Title>
      <InsightTabs />
      <QueryState query={query} loading={<LoadingState lines={12} />}>
        {({ files, total, counts, checks_enabled: enabled }) => (
          <>
            <FilterBar
              label="Verdicts"
              mb="md"
              filters={[createVerdictFilter(search, counts)]}
              search={search}
              onChange={setSearch}
            />
            <FilterBar
              mb="md"
              search={search}
              onChange={setSearch}
              filters={[
                createCountedFilter(
                  'category',
                  'Category',
                  'All categories',
                  counts.categories,
                  categoryLabel,
                ),
                createCountedFilter('host', 'Host', 'All hosts', counts.hosts),
              ]}
            />
            {search.verdict && fileVerdicts[search.verdict].advice && (
              <Text size="sm" mb="xs">
                {fileVerdicts[search.verdict].advice}
              </Text>
            )}
            <Text size="sm" c="dimmed" role="status" mb="xs">
              {plural(total, 'file')}
              {enabled ? '' : checksOffNote}.
            </Text>
            {files.length === 0 ? (
              <EmptyState title="No file matches these filters." />
            ) : (
              <ul className={layout.bare}>
                {files.map((file) => (
                  <Row key={`${file.category} ${file.model_name} ${file.field_path}`} file={file} />
                ))}
              </ul>
            )}
            <Pages total={total} page={search.page ?? 1} onChange={(page) => setSearch({ page })} />
          </>
        )}
      </QueryState>
    </>
  );
}

const checksOffNote =
  '. This deployment does not check files (FILE_CHECKS is off): the verdicts are from earlier or manual checks';

type Counts = FilesPageAnswer['counts'];

/** Returns the verdict filter, which offers only verdicts that at least one file has. */
function createVerdictFilter({ verdict: selectedVerdict }: FilesSearch, counts: Counts): Filter<FilesSearch> {
  const withCount = (label: string, count = 0) => `${label} ${formatCount(count)}`;
  return {
    kind: 'buttons',
    key: 'verdict',
    label: 'Verdict',
    isView: true,
    areMany: true,
    any: withCount('All', counts.files),
    options: verdictOrder
      .filter((verdict) => counts.verdicts[verdict] || verdict === selectedVerdict)
      .map((value) => ({ value, label: withCount(fileVerdicts[value].label, counts.verdicts[value]) })),
  };
}

function createCountedFilter(
  key: 'category' | 'host',
  label: string,
  any: string,
  counts: Readonly<Record<string, number>>,
  formatName = (name: string) => name,
): Filter<FilesSearch> {
  const names = Object.keys(counts).filter((name) => name !== '');
  const options = names.map((name) => ({ value: name, label: `${formatName(name)} (${counts[name]})` }));
  return { kind: 'choice', key, label, any, options };
}

function Row({ file }: { file: FileEvidence }) {
  const { category, model_name, file_name, url, detail, since, checked_at, failing } = file;
  return (
    <li className={classes.file}>
      <div className={layout.line}>
        <FileMark file={file} />
        <ModelLink category={category} name={model_name} />
        <Text size="xs" c="dimmed" component="span">
          {categoryLabel(category)}
          {file_name && (
            <>
              {' · '}
              <ShownText text={file_name} />
            </>
          )}
        </Text>
      </div>
      <div className={classes.text}>{url ? <WebLink address={url} /> : 'no address'}</div>
      <Text size="xs" className={classes.text}>
        <TextWithHashes text={detail} />
        {since !== null && ` Since ${formatTime(since)}.`}
        {checked_at !== null && ` Checked ${formatTime(checked_at)}.`}
        {failing && ` No answer since ${formatTime(failing.since)}.`}
      </Text>
      <Repair file={file} />
    </li>
  );
}

const repairTexts = {
  pin: 'use a fixed revision',
  move: 'use the new URL',
  sha256: 'add the hash',
  size: 'correct the size',
};

function Repair({ file }: { file: FileEvidence }) {
  const { isRequestor } = useCaller();
  const propose = useProposeRepairs();
  if (file.repairs.length === 0 || !isRequestor) return null;
  const [id] = propose.data?.pending_change_ids ?? [];
  if (id !== undefined) {
    return (
      <Text size="xs" role="status">
        Queued as change {id}: it waits for an approver.
      </Text>
    );
  }
  const repairList = file.repairs.map(({ kind }) => repairTexts[kind]).join(', ');
  return (
    <div className={layout.line}>
      <Button
        size="compact-xs"
        variant="default"
        loading={propose.isPending}
        onClick={() => propose.mutate([file])}
      >
        Propose to {repairList}
      </Button>
      {propose.error && (
        <Text size="xs" c="red" role="alert">
          {propose.error.message}
        </Text>
      )}
    </div>
  );
}

function Pages({ total, page, onChange }: { total: number; page: number; onChange: (page: number) => void }) {
  const lastPage = Math.max(1, Math.ceil(total / filesOnPage));
  if (lastPage === 1) return null;
  return (
    <nav aria-label="Pages of files" className={classes.pages}>
      <Button size="compact-xs" variant="default" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <Text size="sm">
        Page {formatCount(page)} of {formatCount(lastPage)}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        disabled={page >= lastPage}
        onClick={() => onChange(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}
