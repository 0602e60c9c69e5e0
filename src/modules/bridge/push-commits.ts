import type { JsonValue } from '../../kernel/json.ts';
import { BranchMoved, type ContentRepository } from '../../outside/content-repository.ts';
import { HostRefused, type PullRequest } from '../../outside/github.ts';
import type { BridgeState } from './bridge-state.ts';
import {
  type BridgedRepository,
  type BridgeProblem,
  bridgeBranch,
  bridgeIdentity,
  createProblem,
  modData,
  reviewLabel,
} from './bridged-repository.ts';
import type { ComparedFile } from './compare-records.ts';
import { escapeMarkdown, formatCode } from './escape-markdown.ts';
import { generateModDataText, type OutgoingChanges, type OutgoingModel } from './outgoing-changes.ts';
import { compareSides } from './record-versions.ts';

/**
 * The commit that the bridge created for the repository, or the problems that prevented the push. `pushed` is
 * false in a dry run, and if the bridge's branch already has this commit.
 */
export type SendResult =
  | { readonly commit: string; readonly branch: string; readonly pushed: boolean; readonly problems?: never }
  | { readonly problems: readonly BridgeProblem[] };

/**
 * Creates the bridge's commit, and pushes it unless this is a dry run. Returns null if the plan changes no
 * file.
 * @throws BranchMoved if the repository's branch has moved since this sync read it
 */
export async function pushCommits(
  linkTo: FormatModelUrl | null,
  repository: BridgedRepository,
  heads: { readonly head: string; readonly bridgeHead: string | null; readonly headTime: number },
  plan: OutgoingChanges,
  dryRun: boolean,
): Promise<SendResult | null> {
  if (plan.files.size === 0) return null;
  const { content } = repository;
  const commit = await makeCommits(linkTo, repository, heads, plan);
  const branch = repository.out === 'push' ? repository.branch : bridgeBranch;
  const isUpToDate = branch === bridgeBranch && heads.bridgeHead === commit;
  if (dryRun || isUpToDate) return { commit, branch, pushed: false };
  if (
    branch === bridgeBranch &&
    heads.bridgeHead !== null &&
    !(await isOwnCommit(content, heads.bridgeHead))
  ) {
    const reason = `the branch ${branch} has commits that the bridge did not make: merge or remove it`;
    return { problems: [createProblem('', reason)] };
  }
  const mainRef = `refs/heads/${repository.branch}`;
  if ((await content.refs([mainRef])).get(mainRef) !== heads.head) throw new BranchMoved(repository.branch);
  await content.push(branch, commit, branch === bridgeBranch ? heads.bridgeHead : heads.head);
  return { commit, branch, pushed: true };
}

/** Returns whether the bridge itself created the commit. */
async function isOwnCommit(content: ContentRepository, commit: string): Promise<boolean> {
  const { author, committer } = await content.commit(commit);
  const bridgeAuthor = `${bridgeIdentity.name} <${bridgeIdentity.email}>`;
  // An amended or rebased commit keeps its author but not its committer.
  return author === bridgeAuthor && committer === bridgeAuthor;
}

/**
 * Creates one commit with the planned files, and a second one if `model_mod_data.json` must contain the hash
 * of the first. Returns the hash of the last commit. The commits have the time of the newest change, or of
 * the branch's head if that is later, so the same plan on the same head always has the same hash.
 */
async function makeCommits(
  linkTo: FormatModelUrl | null,
  { kind, content }: BridgedRepository,
  { head, headTime }: { readonly head: string; readonly headTime: number },
  { files, models, time: changedAt }: OutgoingChanges,
): Promise<string> {
  const time = Math.max(headTime, changedAt);
  if (models.length === 0) {
    return content.make({ parent: head, files, message: `${datesTitle}\n`, by: bridgeIdentity, time });
  }
  const message = `${formatTitle(models)}\n\n${formatBody(models, linkTo, 'text')}\n`;
  const filesCommit = await content.make({ parent: head, files, message, by: bridgeIdentity, time });
  const text = files.get(modData.source);
  if (kind !== 'image' || text === undefined) return filesCommit;
  const committedText = (await content.files(head, [modData.generated])).get(modData.generated);
  if (typeof committedText !== 'string') return filesCommit;
  const datesText = await generateModDataText(content, head, { commit: filesCommit, time, text });
  const datesCommit = {
    parent: filesCommit,
    files: new Map([[modData.generated, datesText]]),
    by: bridgeIdentity,
    time,
  };
  return content.make({ ...datesCommit, message: `${datesTitle}\n` });
}

/** Returns the URL of a model's page in the registry. */
export type FormatModelUrl = (model: OutgoingModel) => string;

