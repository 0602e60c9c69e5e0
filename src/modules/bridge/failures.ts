import { ShownError } from '../../kernel/errors.ts';
import { BranchMoved, RepositoryUnavailable } from '../../outside/content-repository.ts';
import { HostRefused } from '../../outside/github.ts';

/**
 * The classes of expected errors, whose messages people may see. Any other error is a defect of the bridge.
 */
const expectedErrors = [RepositoryUnavailable, HostRefused, BranchMoved, ShownError];

/**
 * Largest length of a stored error message, in characters. A message may quote a repository's content, which
 * can be long.
 */
const maxMessageLength = 1000;

/**
 * Returns the message of an error for people.
 * @param onDefect called with the error when its class is not in `expectedErrors`
 */
export function failureText(error: unknown, onDefect?: (error: unknown) => void): string {
  const isExpected = error instanceof Error && expectedErrors.some((expected) => error instanceof expected);
  if (!isExpected) onDefect?.(error);
  return (isExpected ? error.message : `unexpected: ${error}`).slice(0, maxMessageLength);
}

/** Thrown when another instance has taken over the lease. */
export class LeaseLost extends Error {
  constructor() {
    super('another instance of the registry has taken over the sync');
    this.name = 'LeaseLost';
  }
}
