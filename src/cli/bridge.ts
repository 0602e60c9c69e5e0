import { randomUUID } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import { systemClock } from '../kernel/clock.ts';
import type {
  BridgeActions,
  BridgeProblem,
  HeldFile,
  OpenedBridge,
  RepositoryStatus,
  SyncOutcome,
} from '../modules/bridge/index.ts';
import { command, commandGroup, flag, value, withConflict } from './command.ts';
import { type DatabaseUse, readEnvironment, withStore } from './read-environment.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

const json = flag('print one JSON document instead of lines');

const syncCommand = command({
  name: 'sync',
  about:
    'Synchronize the public repositories with the registry once: propose their changes, and push changes of the registry.',
  options: {
    dryRun: flag('print what would be proposed and pushed, without doing it'),
    accept: withConflict(
      value(
        '<commit>',
        'accept this held commit: its full hash, as printed by bridge status',
        parseCommitHash,
      ),
      'dryRun',
    ),
    json,
  },
  help: `
A running service syncs periodically: then this command asks it to sync now. An interrupted sync resumes on the next run.
A file that lost many models, looks damaged or changes very much is held until --accept; nothing is pushed until then.

Examples:
  modelref bridge sync --dry-run
  modelref bridge sync --accept 5c1f2a0b9d3e4f5061728394a5b6c7d8e9f00112
  modelref bridge sync --json`,
  run: (terminal, { dryRun, accept, json }) =>
    withBridge(terminal, dryRun ? 'read' : 'write', async ({ bridge, lease, ...desk }) => {
      const acceptedRepository = accept === undefined ? null : await acceptCommit(desk, accept);
      if (!dryRun && !(await lease.ensureHeld())) {
        const repositoryNames = desk.repositories.map(({ name }) => name);
        const reason = acceptedRepository === null ? syncActor : `${syncActor} --accept ${accept}`;
        await desk.requests.add({
          id: randomUUID(),
          repositories: acceptedRepository === null ? repositoryNames : [acceptedRepository],
          reason,
        });
        terminal.note('Requested a sync from the running service. For its result: modelref bridge status');
        return;
      }
      try {
        const outcomes = await bridge.sync({ dryRun });
        if (json) terminal.print(JSON.stringify(outcomes));
        else for (const outcome of outcomes) showOutcome(terminal, outcome, dryRun);
        const failureCount = outcomes.filter(({ error }) => error !== undefined).length;
        if (failureCount > 0)
          throw new CommandFailed(`${failureCount} of ${outcomes.length} repositories were not synced.`);
        const { report } = outcomes.find(({ repository }) => repository === acceptedRepository) ?? {};
        if (report && report.commit !== accept) {
          throw new CommandFailed(
            `Commit ${accept} was not accepted: the newest commit of ${acceptedRepository} is now ${report.commit}.`,
          );
        }
      } finally {
        await lease.release();
      }
    }),
});

const statusCommand = command({
  name: 'status',
  about: 'Print the result of the last sync of each repository.',
  options: { json },
  run: (terminal, { json }) =>
    withBridge(terminal, 'read', async ({ status }) => {
      const statuses = await status();
      if (json) terminal.print(JSON.stringify(statuses));
      else for (const each of statuses) showStatus(terminal, each);
    }),
});

const acknowledgeCommand = command({
  name: 'acknowledge',
  about: 'Acknowledge the problems of the last syncs, and print the new ones.',
  options: {},
  run: (terminal) =>
    withBridge(terminal, 'write', async ({ repositories, acknowledge }) => {
      for (const { name } of repositories) {
        const newProblems = await acknowledge(name);
        for (const problem of newProblems) terminal.print(`${name}: ${formatProblem(problem)}`);
        if (newProblems.length === 0) terminal.print(`${name}: no new problems`);
      }
    }),
});

export const bridgeCommand = commandGroup(
  'bridge',
  'Synchronize the public repositories of MODELREF_BRIDGE with the registry.',
  [syncCommand, statusCommand, acknowledgeCommand],
);

/** The actor of this command in the database, for syncs and for accepted commits. */
const syncActor = 'modelref bridge sync';

/** Parses a full commit hash. Refuses abbreviated hashes, which may become ambiguous. */
function parseCommitHash(text: string): string {
  if (/^[0-9a-f]{40,64}$/.test(text)) return text;
  throw new InvalidArgumentError(
    'Expected all 40 hexadecimal digits of the commit, as `modelref bridge status` prints them.',
  );
}

/**
 * Accepts a commit that the bridge holds back for review. Does nothing when it is already accepted.
 * @returns the name of the commit's repository
 * @throws CommandFailed when the commit is not held back
 */
async function acceptCommit({ status, accept }: BridgeActions, commit: string): Promise<string> {
  const heldStatuses = (await status()).filter(({ question }) => question !== null);
  const heldStatus = heldStatuses.find(({ question }) => question?.commit === commit);
  if (!heldStatus) {
    const heldCommits = heldStatuses.map(({ question }) => question?.commit).join(', ');
    throw new CommandFailed(
      `Commit ${commit} is not waiting for acceptance; waiting: ${heldCommits || 'none'}.`,
    );
  }
  const { accepted } = heldStatus;
  // If not null, the commit is already accepted, and the next sync uses it.
  if (accepted === null) await accept(heldStatus.repository, commit, `${syncActor} --accept`);
  return heldStatus.repository;
}

