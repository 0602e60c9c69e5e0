import type { z } from 'zod';
import { createInputError, type FieldProblem } from '../kernel/errors.ts';
import { findKeys } from './files/address-keys.ts';

/** The problem of a field, without the field's location. */
export type ProblemFacts = Pick<FieldProblem, 'type' | 'msg' | 'ctx'>;

/** The source of an input: the first element of every problem's `loc`. */
export type InputPlace = 'body' | 'query' | 'path';

export type ParseResult<T> = { ok: true; value: T } | { ok: false; problems: FieldProblem[] };

/**
 * Validates an input. Returns its problems in the declaration order of the schema, up to `problemLimits`. A
 * rule that is a transform of the whole record is checked only if every field is valid, because Zod otherwise
 * skips the transform.
 */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown, place: InputPlace): ParseResult<T> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, problems: takeFirstProblems(listProblems(result.error.issues, input, place)) };
}

function* listProblems(issues: readonly z.core.$ZodIssue[], input: unknown, place: InputPlace) {
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') yield* listUnknownKeys(issue, input, place);
    else yield createProblem(issue, input, place);
  }
}

/** Yields a problem for each key that an object must not have, at the path of the key. */
function* listUnknownKeys(issue: z.core.$ZodIssueUnrecognizedKeys, root: unknown, place: InputPlace) {
  for (const key of issue.keys) {
    const path = [...issue.path, key].map((step) => (typeof step === 'number' ? step : String(step)));
    const { value: input } = readInputAt(root, path);
    yield { type: 'extra_forbidden', loc: [place, ...path], msg: 'Extra inputs are not permitted', input };
  }
}

/**
 * Validates an input and returns its value.
 *
 * @throws RegistryError `invalid_input` (422) with the problems of the input
 */
export function parseOrThrow<T>(schema: z.ZodType<T>, input: unknown, place: InputPlace): T {
  const result = parseInput(schema, input, place);
  if (!result.ok) throw createInputError(result.problems);
  return result.value;
}

function createProblem(issue: z.core.$ZodIssue, root: unknown, place: InputPlace): FieldProblem {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  const { found, value, parent } = readInputAt(root, path);
  const loc = [place, ...path];
  // A schema may validate a value under another name than the client's; only the issue then has the value.
  const input = found ? value : issue.input;
  if (input === undefined) {
    return { type: 'missing', loc, msg: 'Field required', input: path.length === 0 ? null : parent };
  }
  const { type, msg, ctx } = describeIssue(issue, input);
  return ctx ? { type, loc, msg, input, ctx } : { type, loc, msg, input };
}

/**
 * Finds the value at a path of the raw input. `found` is false when the input has no such value. `parent` is
 * the value in which the last step was looked up.
 */
function readInputAt(root: unknown, path: readonly (string | number)[]) {
  let value = root;
  let parent: unknown = null;
  for (const step of path) {
    parent = value;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) {
      return { found: false, value: undefined, parent };
    }
    value = (value as Record<string | number, unknown>)[step];
  }
  return { found: true, value, parent };
}

const wrongTypeProblems: Record<string, ProblemFacts> = {
  string: { type: 'string_type', msg: 'Input should be a valid string' },
  array: { type: 'list_type', msg: 'Input should be a valid list' },
  record: { type: 'dict_type', msg: 'Input should be a valid dictionary' },
  number: { type: 'float_type', msg: 'Input should be a valid number' },
  boolean: { type: 'bool_type', msg: 'Input should be a valid boolean' },
  object: {
    type: 'model_attributes_type',
    msg: 'Input should be a valid dictionary or object to extract fields from',
  },
};

function describeIssue(issue: z.core.$ZodIssue, input: unknown): ProblemFacts {
  switch (issue.code) {
    case 'custom': {
      const ctx = issue.params?.ctx as Record<string, unknown> | undefined;
      const facts = { type: String(issue.params?.type ?? 'value_error'), msg: issue.message };
      return ctx ? { ...facts, ctx } : facts;
    }
    case 'invalid_type':
      return wrongTypeProblems[issue.expected] ?? { type: 'value_error', msg: issue.message };
    case 'too_small':
      return issue.origin === 'array' ? describeTooShort(issue.minimum, input) : describeBelowMinimum(issue);
    case 'too_big':
      return issue.origin === 'array' ? describeTooLong(issue.maximum, input) : describeAboveMaximum(issue);
    default:
      return { type: 'value_error', msg: `Value error, ${issue.message}`, ctx: { error: {} } };
  }
}

