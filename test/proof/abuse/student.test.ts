import { expect, test } from 'vitest';
import { studentT } from './student.ts';

test("Student's t of a sample", () => {
  // Variance 10/4, so a standard error of √(2.5/5).
  expect(studentT([1, 2, 3, 4, 5])).toEqual({ mean: 3, t: 3 / Math.sqrt(0.5) });
  expect(studentT([-2, 1, 1])).toEqual({ mean: 0, t: 0 });
});
