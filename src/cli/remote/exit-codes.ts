import type { ApiError, ErrorKind } from '#client';

/** What a failed call ends a command with; documented in docs/cli.md. */
const codes: Readonly<Partial<Record<ErrorKind, number>>> = {
  'not-found': 3,
  unauthorized: 4,
  conflict: 5,
  'changed-meanwhile': 5,
  gone: 5,
  unreachable: 6,
  timeout: 6,
  unavailable: 6,
  'too-many': 6,
  'bad-answer': 6,
  'server-error': 6,
  invalid: 7,
};

export const notFoundCode = 3;

export function exitCodeOf({ kind }: ApiError): number {
  return codes[kind] ?? 1;
}

/** What is said of a failed call: each wrong field on a line of its own. */
export function linesOfFailure({ message, problems }: ApiError): string[] {
  if (problems.length === 0) return [message];
  const lines = problems.map(({ loc, msg }) => `  ${loc.slice(1).join('.') || 'record'}: ${msg}`);
  return ['The registry refuses this:', ...lines];
}
