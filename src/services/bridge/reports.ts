import { RepositoryUnavailable } from '../ports/content-repository.ts';
import type { PullRequest, PullRequests } from '../ports/pull-requests.ts';
import { readState, writeState } from './bridge-state.ts';
import { type BridgedRepository, bridgeBranch, categoriesOf, companions } from './bridged-repository.ts';
import { readSides, readTheirFiles, type SeenFile } from './read-sides.ts';
import { generatedText } from './send-out.ts';
import { same, verdictOf } from './sides.ts';
import type { SyncOptions } from './sync.ts';

/** How many open pull requests are looked at. */
const mostPulls = 50;
const marker = '<!-- modelref:report -->';

/**
 * Says on every open pull request of others what it does, in models, and what it would collide with here: one
 * comment, kept up to date, and a commit status. One that did not move is not asked about again.
 */
export async function reportOnPullRequests(
  options: SyncOptions,
  repository: BridgedRepository,
): Promise<void> {
  const { pulls, content, branch, name } = repository;
  const { store } = options;
  if (!pulls) return;
  const open = (await pulls.open(branch, mostPulls)).filter(({ head }) => head.branch !== bridgeBranch);
  const { reported } = await readState(store, name);
  const next: Record<string, string> = {};
  for (const pull of open) {
    const at = pull.head.commit;
    if (reported[pull.number] === at) {
      next[pull.number] = at;
      continue;
    }
    try {
      await content.fetch([`refs/pull/${pull.number}/head`]);
      await report(options, repository, pulls, pull);
      next[pull.number] = at;
    } catch (error) {
      // One that cannot be fetched stops no other report; it is tried again at the next sync.
      if (!(error instanceof RepositoryUnavailable)) throw error;
    }
  }
  if (JSON.stringify(reported) === JSON.stringify(next)) return;
  await writeState(store, name, { ...(await readState(store, name)), reported: next });
}

async function report(
  { store, categories }: SyncOptions,
  { content, branch, kind, name }: BridgedRepository,
  pulls: PullRequests,
  pull: PullRequest,
): Promise<void> {
  const definitions = categoriesOf(kind, categories);
  const main = (await content.refs([`refs/heads/${branch}`])).get(`refs/heads/${branch}`);
  const base = main === undefined ? null : await content.mergeBase(main, pull.head.commit);
  if (base === null) return;
  const names = [...definitions.map(({ legacy }) => legacy.fileName), ...Object.values(companions)];
  const [before, after] = [await content.files(base, names), await content.files(pull.head.commit, names)];
  const was = readTheirFiles(definitions, before);
  const now = readTheirFiles(definitions, after);
  const files = await store.read((reader) => readSides(reader, name, now));
  const changes = files.flatMap((file) =>
    changesOf(
      file,
      was.files.find((each) => each.definition === file.definition),
    ),
  );
  const problems = now.problems.map(
    ({ file, line, name: model, reason }) =>
      `- ${file}${line === null ? '' : `:${line}`}${model ? `, ${model}` : ''}: ${reason}`,
  );
  const csv = after.get('models.csv');
  const made = kind === 'text' && typeof csv === 'string' ? generatedText(csv, after) : null;
  if (made && 'text' in made && made.text !== after.get(companions.made)) {
    problems.push(`- ${companions.made}: is not what its generator makes of models.csv`);
  }
  const fresh = problems.filter((line) => !was.problems.some(({ reason }) => line.includes(reason)));
  const collisions = changes.filter(({ collides }) => collides);
  const count = `${changes.length} models changed, ${fresh.length} problems, ${collisions.length} collisions`;
  await pulls.comment(pull.number, marker, reportText(changes, fresh));
  await pulls.status(pull.head.commit, fresh.length > 0 ? 'failure' : 'success', count);
}

interface PullChange {
  readonly line: string;
  readonly collides: boolean;
}

/** What a pull request does to the models of a file, against where it began. */
function changesOf(
  { definition, models }: SeenFile,
  was: ReturnType<typeof readTheirFiles>['files'][number] | undefined,
) {
  const sides = models.map((model) => ({ model, before: was?.file.records.get(model.name) ?? null }));
  return sides.flatMap(({ model, before }): PullChange[] => {
    const { theirs, ours, name } = model;
    if (same(before, theirs)) return [];
    const verdict = verdictOf({ base: before, theirs, ours });
    const what = before === null ? 'adds' : theirs === null ? 'removes' : 'changes';
    const collides = verdict.kind === 'conflict';
    const fields = collides ? verdict.conflicts.map(({ path }) => path || 'the whole record').join(', ') : '';
    const here = collides ? ` — **collides with the registry** in ${fields}` : '';
    return [{ line: `- ${what} ${name} (${definition.name})${here}`, collides }];
  });
}

/** How many models a comment names. */
const mostLines = 200;

function reportText(changes: readonly PullChange[], problems: readonly string[]): string {
  const lines = changes.slice(0, mostLines).map(({ line }) => line);
  if (changes.length > mostLines) lines.push(`- … and ${changes.length - mostLines} more`);
  return [
    '### What this does in the registry',
    lines.length > 0 ? lines.join('\n') : 'It changes no model.',
    ...(problems.length > 0 ? ['### Problems', problems.slice(0, mostLines).join('\n')] : []),
  ].join('\n\n');
}
