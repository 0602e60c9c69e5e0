import { ShownError } from '../../kernel/errors.ts';
import { BranchMoved, RepositoryUnavailable } from '../../outside/content-repository.ts';
import { HostRefused } from '../../outside/pull-requests.ts';

/** What a repository, its host or the registry may answer. Everything else that is thrown is a defect. */
const answers = [RepositoryUnavailable, HostRefused, BranchMoved, ShownError];

/** Messages are kept, and may have something of a repository's content. In characters. */
const longestMessage = 1000;

/**
 * What people are told of something that was thrown.
 * @param onDefect told of what is no answer: it says where it happened
 */
export function failureText(error: unknown, onDefect?: (error: unknown) => void): string {
  const isAnswer = error instanceof Error && answers.some((known) => error instanceof known);
  if (!isAnswer) onDefect?.(error);
  return (isAnswer ? error.message : `unexpected: ${error}`).slice(0, longestMessage);
}
