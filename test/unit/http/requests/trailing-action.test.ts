import { expect, test } from 'vitest';
import { findTrailingAction } from '../../../../src/serving/requests/trailing-action.ts';

test.each([
  ['/aliases/org/model/add', 'add'],
  ['/aliases/org%2Fmodel/remove', 'remove'],
  ['/aliases/x/add/', 'add'],
  ['/aliases/x/add?y=/remove', 'add'],
  ['/aliases/add/add', 'add'],
  ['/aliases/org%2Fadd', undefined],
  ['/aliases/add%2F', undefined],
  ['/aliases/x/ad%64', undefined],
  ['/aliases/x/Add', undefined],
  ['/aliases/x/add/y', undefined],
  ['/aliases/x?y=/add', undefined],
  ['/', undefined],
])('%s ends with the action %s', (url, action) => {
  expect(findTrailingAction(`/v2/text_generation${url}`)).toBe(action);
});

test.each(['/v2/clip/add', '/v2/clip/model/x/add', '/', ''])('%s is of no interest', (url) => {
  expect(findTrailingAction(url)).toBeUndefined();
});

test('an absolute URL ends like its path', () => {
  expect(findTrailingAction('http://host/v2/text_generation/group/x/name_schema')).toBe('name_schema');
});
