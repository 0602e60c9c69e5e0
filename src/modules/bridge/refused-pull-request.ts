import { firstNames } from '../../kernel/first-names.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { HostRefused, type PullRequests } from '../../outside/github.ts';
import type { BridgeState } from './bridge-state.ts';
import {
  type BridgedRepository,
  type BridgeProblem,
  bridgeBranch,
  modData,
  problemIn,
  reviewLabel,
} from './bridged-repository.ts';
import { code } from './others-words.ts';
import { isOurs, type LinkTo, outgoingBody, outgoingTitle, type Sent } from './push-commits.ts';
import type { SeenFile } from './read-sides.ts';
import type { Outgoing } from './send-out.ts';
import { verdictOf } from './sides.ts';

/**
 * Gives the mark that the bridge puts into the text of its pull request. It contains a hash of the changes
 * that the bridge asks for. By the mark, the bridge recognises its pull request even if it was killed before
 * it stored the number.
 */
export function askedForMarker({ askedFor }: Pick<Outgoing, 'askedFor'>): string {
  return `<!-- modelref:asks-for ${askedFor} -->`;
}

/**
 * Replaces the mark of `askedForMarker` in the text of a pull request that the bridge closes itself. Without
 * the mark, the pull request does not count as refused by curators.
 */
export function withoutAskedFor(body: string): string {
  return body.replaceAll(/<!-- modelref:asks-for \S+ -->/g, closedMarker);
}

const closedMarker = '<!-- modelref:closed-by-the-registry -->';

/**
 * Finds the bridge's last pull request, if curators closed it without merging it and the bridge would ask for
 * exactly the same changes now. Gives null otherwise, and while a pull request of the bridge is open.
 *
 * While there is a refused pull request, the bridge sends nothing and does not move the branch: hosts cannot
 * reopen a pull request whose branch has moved.
 *
 * @throws HostRefused
 */
export async function refusedPullRequest(
  { pulls, out, branch }: BridgedRepository,
  plan: Pick<Outgoing, 'files' | 'askedFor'>,
): Promise<BridgeState['refused']> {
  if (!pulls || out !== 'pull_request' || plan.files.size === 0) return null;
  if ((await pulls.from(bridgeBranch, branch)) !== null) return null;
  const last = await pulls.lastRefused(bridgeBranch, branch);
  return last?.body.includes(askedForMarker(plan)) ? { number: last.number, url: last.url } : null;
}

interface Told extends Pick<BridgeState, 'pull_request'> {
  readonly problems: readonly BridgeProblem[];
}

/**
 * Opens the bridge's pull request, or updates the open one. Closes it when there is nothing left to merge,
 * unless others have committed to the pull request's branch.
 * @param before the bridge's state before this sync
 */
export async function tell(
  linkTo: LinkTo | null,
  { pulls, content, out, branch, kind }: BridgedRepository,
  plan: Outgoing,
  sent: Sent | null,
  files: readonly SeenFile[],
  before: Pick<BridgeState, 'conflicts' | 'pull_request'>,
): Promise<Told> {
  const nothing = { pull_request: null, problems: [] };
  if (!pulls || out !== 'pull_request') return nothing;
  const open = await pulls.from(bridgeBranch, branch);
  if (sent === null || !('commit' in sent)) {
    if (open && sent === null && (await isOurs(content, open.head.commit))) {
      // One call: a process that is killed here has done both, or neither.
      await pulls.update(open.number, { closed: true, body: withoutAskedFor(open.body) });
    }
    return open && sent !== null
      ? { ...nothing, pull_request: { number: open.number, url: open.url } }
      : nothing;
  }
  const title = outgoingTitle(plan.models);
  const what = plan.models.length > 0 ? outgoingBody(plan.models, linkTo, 'markdown') : datesOnly;
  const body = `${what}${withheldText(plan.withheld)}\n\nMerge with a merge commit, or in any other way: the registry recognises its own changes.\n\n${askedForMarker(plan)}\n`;
  const pull = open ?? (await pulls.create(bridgeBranch, branch, title, body));
  if (open && (open.title !== title || open.body !== body)) await pulls.update(open.number, { title, body });
  const conflicts = conflictLines(files);
  if (conflicts.length > 0) await pulls.comment(pull.number, conflictMarker, conflictText(conflicts));
  else if (open && before.conflicts.length > 0) {
    await pulls.comment(
      pull.number,
      conflictMarker,
      'All conflicts between the repository and the registry are decided.',
    );
  }
  // Once: who takes it away again is not contradicted.
  const isNew = kind === 'image' && before.pull_request?.number !== pull.number;
  return {
    pull_request: { number: pull.number, url: pull.url },
    problems: isNew ? await labelled(pulls, pull.number) : [],
  };
}

/** Largest number of models in beta that a pull request's text names. */
const mostNamed = 20;

/**
 * Gives the line of a pull request's text about models that are not sent because they are in beta; empty when
 * there are no such models.
 */
function withheldText(withheld: Outgoing['withheld']): string {
  if (withheld.length === 0) return '';
  const named = withheld.map(({ category, name }) => `${code(name)} (${category})`);
  const [are, they] =
    withheld.length === 1 ? ['1 model is', 'It follows'] : [`${withheld.length} models are`, 'They follow'];
  return `\n\n${are} in beta and not sent: ${firstNames(named, mostNamed)}. ${they} when the beta is over.`;
}

/** The text of a pull request that changes no model, only the models' dates. */
const datesOnly = `\`${modData.made}\` names commits that are not in the history of this branch, as after a squash merge. This brings it in step; it changes no model.`;

async function labelled(pulls: PullRequests, number: number): Promise<BridgeProblem[]> {
  try {
    await pulls.label(number, reviewLabel);
    return [];
  } catch (error) {
    if (!(error instanceof HostRefused) || error.isOutage) throw error;
    const reason = `pull request #${number} has no label ${reviewLabel}, so its checks do not start: ${error.message}`;
    return [problemIn('', reason)];
  }
}

const conflictMarker = '<!-- modelref:conflicts -->';

function conflictText(lines: readonly string[]): string {
  return `The repository and the registry changed these fields differently. They wait for a decision in the registry; nothing was overwritten.\n\n${lines.join('\n')}`;
}

const mostConflictLines = 100;

function conflictLines(files: readonly SeenFile[]): string[] {
  const lines = files.flatMap(({ models }) =>
    models.flatMap((model) => {
      const verdict = verdictOf(model);
      if (verdict.kind !== 'conflict') return [];
      return verdict.conflicts.map(
        ({ path, theirs, ours }) =>
          `- ${code(model.name)}, ${path ? code(path) : 'the whole record'}: here ${shown(theirs)}, in the registry ${shown(ours)}`,
      );
    }),
  );
  return lines.slice(0, mostConflictLines);
}

function shown(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : code(JSON.stringify(value).slice(0, 200));
}
