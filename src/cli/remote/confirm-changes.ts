import { InvalidArgumentError } from 'commander';
import type { PendingChange, Queue } from '#client';
import { CommandFailed, type Terminal, UsageError } from '../terminal.ts';
import { findChange } from './registry.ts';

/**
 * A change as specified on the command line: `17`, or `17@2` when the decision is for version 2 of the change
 * only.
 */
export interface ChangeArgument {
  readonly id: number;
  readonly version: number | null;
}

/**
 * Parses one change of the command line. Returns the list `before` with this change added.
 * @throws InvalidArgumentError, which is shown with the argument's name
 */
export function parseChangeArguments(text: string, before: ChangeArgument[] | undefined): ChangeArgument[] {
  const [, id, version] = /^(\d{1,15})(?:@(\d{1,9}))?$/.exec(text) ?? [];
  if (Number(id) >= 1 && (version === undefined || Number(version) >= 1)) {
    const change = { id: Number(id), version: version === undefined ? null : Number(version) };
    return [...(before ?? []), change];
  }
  throw new InvalidArgumentError('Expected a whole number from 1, optionally followed by @ and a version.');
}

export const formatChange = ({
  change_id,
  version,
  operation,
  category,
  model_name,
  requested_username,
}: PendingChange) =>
  `${change_id}${version > 1 ? `@${version}` : ''}: ${operation} ${category} ${model_name}, by ${requested_username}`;

/**
 * Prints `lines` and asks the user `question`. With `yes`, or without a terminal, prints and asks nothing:
 * the user's consent is assumed.
 *
 * @throws CommandFailed when the user does not confirm
 */
export async function confirmDecision(
  terminal: Terminal,
  lines: readonly string[],
  question: string,
  { yes }: { readonly yes: boolean },
): Promise<void> {
  if (yes || !terminal.confirm) return;
  for (const line of lines) terminal.note(line);
  if (!(await terminal.confirm(question))) throw new CommandFailed('Nothing was done.');
}

/**
 * Loads the changes of the command line from the registry, and asks the user on the terminal for
 * confirmation. Returns the ids, and the version of each change by its id. The command sends these versions
 * with its decision, so that the registry refuses the decision when a change has been revised meanwhile.
 *
 * @throws UsageError for a change that is listed with two versions; CommandFailed when a change no longer has
 *   the specified version, or the user does not confirm
 */
export async function confirmChanges(
  terminal: Terminal,
  queue: Queue,
  changeArguments: readonly ChangeArgument[],
  { verb, yes }: { readonly verb: string; readonly yes: boolean },
): Promise<{ ids: number[]; versions: Record<string, number> }> {
  const versionsById = new Map<number, number | null>();
  for (const { id, version } of changeArguments) {
    const earlierVersion = versionsById.get(id) ?? null;
    if (earlierVersion !== null && version !== null && earlierVersion !== version)
      throw new UsageError(`Change ${id} is given with two versions, ${earlierVersion} and ${version}.`);
    versionsById.set(id, version ?? earlierVersion);
  }
  const changes: PendingChange[] = [];
  for (const [id, version] of versionsById) {
    const change = await findChange(queue, id);
    if (version !== null && change.version !== version) {
      throw new CommandFailed(
        `Change ${id} has version ${change.version}, not ${version}: review it again. Nothing was done.`,
        { exitCode: changedExitCode },
      );
    }
    changes.push(change);
  }
  await confirmDecision(terminal, changes.map(formatChange), `${verb} ${formatChangeCount(changes)}?`, {
    yes,
  });
  return {
    ids: changes.map(({ change_id }) => change_id),
    versions: Object.fromEntries(changes.map(({ change_id, version }) => [change_id, version])),
  };
}

export const formatChangeCount = ({ length }: { readonly length: number }) =>
  length === 1 ? 'this change' : `these ${length} changes`;

/** Exit code of a command that does nothing because a change has another version or status than expected. */
export const changedExitCode = 5;
