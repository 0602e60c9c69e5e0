import { Button, NativeSelect, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { filesOnPage, useFiles, useProposeRepairs } from '../../api/files.ts';
import { useCaller } from '../../api/roles.ts';
import type { FileEvidence, FilesPage as FilesPageAnswer } from '../../api/types.ts';
import { FileMark } from '../../parts/FileMark.tsx';
import { fileVerdicts, verdictOrder } from '../../parts/file-verdicts.ts';
import { categoryLabel, formatAge, formatCount, formatTime, plural } from '../../parts/format.ts';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import classes from './FilesPage.module.css';
import { InsightTabs } from './InsightTabs.tsx';
import insight from './insight.module.css';
import type { FilesSearch } from './insight-search.ts';

const route = getRouteApi('/insight/files');

/** All files in live records by their verdict, with the repairs that can be proposed. */
export function FilesPage() {
  usePageTitle('Files');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useFiles({ ...search, offset: ((search.page ?? 1) - 1) * filesOnPage });
  const go = (part: FilesSearch) => void navigate({ search: { ...search, page: undefined, ...part } });
  return (
    <>
      <Title order={1}>Insight</Title>
      <InsightTabs />
      <QueryState query={query} loading={<LoadingState lines={12} />}>
        {({ files, total, counts, checks_enabled: enabled, from_primary: primary }) => (
          <>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
            <div role="group" aria-label="Verdicts" className={insight.tools}>
              <Verdict
                label="All"
                count={counts.files}
                chosen={!search.verdict}
                onChoose={() => go({ verdict: undefined })}
              />
              {verdictOrder
                .filter((verdict) => counts.verdicts[verdict] || verdict === search.verdict)
                .map((verdict) => (
                  <Verdict
                    key={verdict}
                    label={fileVerdicts[verdict].label}
                    count={counts.verdicts[verdict] ?? 0}
                    chosen={search.verdict === verdict}
                    onChoose={() => go({ verdict })}
                  />
                ))}
            </div>
            <div className={insight.tools}>
              <Choice
                label="Category"
                all="All categories"
                value={search.category}
                counts={counts.categories}
                shown={categoryLabel}
                onChange={(category) => go({ category })}
              />
              <Choice
                label="Host"
                all="All hosts"
                value={search.host}
                counts={counts.hosts}
                onChange={(host) => go({ host })}
              />
            </div>
            {search.verdict && fileVerdicts[search.verdict].advice && (
              <Text size="sm" mb="xs">
                {fileVerdicts[search.verdict].advice}
              </Text>
            )}
            <Text size="sm" c="dimmed" role="status" mb="xs">
              {plural(total, 'file')}
              {whereFrom(enabled, primary)}.
            </Text>
            {files.length === 0 ? (
              <EmptyState title="No file passes these filters." />
            ) : (
              <ul className={classes.files}>
                {files.map((file) => (
                  <Row key={`${file.category} ${file.model_name} ${file.field_path}`} file={file} />
                ))}
              </ul>
            )}
            <Pages total={total} page={search.page ?? 1} onChange={(page) => go({ page })} />
          </>
        )}
      </QueryState>
    </>
  );
}

function whereFrom(enabled: boolean, primary: FilesPageAnswer['from_primary']): string {
  if (primary) {
    if (primary.age_seconds === null) return '. The primary has not sent any verdicts so far';
    return `. The verdicts are the primary’s, as of ${formatAge(Date.now() / 1000 - primary.age_seconds)}`;
  }
  if (enabled) return '';
  return '. This deployment does not look at files by itself (FILE_CHECKS is off): the verdicts are from earlier looks, or from looks by hand';
}

function Verdict(props: { label: string; count: number; chosen: boolean; onChoose: () => void }) {
  const { label, count, chosen, onChoose } = props;
  return (
    <Button
      size="compact-xs"
      variant={chosen ? 'filled' : 'default'}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      {label} {formatCount(count)}
    </Button>
  );
}

function Choice(props: {
  label: string;
  all: string;
  value: string | undefined;
  counts: Readonly<Record<string, number>>;
  shown?: (name: string) => string;
  onChange: (value: string | undefined) => void;
}) {
  const { label, all, value, counts, shown = (name) => name, onChange } = props;
  const names = Object.keys(counts).filter((name) => name !== '');
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value ?? ''}
      data={[
        { value: '', label: all },
        ...names.map((name) => ({ value: name, label: `${shown(name)} (${counts[name]})` })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}

function Row({ file }: { file: FileEvidence }) {
  const { category, model_name, file_name, url, detail, since, checked_at, failing } = file;
  return (
    <li className={classes.file}>
      <div className={classes.line}>
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
        {detail}
        {since !== null && ` Since ${formatTime(since)}.`}
        {checked_at !== null && ` Looked at ${formatTime(checked_at)}.`}
        {failing && ` No answer since ${formatTime(failing.since)}.`}
      </Text>
      <Repair file={file} />
    </li>
  );
}

const kinds = {
  pin: 'pin the address',
  move: 'take the new address',
  sha256: 'add the hash',
  size: 'set the size',
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
  const what = file.repairs.map(({ kind }) => kinds[kind]).join(', ');
  return (
    <div className={classes.line}>
      <Button
        size="compact-xs"
        variant="default"
        loading={propose.isPending}
        onClick={() => propose.mutate([file])}
      >
        Propose to {what}
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
  const last = Math.max(1, Math.ceil(total / filesOnPage));
  if (last === 1) return null;
  return (
    <nav aria-label="Pages of files" className={insight.tools}>
      <Button size="compact-xs" variant="default" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <Text size="sm">
        Page {formatCount(page)} of {formatCount(last)}
      </Text>
      <Button size="compact-xs" variant="default" disabled={page >= last} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
