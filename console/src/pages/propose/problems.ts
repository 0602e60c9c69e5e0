import type { FieldProblem } from '#client';
import { pathLabel } from '../../parts/field-names.ts';
import { type Path, pathText, valueAt } from './draft.ts';
import { quantityOf } from './fields/quantities.ts';
import { nearestOf } from './nearest.ts';
import { canShow, type Field, isObject, sectionsOf } from './record-fields.ts';

/** A problem in a record, with the path of the invalid field; an empty path if the field is unknown. */
export interface Problem {
  readonly path: Path;
  readonly message: string;
}

/**
 * Converts the service's field errors to problems. The paths are relative to the record, not to the request.
 */
export function problemsOf(given: readonly FieldProblem[]): Problem[] {
  return given.map(({ loc, msg }) => {
    const message = msg.replace(/^Value error, /, '');
    const path = loc.slice(loc[0] === 'body' ? 1 : 0);
    return { path: path.length > 0 ? path : fieldNamedIn(message), message };
  });
}

/**
 * Returns the path of the field that an error message of the service names: `baseline` for
 * `Unknown baseline: x` and `baseline: 'x' is no name`. Returns an empty path if the message names no field.
 */
function fieldNamedIn(message: string): Path {
  const field = unknownName.exec(message)?.[1] ?? /^([a-z_]+): '/.exec(message)?.[1];
  return field === undefined ? [] : [field];
}

const unknownName = /^Unknown ([a-z_]+): (.*)$/s;

/**
 * Returns the problems of the fields in `visited`, which the user has edited or left. A form shows only these
 * while the user is still typing.
 */
export function problemsInVisited(problems: readonly Problem[], visited: ReadonlySet<string>): Problem[] {
  return problems.filter(({ path }) =>
    path.some((_, index) => visited.has(pathText(path.slice(0, index + 1)))),
  );
}

/** The problems of a form, by the control that shows them. */
export interface PlacedProblems {
  /** The messages for each control, by the control's path as text. */
  readonly at: ReadonlyMap<string, readonly string[]>;
  /** The paths of the controls with a problem, in the order of the form. */
  readonly paths: readonly Path[];
  /** The messages without a form control. */
  readonly elsewhere: readonly string[];
}

/**
 * Adds advice to the messages of problems: the format of a number with a unit, or the known name most similar
 * to an unknown one.
 */
export function worded(problems: readonly Problem[], fields: readonly Field[], draft: unknown): Problem[] {
  return problems.map((problem) => {
    const control = controlOf(fields, draft, problem.path);
    return control ? { ...problem, message: wordsFor(control, draft, problem.message) } : problem;
  });
}

/**
 * Assigns each problem to the innermost control that contains the invalid value. A control shows a message
 * only once.
 */
export function placed(
  problems: readonly Problem[],
  fields: readonly Field[],
  draft: Readonly<Record<string, unknown>>,
): PlacedProblems {
  const found = new Map<string, { path: Path; texts: Set<string> }>();
  const elsewhere = new Set<string>();
  for (const problem of worded(problems, fields, draft)) {
    const control = controlOf(fields, draft, problem.path);
    if (control === null) {
      elsewhere.add(
        problem.path.length > 0 ? `${pathLabel(problem.path)}: ${problem.message}` : problem.message,
      );
      continue;
    }
    const key = pathText(control.path);
    const entry = found.get(key) ?? { path: control.path, texts: new Set() };
    entry.texts.add(textAt(control, problem));
    found.set(key, entry);
  }
  return {
    at: new Map([...found].map(([key, { texts }]) => [key, [...texts]])),
    paths: inOrder(
      [...found.values()].map(({ path }) => path),
      fields,
    ),
    elsewhere: [...elsewhere],
  };
}

/** Sorts paths in the order of the form's fields. */
function inOrder(paths: readonly Path[], fields: readonly Field[]): readonly Path[] {
  const keys = sectionsOf(fields).flatMap((section) => section.fields.map(({ key }) => key));
  return paths.toSorted(([a], [b]) => keys.indexOf(String(a)) - keys.indexOf(String(b)));
}

interface Control {
  readonly field: Field;
  readonly path: Path;
}

/** Returns the innermost control that contains the value at a path; null if the form has no field for it. */
function controlOf(fields: readonly Field[], value: unknown, path: Path, outer: Path = []): Control | null {
  const [key, ...rest] = path;
  const field = fields.find((each) => each.key === key);
  if (key === undefined || field === undefined) return null;
  const own = { field, path: [...outer, key] };
  const inner = valueAt(value, [key]);
  if (!canShow(field, inner)) return own;
  switch (field.kind) {
    case 'object':
      return controlOf(field.fields, inner, rest, own.path) ?? own;
    case 'table': {
      const [index, ...within] = rest;
      if (index === undefined) return own;
      const row = [...own.path, Number(index)];
      return controlOf(field.fields, valueAt(inner, [Number(index)]), within, row) ?? own;
    }
    case 'map': {
      const [name] = rest;
      return name !== undefined && isObject(inner) && Object.hasOwn(inner, name)
        ? { field, path: [...own.path, name] }
        : own;
    }
    default:
      return own;
  }
}

function wordsFor({ field, path }: Control, draft: unknown, message: string): string {
  const quantity = quantityOf(field.key);
  if (quantity && typeof valueAt(draft, path) === 'string') return quantity.wrong;
  const name = unknownName.exec(message)?.[2];
  if (name === undefined || field.examples.length === 0) return message;
  const nearest = nearestOf(name, field.examples);
  const meant = nearest === undefined ? '' : ` Do you mean ${nearest}?`;
  return `${message}.${meant} Known: ${field.examples.join(', ')}.`;
}

/**
 * Returns the text of a problem for its control. In a list of objects, such as files, the text names the
 * invalid object.
 */
function textAt({ field, path }: Control, problem: Problem): string {
  return field.kind === 'table' && problem.path.length > path.length
    ? `${pathLabel(problem.path.slice(path.length - 1))}: ${problem.message}`
    : problem.message;
}

/**
 * Returns the problems of a draft that the page can detect without the service, and therefore without a key:
 * missing required fields, unparsable numbers, and values that the service does not accept.
 */
export function problemsOfDraft(fields: readonly Field[], draft: unknown, outer: Path = []): Problem[] {
  return fields.flatMap((field): Problem[] => {
    const path = [...outer, field.key];
    const value = valueAt(draft, [field.key]);
    if (value === undefined || value === null) {
      return field.required ? [{ path, message: 'Field required' }] : [];
    }
    const quantity = field.kind === 'integer' || field.kind === 'number' ? quantityOf(field.key) : null;
    if (quantity && typeof value === 'string') return [{ path, message: quantity.wrong }];
    if (!canShow(field, value)) return [];
    if (field.accepted && !field.accepted.includes(String(value).trim())) {
      return [{ path, message: `Unknown ${field.key}: ${value}` }];
    }
    if (field.kind === 'object') return problemsOfDraft(field.fields, value, path);
    if (field.kind !== 'table' || !Array.isArray(value)) return [];
    return value.flatMap((row, index) => problemsOfDraft(field.fields, row, [...path, index]));
  });
}
