import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { GitRemote } from './bridge-setup.ts';

/** Whether this machine has Python, in which the public repositories' own checks are written. */
export const canCheckRepositories = spawnSync('python3', ['--version']).status === 0;

/** The reason with which tests skip the public repositories' own checks where Python is missing. */
export const notChecked = "the repositories' own checks of our commits need python3, which is not here";

/**
 * Runs the checks of the public repositories on the commits that the bridge made. Returns a line for each
 * problem.
 *
 * @param ranges ranges of commits, `parent..commit`; each is what one pull request would merge
 */
export function repositoryChecks(
  remote: GitRemote,
  kind: 'image' | 'text',
  ranges: readonly string[],
): string[] {
  if (ranges.length === 0) return [];
  const script = join(import.meta.dirname, 'repository-checks.py');
  const said = execFileSync('python3', [script, remote.path, kind, ...ranges], { encoding: 'utf8' });
  return said.split('\n').filter((line) => line !== '');
}