/** Maximum number of models listed under each heading of a text. */
const maxListedModels = 50;
/** Maximum total length of the lines under each heading, in characters. */
const maxListLength = 15_000;

const headings = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const;

/** Title of commits that only update `model_mod_data.json`. Curators use the same title. */
const datesTitle = 'Date info';

/** Returns the title of a commit or a pull request, such as `Registry: 2 added, 1 changed`. */
function formatTitle(models: readonly OutgoingModel[]): string {
  const counts = Object.keys(headings).flatMap((change) => {
    const count = models.filter((model) => model.change === change).length;
    return count > 0 ? [`${count} ${change}`] : [];
  });
  return counts.length > 0 ? `Registry: ${counts.join(', ')}` : datesTitle;
}

/**
 * Returns a text that lists the models that a commit or a pull request adds, changes and removes. A truncated
 * list ends with the number of omitted models.
 *
 * @param link returns the URL of a model's page in the registry; null if there are no such pages
 * @param textFormat `text` for a commit message, `markdown` for a pull request
 */
export function formatBody(
  models: readonly OutgoingModel[],
  link: FormatModelUrl | null,
  textFormat: 'text' | 'markdown',
): string {
  const parts = Object.entries(headings).flatMap(([change, heading]) => {
    const changedModels = models.filter((model) => model.change === change);
    if (changedModels.length === 0) return [];
    const lines: string[] = [];
    let length = 0;
    for (const model of changedModels.slice(0, maxListedModels)) {
      const address = link && model.change !== 'removed' ? `: ${link(model)}` : '';
      // `escapeMarkdown` is needed even in code, because hosts copy the text of a pull request into a commit
      // message.
      const name =
        textFormat === 'text' ? escapeMarkdown(model.name) : formatCode(escapeMarkdown(model.name));
      const line = `- ${name} (${model.category})${address}`;
      length += line.length;
      if (length > maxListLength) break;
      lines.push(line);
    }
    const truncationLine =
      changedModels.length > lines.length ? [`- … and ${changedModels.length - lines.length} more`] : [];
    return [[`${heading}:`, ...lines, ...truncationLine].join('\n')];
  });
  return parts.join('\n\n');
}

/**
 * Returns the marker that the bridge adds to the text of its pull request. The marker contains a hash of the
 * sent changes. It identifies the bridge's pull request even if the bridge was killed before it stored the
 * pull request's number.
 */
function createMarker({ changesHash }: Pick<OutgoingChanges, 'changesHash'>): string {
  return `<!-- modelref:asks-for ${changesHash} -->`;
}

/**
 * Replaces the marker of `createMarker` in the text of a pull request that the bridge closes itself.
 * Without the marker, the pull request does not count as refused by curators.
 */
function replaceMarker(body: string): string {
  return body.replaceAll(/<!-- modelref:asks-for \S+ -->/g, closedMarker);
}

const closedMarker = '<!-- modelref:closed-by-the-registry -->';

/**
 * Returns whether a pull request from the bridge's branch belongs to the bridge. It does if the bridge's
 * account opened it, or if the stored state names it, because the account may have changed since. Pull
 * requests that other users open from that branch are ignored.
 */
function isOfBridge(
  { isOwn, number }: PullRequest,
  { pull_request, refused }: Pick<BridgeState, 'pull_request' | 'refused'>,
): boolean {
  return isOwn || number === pull_request?.number || number === refused?.number;
}

/**
 * Returns the pull request with which curators refused the bridge's changes; null if there is none. It is the
 * bridge's last pull request. Curators have closed it without merging it, the bridge would still send the
 * same changes, and the bridge has no open pull request.
 *
 * As long as there is a refused pull request, the bridge sends nothing and does not move its branch, because
 * hosts cannot reopen a pull request whose branch has moved.
 *
 * @param before the bridge's state before this sync
 * @throws HostRefused
 */
export async function findRefusedPullRequest(
  { pulls, out, branch }: BridgedRepository,
  plan: Pick<OutgoingChanges, 'files' | 'changesHash'>,
  before: Pick<BridgeState, 'pull_request' | 'refused'>,
): Promise<BridgeState['refused']> {
  if (!pulls || out !== 'pull_request' || plan.files.size === 0) return null;
  const openPull = await pulls.findOpen(bridgeBranch, branch);
  if (openPull && isOfBridge(openPull, before)) return null;
  const refusedPull = await pulls.findLastRefused(bridgeBranch, branch, (pull) => isOfBridge(pull, before));
  return refusedPull?.body.includes(createMarker(plan))
    ? { number: refusedPull.number, url: refusedPull.url }
    : null;
}

interface PullRequestUpdate extends Pick<BridgeState, 'pull_request'> {
  readonly problems: readonly BridgeProblem[];
}

