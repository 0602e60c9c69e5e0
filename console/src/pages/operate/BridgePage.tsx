import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type BridgedRepository, useBridge, useBridgeAccept, useBridgeSync } from '../../api/bridge.ts';
import { useConfirm } from '../../parts/Confirm.tsx';
import { Fact, Facts } from '../../parts/Facts.tsx';
import { formatAge, formatTime, plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { EmptyState, ErrorState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import { OperatePage } from './OperatePage.tsx';
import classes from './operate.module.css';

export function BridgePage() {
  return (
    <OperatePage title="Bridge">
      <RepositoryList />
    </OperatePage>
  );
}

const titles = { text: 'Text models', image: 'Image models' };

function RepositoryList() {
  const query = useBridge();
  return (
    <QueryState query={query}>
      {({ repositories }) =>
        repositories.length === 0 ? (
          <EmptyState title="No public repository is bridged (BRIDGE).">
            What the bridge is for, and how to set it up: docs/bridge.md.
          </EmptyState>
        ) : (
          repositories.map((each) => <Repository key={each.repository} {...each} />)
        )
      }
    </QueryState>
  );
}

function Repository(status: BridgedRepository) {
  const { repository, url, branch, policy, commit, commit_title, behind, error, conflicts, problems } =
    status;
  return (
    <Section title={titles[repository]} aside={<SyncNow repository={repository} asked={status.asked} />}>
      <Facts>
        <Fact name="State">
          <SyncState {...status} />
        </Fact>
        {error !== null && (
          <Fact name="Last error">
            <ShownText text={error} />
          </Fact>
        )}
        <Fact name="Repository">
          <WebLink address={url} />, branch <code>{branch}</code>
        </Fact>
        <Fact name="Last sync">
          <TimeOrText at={status.synced_at} otherwise="none yet" />
          {error !== null && status.tried_at !== null && `; tried ${formatAge(status.tried_at)}`}
        </Fact>
        <Fact name="Imported up to">
          {commit === null ? (
            'nothing yet'
          ) : (
            <>
              <WebLink address={findPageUrl(status, `commit/${commit}`) ?? ''} label={commit.slice(0, 12)} />{' '}
              <ShownText text={commit_title ?? ''} />
            </>
          )}
          {behind > 0 && (
            <>
              {' '}
              <Tag tone="warn">{plural(behind, 'commit')} behind</Tag>
            </>
          )}
        </Fact>
        <Fact name="Imported commits become">
          {policy === 'trust' ? 'live at once: the repository is trusted' : 'proposals for review'}
        </Fact>
        <Fact name="Changes in the registry">
          <Outgoing {...status} />
        </Fact>
      </Facts>
      {status.question !== null && <Question status={status} question={status.question} />}
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} />}
      {problems.length > 0 && <Problems {...status} />}
    </Section>
  );
}

function SyncState({
  error,
  question,
  conflicts,
  problems,
  synced_at,
  outgoing,
  refused,
}: BridgedRepository) {
  if (error !== null) return <Tag tone="bad">the last sync failed</Tag>;
  if (synced_at === null) return <Tag>not synced yet</Tag>;
  if (question !== null) return <Tag tone="warn">waits for your decision</Tag>;
  if (conflicts.length > 0) return <Tag tone="warn">{plural(conflicts.length, 'conflict')}</Tag>;
  if (problems.length > 0) return <Tag tone="warn">{plural(problems.length, 'problem')}</Tag>;
  if (refused !== null) return <Tag tone="warn">pull request closed unmerged</Tag>;
  return <Tag tone="good">{outgoing > 0 ? 'waiting to be merged' : 'in sync'}</Tag>;
}

function TimeOrText({ at, otherwise: fallback }: { at: number | null; otherwise: string }) {
  return at === null ? fallback : `${formatAge(at)} (${formatTime(at)})`;
}

function Outgoing({ out, outgoing, pull_request: pull, refused, question, branch }: BridgedRepository) {
  if (out === 'none') return 'are not pushed to the repository';
  if (question !== null) return 'are not pushed while a commit waits for your decision';
  if (outgoing === 0) return 'all pushed';
  const models = plural(outgoing, 'model');
  if (out === 'push') return `${models} to be pushed to ${branch}`;
  if (refused !== null) {
    return (
      <>
        {models} held back: <WebLink address={refused.url} label={`pull request #${refused.number}`} /> was
        closed unmerged. Nothing is pushed until the changes differ, or the pull request is reopened.
      </>
    );
  }
  return (
    <>
      {models} to be merged
      {pull === null ? (
        <>
          , on the branch <code>modelref/registry</code>
        </>
      ) : (
        <>
          : <WebLink address={pull.url} label={`pull request #${pull.number}`} />
        </>
      )}
    </>
  );
}

/**
 * Button that syncs a repository now instead of at the next scheduled time. Needs no confirmation, because
 * the sync would run anyway.
 */
function SyncNow({ repository, asked }: Pick<BridgedRepository, 'repository' | 'asked'>) {
  const sync = useBridgeSync();
  return (
    <div className={classes.aside}>
      {sync.error && <ErrorState error={sync.error} />}
      <Text size="sm" c="dimmed" role="status">
        {asked && 'Requested: starts in a moment.'}
      </Text>
      <Button
        size="xs"
        variant="default"
        loading={sync.isPending}
        disabled={asked}
        aria-label={`Sync now: ${titles[repository]}`}
        onClick={() => sync.mutate(repository)}
      >
        Sync now
      </Button>
    </div>
  );
}

