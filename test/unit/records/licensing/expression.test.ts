import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLicenseId, parseExpression } from '../../../../src/records/licensing/expression.ts';

test.each<[text: string, licenses: string[], exceptions?: string[]]>([
  ['MIT', ['MIT']],
  ['NOASSERTION', []],
  ['OpenRAIL++-M', ['OpenRAIL++-M']],
  ['GPL-2.0+', ['GPL-2.0+']],
  ['DocumentRef-spdx:LicenseRef-My_License', ['DocumentRef-spdx:LicenseRef-My_License']],
  ['  MIT   OR  Apache-2.0 ', ['MIT', 'Apache-2.0']],
  ['(MIT OR(Apache-2.0))AND MIT', ['MIT', 'Apache-2.0']],
  ['GPL-2.0-only WITH Classpath-exception-2.0 OR MIT', ['GPL-2.0-only', 'MIT'], ['Classpath-exception-2.0']],
])('reads the identifiers of %s', (text, licenses, exceptions = []) => {
  expect(parseExpression(text)).toEqual({ licenses, exceptions });
});

test.each<[text: string, problem: string]>([
  ['', 'is empty'],
  ['   ', 'is empty'],
  ['((((', "ends with '('; expected an identifier"],
  ['(MIT', "has '(' without ')'"],
  ['MIT)', "has ')' without '('"],
  ['()', "has ')' where an identifier is expected"],
  ['MIT AND', "ends with 'AND'; expected an identifier"],
  ['AND MIT', "has 'AND' where an identifier is expected"],
  ['MIT and GPL', "has 'and' where AND, OR or WITH is expected"],
  ['MIT (GPL)', "has '(' where AND, OR or WITH is expected"],
  ['(MIT) WITH X', 'has WITH after an expression that is not a single licence'],
  ['A WITH B WITH C', 'has WITH after an expression that is not a single licence'],
  ['A WITH (B)', "has '(' where an identifier is expected"],
  ['a/b', "has 'a/b', which is not a valid identifier; allowed: up to 100 letters, digits and . + : _ -"],
  ['MIT\tOR A', 'has a control character'],
  ['MIT\u0000', 'has a control character'],
  [
    'MIT\u00a0OR',
    "has 'MIT\u00a0OR', which is not a valid identifier; allowed: up to 100 letters, digits and . + : _ -",
  ],
  ['MIT OR NOASSERTION', 'has NOASSERTION, which must stand alone'],
  ['(NOASSERTION)', 'has NOASSERTION, which must stand alone'],
  [`${'('.repeat(21)}MIT${')'.repeat(21)}`, 'has more than 20 levels of parentheses'],
  [Array(101).fill('A').join(' OR '), 'has more than 100 identifiers'],
  [Array(10_000).fill('MIT').join(' OR '), 'has more than 2000 characters'],
])('refuses %j', (text, problem) => {
  expect(parseExpression(text)).toEqual({ problem });
});

const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9.+-]{0,8}$/).filter(isLicenseId);
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    id,
    fc.tuple(id, id).map(([license, exception]) => `${license} WITH ${exception}`),
    fc.array(tie('expression'), { minLength: 2, maxLength: 3 }).map((parts) => `(${parts.join(' AND ')})`),
    fc.array(tie('expression'), { minLength: 2, maxLength: 3 }).map((parts) => `( ${parts.join(' OR ')} )`),
  ),
}));

test('every expression is read, and what is left of a broken one is refused or read without a failure', () => {
  fc.assert(
    fc.property(
      expression,
      fc.nat(),
      fc.constantFrom('', '(', ')', ' AND ', ' WITH ', '~'),
      (text, at, put) => {
        const words = text.split(/[() ]+/).filter((word) => word !== '' && isLicenseId(word));
        const read = parseExpression(text);
        if ('problem' in read) expect(read.problem).toMatch(/^has more than/);
        else expect(new Set([...read.licenses, ...read.exceptions])).toEqual(new Set(words));
        const cut = at % (text.length + 1);
        const broken = parseExpression(text.slice(0, cut) + put + text.slice(cut + 1));
        if (put === '~') expect(broken).toHaveProperty('problem');
      },
    ),
  );
});
