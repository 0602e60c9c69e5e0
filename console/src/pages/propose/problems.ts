import type { FieldProblem } from '#client';
import { pathLabel } from '../../parts/field-names.ts';
import { getValueAt, type Path, pathText } from './draft.ts';
import { findQuantity } from './fields/quantities.ts';
import { findNearest } from './nearest.ts';
import { canShow, createSections, type Field, isObject } from './record-fields.ts';

/** A problem in a record, with the path of the invalid field; an empty path if the field is unknown. */
export interface Problem {
  readonly path: Path;
  readonly message: string;
}

/**
 * Converts the service's field errors to problems. The paths are relative to the record, not to the request.
 */
export function convertProblems(fieldProblems: readonly FieldProblem[]): Problem[] {
  return fieldProblems.map(({ loc, msg }) => {
    const message = msg.replace(/^Value error, /, '');
    const path = loc.slice(loc[0] === 'body' ? 1 : 0);
    return { path: path.length > 0 ? path : findNamedField(message), message };
  });
}

/**
 * Returns the path of the field that an error message of the service names: `baseline` for
 * `Unknown baseline: x` and `baseline: 'x' is no name`. Returns an empty path if the message names no field.
 */
function findNamedField(message: string): Path {
  const field = unknownNamePattern.exec(message)?.[1] ?? /^([a-z_]+): '/.exec(message)?.[1];
  return field === undefined ? [] : [field];
}

const unknownNamePattern = /^Unknown ([a-z_]+): (.*)$/s;

/**
 * Returns the problems of the fields in `visited`, which the user has edited or left. A form shows only these
 * while the user is still typing.
 */
export function filterVisited(problems: readonly Problem[], visited: ReadonlySet<string>): Problem[] {
  return problems.filter(({ path }) =>
    path.some((_, index) => visited.has(pathText(path.slice(0, index + 1)))),
  );
}

/** The problems of a form, by the control that shows them. */
export interface ProblemsByControl {
  /** The messages for each control, by the control's path as text. */
  readonly messagesByControl: ReadonlyMap<string, readonly string[]>;
  /** The paths of the controls with a problem, in the order of the form. */
  readonly paths: readonly Path[];
  /** The messages without a form control. */
  readonly otherMessages: readonly string[];
}

/**
 * Adds advice to the messages of problems: the format of a number with a unit, or the known name most similar
 * to an unknown one.
 */
export function addAdvice(problems: readonly Problem[], fields: readonly Field[], draft: unknown): Problem[] {
  return problems.map((problem) => {
    const control = findControl(fields, draft, problem.path);
    return control ? { ...problem, message: addAdviceFor(control, draft, problem.message) } : problem;
  });
}

/**
 * Assigns each problem to the innermost control that contains the invalid value. A control shows a message
 * only once.
 */
export function assignProblems(
  problems: readonly Problem[],
  fields: readonly Field[],
  draft: Readonly<Record<string, unknown>>,
): ProblemsByControl {
  const controls = new Map<string, { path: Path; texts: Set<string> }>();
  const otherMessages = new Set<string>();
  for (const problem of addAdvice(problems, fields, draft)) {
    const control = findControl(fields, draft, problem.path);
    if (control === null) {
      otherMessages.add(
        problem.path.length > 0 ? `${pathLabel(problem.path)}: ${problem.message}` : problem.message,
      );
      continue;
    }
    const key = pathText(control.path);
    const entry = controls.get(key) ?? { path: control.path, texts: new Set() };
    entry.texts.add(describeProblem(control, problem));
    controls.set(key, entry);
  }
  return {
    messagesByControl: new Map([...controls].map(([key, { texts }]) => [key, [...texts]])),
    paths: sortByForm(
      [...controls.values()].map(({ path }) => path),
      fields,
    ),
    otherMessages: [...otherMessages],
  };
}

/** Sorts paths in the order of the form's fields. */
function sortByForm(paths: readonly Path[], fields: readonly Field[]): readonly Path[] {
  const keys = createSections(fields).flatMap((section) => section.fields.map(({ key }) => key));
  return paths.toSorted(([a], [b]) => keys.indexOf(String(a)) - keys.indexOf(String(b)));
}

interface Control {
  readonly field: Field;
  readonly path: Path;
}

/** Returns the innermost control that contains the value at a path; null if the form has no field for it. */
function findControl(fields: readonly Field[], value: unknown, path: Path, outer: Path = []): Control | null {
  const [key, ...rest] = path;
  const field = fields.find((each) => each.key === key);
  if (key === undefined || field === undefined) return null;
  const control = { field, path: [...outer, key] };
  const inner = getValueAt(value, [key]);
  if (!canShow(field, inner)) return control;
  switch (field.kind) {
    case 'object':
      return findControl(field.fields, inner, rest, control.path) ?? control;
    case 'table': {
      const [index, ...pathInRow] = rest;
      if (index === undefined) return control;
      const rowPath = [...control.path, Number(index)];
      return findControl(field.fields, getValueAt(inner, [Number(index)]), pathInRow, rowPath) ?? control;
    }
    case 'map': {
      const [name] = rest;
      return name !== undefined && isObject(inner) && Object.hasOwn(inner, name)
        ? { field, path: [...control.path, name] }
        : control;
    }
    default:
      return control;
  }
}

function addAdviceFor({ field, path }: Control, draft: unknown, message: string): string {
  const quantity = findQuantity(field.key);
  if (quantity && typeof getValueAt(draft, path) === 'string') return quantity.errorMessage;
  const name = unknownNamePattern.exec(message)?.[2];
  if (name === undefined || field.examples.length === 0) return message;
  const nearest = findNearest(name, field.examples);
  const suggestion = nearest === undefined ? '' : ` Do you mean ${nearest}?`;
  return `${message}.${suggestion} Known: ${field.examples.join(', ')}.`;
}

/**
 * Returns the text of a problem for its control. In a list of objects, such as files, the text names the
 * invalid object.
 */
function describeProblem({ field, path }: Control, problem: Problem): string {
  return field.kind === 'table' && problem.path.length > path.length
    ? `${pathLabel(problem.path.slice(path.length - 1))}: ${problem.message}`
    : problem.message;
}

/**
 * Returns the problems of a draft that the page can detect without the service, and therefore without a key:
 * missing required fields, unparsable numbers, and values that the service does not accept.
 */
export function findDraftProblems(fields: readonly Field[], draft: unknown, outer: Path = []): Problem[] {
  return fields.flatMap((field): Problem[] => {
    const path = [...outer, field.key];
    const value = getValueAt(draft, [field.key]);
    if (value === undefined || value === null) {
      return field.required ? [{ path, message: 'Field required' }] : [];
    }
    const quantity = field.kind === 'integer' || field.kind === 'number' ? findQuantity(field.key) : null;
    if (quantity && typeof value === 'string') return [{ path, message: quantity.errorMessage }];
    if (!canShow(field, value)) return [];
    if (field.accepted && !field.accepted.includes(String(value).trim())) {
      return [{ path, message: `Unknown ${field.key}: ${value}` }];
    }
    if (field.kind === 'object') return findDraftProblems(field.fields, value, path);
    if (field.kind !== 'table' || !Array.isArray(value)) return [];
    return value.flatMap((row, index) => findDraftProblems(field.fields, row, [...path, index]));
  });
}
