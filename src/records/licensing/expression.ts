/** The expression of an assignment without a conclusion. It cannot be combined with licences. */
export const noAssertion = 'NOASSERTION';

/** Limits of a licence expression. */
export const expressionLimits = {
  /** In UTF-16 units. */
  length: 2_000,
  identifiers: 100,
  /** Levels of parentheses. */
  depth: 20,
} as const;

/** The distinct identifiers of a licence expression, in order of occurrence. */
export interface ExpressionIds {
  /** Empty for `NOASSERTION`. */
  readonly licenses: readonly string[];
  /** The exceptions that follow `WITH`. */
  readonly exceptions: readonly string[];
}

const operators: ReadonlySet<string> = new Set(['AND', 'OR', 'WITH']);
const identifier = /^[A-Za-z0-9][A-Za-z0-9.+:_-]{0,99}$/;

/**
 * Returns whether a text can be a licence identifier. Allows the identifiers of the SPDX list and others with
 * the same characters, such as `LicenseRef-My-License` and `OpenRAIL++-M`.
 */
export function isLicenseId(text: string): boolean {
  return identifier.test(text) && !operators.has(text) && text !== noAssertion;
}

/**
 * Parses an SPDX licence expression: identifiers, `AND`, `OR`, `WITH`, parentheses. Takes time linear in the
 * length of the text, which is limited.
 *
 * @returns the identifiers, or the problem, phrased to follow the field name
 */
export function parseExpression(text: string): ExpressionIds | { readonly problem: string } {
  const { length, identifiers, depth: maxDepth } = expressionLimits;
  if (text.length > length) return { problem: `has more than ${length} characters` };
  if (/\p{Cc}/u.test(text)) return { problem: 'has a control character' };
  const [licenses, exceptions] = [new Set<string>(), new Set<string>()];
  let previous: 'operator' | 'with' | 'license' | 'exception' | ')' = 'operator';
  let lastToken = '';
  let [depth, count] = [0, 0];
  for (const [token] of text.matchAll(/[()]|[^ ()]+/g)) {
    const quotedToken = `'${token.length > 60 ? `${token.slice(0, 60)}…` : token}'`;
    if (previous === 'operator' || previous === 'with') {
      if (token === '(' && previous === 'operator') {
        depth += 1;
        if (depth > maxDepth) return { problem: `has more than ${maxDepth} levels of parentheses` };
      } else {
        if (token === '(' || token === ')' || operators.has(token))
          return { problem: `has ${quotedToken} where an identifier is expected` };
        if (!identifier.test(token))
          return {
            problem: `has ${quotedToken}, which is not a valid identifier; allowed: up to 100 letters, digits and . + : _ -`,
          };
        count += 1;
        if (count > identifiers) return { problem: `has more than ${identifiers} identifiers` };
        (previous === 'with' ? exceptions : licenses).add(token);
        previous = previous === 'with' ? 'exception' : 'license';
      }
    } else if (token === ')') {
      depth -= 1;
      if (depth < 0) return { problem: `has ')' without '('` };
      previous = ')';
    } else if (token === 'WITH') {
      if (previous !== 'license')
        return { problem: 'has WITH after an expression that is not a single licence' };
      previous = 'with';
    } else if (operators.has(token)) {
      previous = 'operator';
    } else return { problem: `has ${quotedToken} where AND, OR or WITH is expected` };
    lastToken = token;
  }
  if (lastToken === '') return { problem: 'is empty' };
  if (previous === 'operator' || previous === 'with')
    return { problem: `ends with '${lastToken}'; expected an identifier` };
  if (depth > 0) return { problem: `has '(' without ')'` };
  if (!licenses.has(noAssertion) && !exceptions.has(noAssertion))
    return { licenses: [...licenses], exceptions: [...exceptions] };
  return text === noAssertion
    ? { licenses: [], exceptions: [] }
    : { problem: `has ${noAssertion}, which must stand alone` };
}
