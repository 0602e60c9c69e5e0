import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupOfName, type ParsedTextName, parseTextName } from '../../../../src/records/text-names/index.ts';
import { hostileNames } from './hostile-names.ts';

/** Names out of everything the grammar knows, nearly knows and does not know. */
const names = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(...'7B 1.5b 8x22B 1b7 560m v2 V0.1.2 v2. Q4_K_M q8_0 Q9 GGUF fp16'.split(' ')),
        fc.constantFrom(...'Instruct chat FT Thinking latest 2411 08-2024 4.2.0 A3B'.split(' ')),
        fc.constantFrom('Llama', 'x', '٧B', 'K', 'ſ', '😀', 'é', '\ud800', 'aphrodite/', 'author/'),
        fc.string({ unit: 'binary', maxLength: 6 }),
      ),
      fc.constantFrom('-', '_', ' ', '.', '', '--', '/'),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.flat().join(''));

const withoutSeparators = (text: string): string => text.replace(/[-_ .]/g, '');
const characters = (text: string): string => [...withoutSeparators(text).toUpperCase()].sort().join('');

/** Whether its characters are among those of the name in the same order, in either case. */
function standsIn(token: string, name: string): boolean {
  const characters = [...token.toUpperCase()];
  for (const character of name.toUpperCase()) if (character === characters[0]) characters.shift();
  return characters.length === 0;
}

const tokensOf = (parsed: ParsedTextName): string[] =>
  [
    parsed.size,
    parsed.variant,
    parsed.quant,
    parsed.version,
    ...parsed.extras.map(({ value }) => value),
  ].filter((token) => token !== null);

describe('parseTextName, for any name', () => {
  it('reports only what the name says', () => {
    fc.assert(
      fc.property(names, (name) => {
        for (const token of tokensOf(parseTextName(name))) expect(standsIn(token, name), token).toBe(true);
      }),
      // Without its size, `7B`, this reads `v2.1.5b`: a token may be of two pieces that were not neighbours.
      { numRuns: 1000, examples: [['v27B.1.5b']] },
    );
  });

  it('removes only what it reports: base and tokens together are the name, separators aside', () => {
    fc.assert(
      fc.property(names, (name) => {
        const parsed = parseTextName(name);
        const tokens = tokensOf(parsed).join('');
        // The base is the whole name when the tokens leave nothing of it.
        const left = characters(tokens) === characters(name) ? '' : parsed.base_name;
        expect(characters(left + tokens)).toBe(characters(name));
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the base in the order of the name, its separators neither repeated nor at the ends', () => {
    fc.assert(
      fc.property(names, (name) => {
        const { base_name } = parseTextName(name);
        if (base_name === name) return;
        expect(base_name).not.toMatch(/([-_ .])\1|^[-_ .]|[-_ .]$/);
        let at = 0;
        for (const character of withoutSeparators(base_name)) {
          at = name.indexOf(character, at) + character.length;
          expect(at).toBeGreaterThanOrEqual(character.length);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('gives one group for a name and for its names in backends', () => {
    fc.assert(
      fc.property(
        names.filter((name) => !name.includes('/')),
        (name) => {
          const group = groupOfName(`author/${name}`);
          expect(groupOfName(`aphrodite/author/${name}`)).toBe(group);
          expect(groupOfName(`koboldcpp/${name}`)).toBe(group);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('parseTextName, for names made to be slow', () => {
  // Work that grows with the square of the length would take these minutes, not milliseconds.
  it.each(hostileNames(200_000).map((name) => [name.slice(0, 24), name]))('gets through %s…', (_, name) => {
    expect(name.length).toBeGreaterThan(199_000);
    expect(parseTextName(name).original_name).toBe(name);
    expect(groupOfName(name).length).toBeLessThanOrEqual(name.length);
  });
});