function describeBelowMinimum(issue: z.core.$ZodIssueTooSmall): ProblemFacts {
  const bound = Number(issue.minimum);
  return issue.inclusive
    ? {
        type: 'greater_than_equal',
        msg: `Input should be greater than or equal to ${bound}`,
        ctx: { ge: bound },
      }
    : { type: 'greater_than', msg: `Input should be greater than ${bound}`, ctx: { gt: bound } };
}

function describeAboveMaximum(issue: z.core.$ZodIssueTooBig): ProblemFacts {
  const bound = Number(issue.maximum);
  return {
    type: 'less_than_equal',
    msg: `Input should be less than or equal to ${bound}`,
    ctx: { le: bound },
  };
}

const lengthOf = (input: unknown) => (Array.isArray(input) ? input.length : 1);
const items = (count: number) => `${count} item${count === 1 ? '' : 's'}`;

function describeTooShort(minimum: number | bigint, input: unknown): ProblemFacts {
  const [min, actual] = [Number(minimum), lengthOf(input)];
  const msg = `List should have at least ${items(min)} after validation, not ${actual}`;
  return { type: 'too_short', msg, ctx: { field_type: 'List', min_length: min, actual_length: actual } };
}

function describeTooLong(maximum: number | bigint, input: unknown): ProblemFacts {
  const [max, actual] = [Number(maximum), lengthOf(input)];
  const msg = `List should have at most ${items(max)} after validation, not ${actual}`;
  return { type: 'too_long', msg, ctx: { field_type: 'List', max_length: max, actual_length: actual } };
}

/** Limits on the problems that a response lists. A body of one megabyte can contain hundreds of thousands. */
export const problemLimits = {
  problems: 100,
  /**
   * Maximum length of the JSON text of all listed problems together, in UTF-16 units. The first problem is
   * always listed.
   */
  totalLength: 256 * 1024,
  /**
   * Approximate maximum length, as JSON text in UTF-16 units, of the refused value in a problem's `input`. A
   * problem with a longer value has no `input`.
   */
  input: 8 * 1024,
} as const;

/** Returns the problem without its `input` if the input is too large or contains a URL with a key. */
export function dropLongInput(problem: FieldProblem): FieldProblem {
  const isWithinLimit = countRoomLeft(problem.input, problemLimits.input) >= 0;
  if (isWithinLimit && findKeys(problem.input, 1).length === 0) return problem;
  const { input: _, ...others } = problem;
  return others;
}

/**
 * Returns the first problems, up to `problemLimits`. If there are more, the last item (`type`
 * `more_problems`) says so. Reads at most one problem beyond the listed ones.
 */
export function takeFirstProblems(problems: Iterable<FieldProblem>): FieldProblem[] {
  const listedProblems: FieldProblem[] = [];
  let room: number = problemLimits.totalLength;
  for (const fullProblem of problems) {
    const problem = dropLongInput(fullProblem);
    room -= JSON.stringify(problem).length;
    if (listedProblems.length === problemLimits.problems || (room < 0 && listedProblems.length > 0)) {
      listedProblems.push(createMoreProblems(listedProblems));
      break;
    }
    listedProblems.push(problem);
  }
  return listedProblems;
}

function createMoreProblems(listedProblems: readonly FieldProblem[]): FieldProblem {
  const loc = (listedProblems[0]?.loc ?? []).slice(0, 1);
  return { type: 'more_problems', loc, msg: `Only the first ${listedProblems.length} problems are listed` };
}

/**
 * Returns `room` minus the approximate length of a value's JSON text, both in UTF-16 units. Stops reading the
 * value once the result is negative.
 */
function countRoomLeft(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null) return room - 4;
  let remainingRoom = room - 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && remainingRoom >= 0; index += 1)
      remainingRoom = countRoomLeft(value[index], remainingRoom - 1);
    return remainingRoom;
  }
  for (const [key, member] of Object.entries(value)) {
    remainingRoom = countRoomLeft(member, remainingRoom - key.length - 4);
    if (remainingRoom < 0) break;
  }
  return remainingRoom;
}
