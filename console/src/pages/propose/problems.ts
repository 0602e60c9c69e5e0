import type { FieldProblem } from '#client';
import { type Path, pathText } from './draft.ts';

/** A wrong field of the record. */
export interface Problem {
  readonly path: Path;
  readonly message: string;
}

/** The service's problems of a body, by where they are in the record. */
export function problemsOf(given: readonly FieldProblem[]): Problem[] {
  return given.map(({ loc, msg }) => {
    const message = msg.replace(/^Value error, /, '');
    const path = loc.slice(loc[0] === 'body' ? 1 : 0);
    return { path: path.length > 0 ? path : fieldNamedIn(message), message };
  });
}

/** Rules about a record as a whole say in their text which field they mean: `Unknown baseline: x`. */
function fieldNamedIn(message: string): Path {
  const field = /^Unknown ([a-z_]+): /.exec(message)?.[1];
  return field === undefined ? [] : [field];
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.length <= path.length && outer.every((step, index) => String(step) === String(path[index]));
}

/** What is wrong with this value or anything in it, each text once. */
export function messagesWithin(problems: readonly Problem[], path: Path): string[] {
  return [
    ...new Set(problems.filter((problem) => isWithin(problem.path, path)).map(({ message }) => message)),
  ];
}

/** What is wrong with this value itself. */
export function messagesAt(problems: readonly Problem[], path: Path): string[] {
  return messagesWithin(
    problems.filter((problem) => problem.path.length === path.length),
    path,
  );
}

/** Those that somebody who is still typing should hear of: in values that have been edited already. */
export function problemsInEdited(problems: readonly Problem[], edited: ReadonlySet<string>): Problem[] {
  return problems.filter(({ path }) =>
    path.some((_, index) => edited.has(pathText(path.slice(0, index + 1)))),
  );
}
