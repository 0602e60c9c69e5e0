import type { FieldProblem } from '#client';
import { type Path, pathText } from './draft.ts';

/** A problem in a field of the record. */
export interface Problem {
  readonly path: Path;
  readonly message: string;
}

/** The service's problems with a body, by their place in the record. */
export function problemsOf(given: readonly FieldProblem[]): Problem[] {
  return given.map(({ loc, msg }) => {
    const message = msg.replace(/^Value error, /, '');
    const path = loc.slice(loc[0] === 'body' ? 1 : 0);
    return { path: path.length > 0 ? path : fieldNamedIn(message), message };
  });
}

/** The field that a rule about the whole record names in its text: `Unknown baseline: x`. */
function fieldNamedIn(message: string): Path {
  const field = /^Unknown ([a-z_]+): /.exec(message)?.[1];
  return field === undefined ? [] : [field];
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.length <= path.length && outer.every((step, index) => String(step) === String(path[index]));
}

/** The problems of a value and everything in it, each text once. */
export function messagesWithin(problems: readonly Problem[], path: Path): string[] {
  return [
    ...new Set(problems.filter((problem) => isWithin(problem.path, path)).map(({ message }) => message)),
  ];
}

/** The problems of a value itself. */
export function messagesAt(problems: readonly Problem[], path: Path): string[] {
  return messagesWithin(
    problems.filter((problem) => problem.path.length === path.length),
    path,
  );
}

/** The problems in values that were already edited: the only ones to show to people who are still typing. */
export function problemsInEdited(problems: readonly Problem[], edited: ReadonlySet<string>): Problem[] {
  return problems.filter(({ path }) =>
    path.some((_, index) => edited.has(pathText(path.slice(0, index + 1)))),
  );
}
