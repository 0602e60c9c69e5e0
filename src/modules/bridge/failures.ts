import { ShownError } from '../../kernel/errors.ts';
import { BranchMoved, RepositoryUnavailable } from '../../outside/content-repository.ts';
import { HostRefused } from '../../outside/github.ts';

/** Thrown when the registry wrote a model while a sync compared it. The next attempt compares it again. */
export class ModelMoved extends Error {
  constructor(name: string) {
    super(`'${name}' was written in the registry at the same time: nothing was overwritten`);
    this.name = 'ModelMoved';
  }
}

/**
 * Classes of expected errors, whose messages may be shown to users. All other errors are bugs in the bridge.
 */
const expectedErrors = [RepositoryUnavailable, HostRefused, BranchMoved, ModelMoved, ShownError];

/**
 * Maximum length of a stored error message, in characters. A message may quote long content of a repository.
 */
const maxMessageLength = 1000;

/**
 * Returns the error message to show to users.
 * @param onDefect called with the error if its class is not in `expectedErrors`
 */
export function failureText(error: unknown, onDefect?: (error: unknown) => void): string {
  const isExpected =
    error instanceof Error && expectedErrors.some((errorClass) => error instanceof errorClass);
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
