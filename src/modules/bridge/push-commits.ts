import { BranchMoved, type ContentRepository } from '../../outside/content-repository.ts';
import {
  type BridgedRepository,
  type BridgeProblem,
  bridgeBranch,
  bridgeIdentity,
  modData,
  problemIn,
} from './bridged-repository.ts';
import { code, plain } from './others-words.ts';
import { modDataText, type Outgoing, type SentModel } from './send-out.ts';

/**
 * The commit that the bridge made for the repository, or the problems that kept the bridge from pushing it.
 * `pushed` is false in a dry run, and when the bridge's branch has this commit already.
 */
export type Sent =
  | { readonly commit: string; readonly branch: string; readonly pushed: boolean; readonly problems?: never }
  | { readonly problems: readonly BridgeProblem[] };

/**
 * Makes the bridge's commit, and pushes it unless this is a dry run. Gives null when the plan changes no
 * file.
 * @throws BranchMoved when somebody has pushed to the repository's branch since this sync read it
 */
export async function send(
  linkTo: LinkTo | null,
  repository: BridgedRepository,
  at: { readonly head: string; readonly branch: string | null; readonly headTime: number },
  plan: Outgoing,
  dryRun: boolean,
): Promise<Sent | null> {
  if (plan.files.size === 0) return null;
  const { content } = repository;
  const commit = await makeCommits(linkTo, repository, at, plan);
  const branch = repository.out === 'push' ? repository.branch : bridgeBranch;
  const nothingNew = branch === bridgeBranch && at.branch === commit;
  if (dryRun || nothingNew) return { commit, branch, pushed: false };
  if (branch === bridgeBranch && at.branch !== null && !(await isOurs(content, at.branch))) {
    const reason = `the branch ${branch} has commits that the bridge did not make: merge or remove it`;
    return { problems: [problemIn('', reason)] };
  }
  const main = `refs/heads/${repository.branch}`;
  if ((await content.refs([main])).get(main) !== at.head) throw new BranchMoved(repository.branch);
  await content.push(branch, commit, branch === bridgeBranch ? at.branch : at.head);
  return { commit, branch, pushed: true };
}

/** Tells whether the bridge itself has made the commit. */
export async function isOurs(content: ContentRepository, commit: string): Promise<boolean> {
  const { author, committer } = await content.commit(commit);
  const us = `${bridgeIdentity.name} <${bridgeIdentity.email}>`;
  // An amended or rebased commit keeps its author.
  return author === us && committer === us;
}

/**
 * Makes one commit with the planned files, and a second one when `model_mod_data.json` has to contain the
 * hash of the first. Gives the hash of the last commit. The commits have the time of the newest change, or of
 * the branch's head if that is later. So the same plan on the same head always gives the same hash.
 */
async function makeCommits(
  linkTo: LinkTo | null,
  { kind, content }: BridgedRepository,
  { head, headTime }: { readonly head: string; readonly headTime: number },
  { files, models, time: changedAt }: Outgoing,
): Promise<string> {
  const time = Math.max(headTime, changedAt);
  if (models.length === 0) {
    return content.make({ parent: head, files, message: `${datesTitle}\n`, by: bridgeIdentity, time });
  }
  const message = `${outgoingTitle(models)}\n\n${outgoingBody(models, linkTo, 'text')}\n`;
  const first = await content.make({ parent: head, files, message, by: bridgeIdentity, time });
  const text = files.get(modData.of);
  if (kind !== 'image' || text === undefined) return first;
  const committed = (await content.files(head, [modData.made])).get(modData.made);
  if (typeof committed !== 'string') return first;
  const made = await modDataText(content, head, { commit: first, time, text });
  const dates = { parent: first, files: new Map([[modData.made, made]]), by: bridgeIdentity, time };
  return content.make({ ...dates, message: `${datesTitle}\n` });
}

/** A function that gives the address of a model's page in the registry. */
export type LinkTo = (model: SentModel) => string;

/**
 * Limits of a text that lists models, for each kind of change: largest number of listed models, and largest
 * total length of their lines, in characters.
 */
const namedModels = 50;
const namedLength = 15_000;

const headings = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const;

/** Title of commits that only update `model_mod_data.json`. Curators use the same title. */
const datesTitle = 'Date info';

/** Gives the title of a commit or a pull request, such as `Registry: 2 added, 1 changed`. */
export function outgoingTitle(models: readonly SentModel[]): string {
  const counts = Object.keys(headings).flatMap((change) => {
    const count = models.filter((model) => model.change === change).length;
    return count > 0 ? [`${count} ${change}`] : [];
  });
  return counts.length > 0 ? `Registry: ${counts.join(', ')}` : datesTitle;
}

/**
 * Returns a text that lists the models that a commit or a pull request adds, changes and removes. A long list
 * ends with the number of further models.
 *
 * @param link gives the address of a model's page in the registry; null: there are no such pages
 * @param as `text` for a commit's message, `markdown` for a pull request
 */
export function outgoingBody(
  models: readonly SentModel[],
  link: LinkTo | null,
  as: 'text' | 'markdown',
): string {
  const parts = Object.entries(headings).flatMap(([change, heading]) => {
    const named = models.filter((model) => model.change === change);
    if (named.length === 0) return [];
    const lines: string[] = [];
    let length = 0;
    for (const model of named.slice(0, namedModels)) {
      const address = link && model.change !== 'removed' ? `: ${link(model)}` : '';
      // Plain in code, too: hosts make a commit's message of a pull request's text.
      const name = as === 'text' ? plain(model.name) : code(plain(model.name));
      const line = `- ${name} (${model.category})${address}`;
      length += line.length;
      if (length > namedLength) break;
      lines.push(line);
    }
    const more = named.length > lines.length ? [`- … and ${named.length - lines.length} more`] : [];
    return [[`${heading}:`, ...lines, ...more].join('\n')];
  });
  return parts.join('\n\n');
}