/**
 * Opens the bridge's pull request, or updates the open one. Closes it if there is nothing left to merge,
 * unless other users have committed to its branch.
 * @param before the bridge's state before this sync
 */
export async function updatePullRequest(
  linkTo: FormatModelUrl | null,
  { pulls, content, out, branch, kind }: BridgedRepository,
  plan: OutgoingChanges,
  sendResult: SendResult | null,
  files: readonly ComparedFile[],
  before: Pick<BridgeState, 'conflicts' | 'pull_request' | 'refused'>,
): Promise<PullRequestUpdate> {
  const noUpdate = { pull_request: null, problems: [] };
  if (!pulls || out !== 'pull_request') return noUpdate;
  const openPull = await pulls.findOpen(bridgeBranch, branch);
  const reportForeignPull = ({ number }: PullRequest) => {
    const reason = `pull request #${number} from the branch ${bridgeBranch} was opened by somebody else: close it, so that the bridge can open its own`;
    return { ...noUpdate, problems: [createProblem('', reason)] };
  };
  if (openPull && !isOfBridge(openPull, before)) return reportForeignPull(openPull);
  if (sendResult === null || !('commit' in sendResult)) {
    if (openPull && sendResult === null && (await isOwnCommit(content, openPull.head.commit))) {
      // Closes and edits in one call: if the process is killed here, both are done or neither.
      await pulls.update(openPull.number, { closed: true, body: replaceMarker(openPull.body) });
    }
    return openPull && sendResult !== null
      ? { ...noUpdate, pull_request: { number: openPull.number, url: openPull.url } }
      : noUpdate;
  }
  const title = formatTitle(plan.models);
  const description = plan.models.length > 0 ? formatBody(plan.models, linkTo, 'markdown') : datesOnlyText;
  const body = `${description}\n\nAny merge method works: the registry recognizes its own changes.\n\n${createMarker(plan)}\n`;
  const pull = openPull ?? (await pulls.create(bridgeBranch, branch, title, body));
  if (!isOfBridge(pull, before)) return reportForeignPull(pull);
  if (openPull && (openPull.title !== title || openPull.body !== body))
    await pulls.update(openPull.number, { title, body });
  const conflicts = formatConflicts(files);
  const comment =
    conflicts.length > 0
      ? formatConflictComment(conflicts)
      : openPull && before.conflicts.length > 0
        ? 'All conflicts between the repository and the registry are decided.'
        : null;
  const problems: BridgeProblem[] = [];
  if (comment !== null) {
    const failureReason = `the list of conflicts could not be added to pull request #${pull.number}`;
    problems.push(
      ...(await catchProblem(failureReason, pulls.comment(pull.number, conflictMarker, comment))),
    );
  }
  // Set the label only once: a user may have removed it on purpose.
  if (kind === 'image' && before.pull_request?.number !== pull.number) {
    const failureReason = `the label ${reviewLabel}, which starts the checks, could not be added to pull request #${pull.number}`;
    problems.push(...(await catchProblem(failureReason, pulls.label(pull.number, reviewLabel))));
  }
  return { pull_request: { number: pull.number, url: pull.url }, problems };
}

/** The text of a pull request that changes only the models' dates. */
const datesOnlyText = `\`${modData.generated}\` names commits that are not in the history of this branch, for example after a squash merge. This commit corrects them; it changes no model.`;

/**
 * Awaits a call. Returns a problem if the host refuses this call but not others, for instance because the
 * conversation is locked.
 */
async function catchProblem(failureReason: string, call: Promise<void>): Promise<BridgeProblem[]> {
  try {
    await call;
    return [];
  } catch (error) {
    if (!(error instanceof HostRefused) || error.isOutage) throw error;
    return [createProblem('', `${failureReason}: ${error.message}`)];
  }
}

const conflictMarker = '<!-- modelref:conflicts -->';

function formatConflictComment(lines: readonly string[]): string {
  return `The repository and the registry changed these fields differently. They wait for a decision in the registry; nothing was overwritten.\n\n${lines.join('\n')}`;
}

const maxConflictLines = 100;

function formatConflicts(files: readonly ComparedFile[]): string[] {
  const lines = files.flatMap(({ models }) =>
    models.flatMap((model) => {
      const verdict = compareSides(model);
      if (verdict.kind !== 'conflict') return [];
      return verdict.conflicts.map(
        ({ path, theirs, ours }) =>
          `- ${formatCode(model.name)}, ${path ? formatCode(path) : 'the whole record'}: here ${formatValue(theirs)}, in the registry ${formatValue(ours)}`,
      );
    }),
  );
  return lines.slice(0, maxConflictLines);
}

function formatValue(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : formatCode(JSON.stringify(value).slice(0, 200));
}
