import type { FieldProblem } from '../kernel/errors.ts';

/**
 * How much is said about a wrong input. An input of a megabyte can hold hundreds of thousands of mistakes;
 * nobody reads that many.
 */
export const problemLimits = {
  /** Problems that are listed. */
  problems: 100,
  /** JSON text of all listed problems, in UTF-16 units; the first one is listed whatever its size. */
  listed: 256 * 1024,
  /**
   * A refused value is shown with its problem when its JSON text is about this long at most, in UTF-16 units.
   */
  input: 8 * 1024,
} as const;

/** The problem without its `input` when that is too large to be shown. */
export function withShortInput(problem: FieldProblem): FieldProblem {
  if (roomLeft(problem.input, problemLimits.input) >= 0) return problem;
  const { input: _, ...others } = problem;
  return others;
}

/**
 * The first of the problems, as far as the limits allow; a last one (`type` `more_problems`) says so when
 * there may be others. Pulls at most one item more than it returns.
 */
export function firstProblems(problems: Iterable<FieldProblem>): FieldProblem[] {
  const listed: FieldProblem[] = [];
  let room: number = problemLimits.listed;
  for (const whole of problems) {
    const problem = withShortInput(whole);
    room -= JSON.stringify(problem).length;
    if (listed.length === problemLimits.problems || (room < 0 && listed.length > 0)) {
      listed.push(moreAfter(listed));
      break;
    }
    listed.push(problem);
  }
  return listed;
}

function moreAfter(listed: readonly FieldProblem[]): FieldProblem {
  const loc = (listed[0]?.loc ?? []).slice(0, 1);
  return { type: 'more_problems', loc, msg: `Only the first ${listed.length} problems are listed` };
}

/**
 * What remains of a budget of UTF-16 units after a value's JSON text, roughly; negative once the budget is
 * exceeded, and then the rest of the value is not visited.
 */
function roomLeft(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null) return room - 4;
  let left = room - 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index += 1)
      left = roomLeft(value[index], left - 1);
    return left;
  }
  for (const [key, member] of Object.entries(value)) {
    left = roomLeft(member, left - key.length - 4);
    if (left < 0) break;
  }
  return left;
}