async function withBridge(
  terminal: Terminal,
  use: DatabaseUse,
  work: (bridge: OpenedBridge) => Promise<void>,
): Promise<void> {
  const { settings } = await readEnvironment(terminal, 'PRIMARY');
  if (settings.bridge.length === 0)
    throw new CommandFailed('There is nothing to sync: MODELREF_BRIDGE names no repository.');
  const [{ openBridge }, { createTrail }, { readPublishedBaselines }, { Categories }] = await Promise.all([
    import('../modules/bridge/module.ts'),
    import('../app/trail-of.ts'),
    import('../modules/catalogues/index.ts'),
    import('../records/categories/index.ts'),
  ]);
  await withStore(terminal, settings, use, async (store) => {
    // No refresh: a running service detects writes of other processes itself.
    const categories = new Categories(settings);
    categories.setBaselines(await store.read(readPublishedBaselines));
    const parts = {
      store,
      categories,
      clock: systemClock,
      refresh: async () => {},
      ...createTrail(settings),
    };
    const onDefect = (error: unknown) => terminal.note(String((error as Error).stack ?? error));
    return work(openBridge(settings, { ...parts, onDefect }));
  });
}

function showOutcome(terminal: Terminal, outcome: SyncOutcome, dryRun: boolean): void {
  const { repository, report, error } = outcome;
  if (error !== undefined) {
    terminal.note(`${repository}: ${error}`);
    return;
  }
  const { commits, proposed, applied, outgoing, conflicts, problems, held, sent, pull_request, refused } =
    report;
  const verbPrefix = dryRun ? 'would be ' : '';
  terminal.print(`${repository}: at ${report.commit.slice(0, 12)}`);
  for (const { id, title, proposed: count } of commits) {
    if (count > 0)
      terminal.print(`  in   ${id.slice(0, 12)} ${title}: ${count} changes ${verbPrefix}proposed`);
  }
  for (const { operation, category, name } of proposed)
    terminal.print(`       ${operation} ${category}/${name}`);
  if (applied > 0)
    terminal.print(
      `       ${applied} of them are live already, because the policy of the repository is trust`,
    );
  for (const { change, category, name } of outgoing) terminal.print(`  out  ${change} ${category}/${name}`);
  if (sent) {
    const pushText = sent.pushed ? 'pushed' : dryRun ? 'would be pushed' : 'already pushed';
    terminal.print(`  out  commit ${sent.commit.slice(0, 12)} on ${sent.branch}: ${pushText}`);
  }
  if (pull_request) terminal.print(`  out  ${pull_request.url}`);
  if (refused) terminal.print(`  held  ${formatRefusal(refused)}`);
  for (const file of held) terminal.print(`  held  ${formatHeldFile(file)}`);
  if (held.length > 0) terminal.print(`        ${formatAcceptHint(report.commit)}`);
  for (const name of conflicts) terminal.print(`  conflict  ${name}: see its proposal`);
  for (const problem of problems) terminal.note(`  ${formatProblem(problem)}`);
  if (proposed.length + outgoing.length + conflicts.length + held.length === 0) terminal.print('  in sync');
}

function showStatus(terminal: Terminal, status: RepositoryStatus): void {
  const { repository, commit, synced_at, outgoing, conflicts, problems, error } = status;
  const { pull_request, refused, question, accepted } = status;
  const syncText = synced_at === null ? 'never synced' : `synced ${new Date(synced_at * 1000).toISOString()}`;
  terminal.print(`${repository}: ${syncText}, at ${commit?.slice(0, 12) ?? 'no commit'}`);
  const newProblems = problems.filter((problem) => !problem.acknowledged);
  const acknowledgedText =
    problems.length > newProblems.length ? ` and ${problems.length - newProblems.length} acknowledged` : '';
  terminal.print(
    `  ${outgoing} models changed in the registry and not merged there, ${conflicts.length} conflicts, ${newProblems.length} problems${acknowledgedText}`,
  );
  if (pull_request) terminal.print(`  ${pull_request.url}`);
  if (refused) terminal.print(`  held  ${formatRefusal(refused)}`);
  if (question) {
    for (const file of question.files) terminal.print(`  held  ${formatHeldFile(file)}`);
    for (const name of question.files.flatMap(({ names }) => names)) terminal.print(`        gone: ${name}`);
    const acceptedLine = accepted && `${accepted.by} accepted this commit; the next sync imports it`;
    terminal.print(`        ${acceptedLine ?? formatAcceptHint(question.commit)}`);
  }
  for (const { category, name, change_id } of conflicts) {
    const proposal = change_id === null ? '' : `: see change ${change_id}`;
    terminal.print(`  conflict  ${category}/${name}${proposal}`);
  }
  for (const problem of newProblems) terminal.print(`  ${formatProblem(problem)}`);
  if (error !== null) terminal.note(`  the last sync failed: ${error}`);
}

function formatHeldFile({ file, added, reasons }: HeldFile): string {
  const heldReasons = [...reasons, ...(added > 0 ? [`${added} models are new`] : [])];
  return `${file} is held, and nothing is pushed until it is accepted: ${heldReasons.join(', ')}`;
}

function formatAcceptHint(commit: string): string {
  return `to accept it: modelref bridge sync --accept ${commit}`;
}

function formatRefusal({ url }: NonNullable<RepositoryStatus['refused']>): string {
  return `the pull request ${url} was closed unmerged: nothing is pushed until there are other changes, or it is reopened`;
}

function formatProblem({ file, line, name, reason }: BridgeProblem): string {
  const location = [file, line].filter((part) => part !== null && part !== '').join(':');
  return [location, name, reason].filter((part) => part !== null && part !== '').join(': ');
}