/**
 * Asks the operator whether to import a commit that the bridge holds back because its files look damaged or
 * change too much. Lists the reasons and the removed models, with a button that accepts the commit.
 */
function Question({
  status: { repository, policy, accepted },
  question: { commit, title, rewritten, files },
}: {
  status: BridgedRepository;
  question: NonNullable<BridgedRepository['question']>;
}) {
  const confirm = useConfirm();
  const accept = useBridgeAccept();
  const removedCount = files.reduce((sum, file) => sum + file.gone, 0);
  const isLive = policy === 'trust' && !rewritten;
  const acceptCommit = async () => {
    const isConfirmed = await confirm({
      title: 'Import the commit?',
      body: [
        isLive
          ? 'The changes in these files will be live at once.'
          : 'The changes in these files will be proposed for review.',
        ...(removedCount > 0
          ? [
              isLive
                ? `${plural(removedCount, 'model')} will be removed. Each can be restored by a change.`
                : `That includes the removal of ${plural(removedCount, 'model')}.`,
            ]
          : []),
      ].join(' '),
      confirm: isLive
        ? removedCount > 0
          ? `Remove ${plural(removedCount, 'model')}`
          : 'Import'
        : 'Propose for review',
      danger: isLive,
    });
    if (isConfirmed) accept.mutate({ repository, commit });
  };
  return (
    <>
      <h3 className={classes.part}>Waits for your decision</h3>
      <Text size="sm" c="dimmed">
        These files of commit <code>{commit.slice(0, 12)}</code> (<ShownText text={title} />) are not
        imported, and nothing is pushed to the repository, because their changes may be a mistake. If so,
        correct the file in the repository; otherwise import the commit.
      </Text>
      <ul className={classes.rows}>
        {files.map(({ file, gone: missing, added, names, reasons }) => (
          <li key={file}>
            <code>{file}</code>
            <span className={layout.shrinks}>
              {[...reasons, ...(added > 0 ? [`${plural(added, 'model')} new`] : [])].map((reason) => (
                <div key={reason}>
                  <ShownText text={reason} />
                </div>
              ))}
            </span>
            {names.length > 0 && (
              <details className={classes.names}>
                <summary>What would be removed</summary>
                {names.map((name) => (
                  <div key={name}>
                    <ShownText text={name} />
                  </div>
                ))}
                {missing > names.length && <div>and {missing - names.length} more</div>}
              </details>
            )}
          </li>
        ))}
      </ul>
      {accept.error && <ErrorState error={accept.error} />}
      {accepted === null ? (
        <Button
          size="xs"
          mt="xs"
          color={isLive ? 'red' : undefined}
          loading={accept.isPending}
          onClick={acceptCommit}
        >
          {removedCount > 0
            ? `Import: ${isLive ? 'remove' : 'propose to remove'} ${plural(removedCount, 'model')}`
            : 'Import'}
        </Button>
      ) : (
        <Text size="sm" role="status">
          {accepted.by} has accepted it: the next sync imports it.
        </Text>
      )}
    </>
  );
}

function Conflicts({ conflicts }: Pick<BridgedRepository, 'conflicts'>) {
  return (
    <>
      <h3 className={classes.part}>Conflicts</h3>
      <Text size="sm" c="dimmed">
        The registry and the repository changed the same field of these models to different values. Neither
        value is copied until you decide: applying the proposal takes the repository’s value, rejecting it
        keeps the registry’s.
      </Text>
      <ul className={classes.rows}>
        {conflicts.map(({ category, name, change_id }) => (
          <li key={`${category} ${name}`}>
            <span className={layout.shrinks}>
              <ModelLink category={category} name={name} />
            </span>
            <span className={classes.dim}>{category}</span>
            {change_id === null ? (
              <span className={classes.dim}>its proposal comes with the next sync</span>
            ) : (
              <Link to="/review/changes/$changeId" params={{ changeId: String(change_id) }}>
                decide: change {change_id}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Problems(status: BridgedRepository) {
  const { problems } = status;
  return (
    <>
      <h3 className={classes.part}>Problems</h3>
      <Text size="sm" c="dimmed">
        These problems stop nothing else; the records concerned stay as they are on both sides.
      </Text>
      <ul className={classes.rows}>
        {problems.map(({ file, line, name, reason }) => {
          const location = [file, line].filter((part) => part !== null && part !== '').join(':');
          const page =
            file && findPageUrl(status, `blob/${status.branch}/${file}${line === null ? '' : `#L${line}`}`);
          return (
            <li key={`${location} ${name} ${reason}`}>
              {location !== '' && (
                <code>
                  <WebLink address={page || ''} label={location} />
                </code>
              )}
              {name !== null && (
                <span className={layout.shrinks}>
                  <ShownText text={name} />
                </span>
              )}
              <span className={layout.shrinks}>
                <ShownText text={reason} />
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Returns the URL of the page at `path` of a repository; undefined if the repository is not on GitHub. */
function findPageUrl(
  { github, url }: Pick<BridgedRepository, 'github' | 'url'>,
  path: string,
): string | undefined {
  return github !== null && /^https?:/.test(url) ? `${url.replace(/\.git$/, '')}/${path}` : undefined;
}
