import { describe, expect, test } from 'vitest';
import {
  createSearchWord,
  degrees,
  findDegree,
  isOneTypoAway,
  parseQueryWords,
  parseWords,
  splitWords,
} from '../../../../../src/modules/insight/find/words.ts';

test.each([
  ['anthracite-org/magnum-v4-72b', ['anthracite', 'org', 'magnum', 'v', '4', '72', 'b']],
  ['Dream_Shaper XL.1.0', ['dream', 'shaper', 'xl', '1', '0']],
  ['Café ＸＬ', ['cafe', 'xl']],
  ['- _ .', []],
])('%s is split at what separates words, and between letters and digits', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

describe('a word in a name', () => {
  const { whole, beginning, inside, typo } = degrees;
  test.each([
    ['magnum', 'magnum-72b', whole],
    ['72b', 'magnum-72b', whole],
    ['72', 'magnum-72b', whole],
    ['sd15', 'SD 1.5', whole],
    ['dreamshaper', 'Dream Shaper XL', whole],
    ['magn', 'magnum-72b', beginning],
    ['shaper', 'Dreamshaper', inside],
    ['xl', 'SDXL', inside],
    ['ea', 'Dreamshaper', null],
    ['15', 'SD 1.5', null],
    ['l1', 'Model 1', null],
    ['3b', 'Llama-13b', null],
    ['500', 'Model 1500', null],
    ['15', 'Model 150', beginning],
    ['dreamshapr', 'Dreamshaper', typo],
    ['dreamshapr', 'Dream Shaper XL', typo],
    ['draemshaper', 'Dreamshaper', typo],
    ['dreemshapr', 'Dreamshaper', null],
    ['flxu', 'flux', null],
    ['72000', '72001', null],
  ])('%s in %s', (word, name, degree) => {
    expect(findDegree(createSearchWord(word), parseWords(name))).toBe(degree);
  });
});

test.each([
  ['magnum', 'magnum', true],
  ['magnum', 'magnums', true],
  ['magnum', 'magum', true],
  ['magnum', 'magnam', true],
  ['magnum', 'mangum', true],
  ['magnum', 'mangumm', false],
  ['magnum', 'mxgnxm', false],
  ['aab', 'ab', true],
])('%s and %s are one typo apart: %s', (a, b, is) => {
  expect([isOneTypoAway(a, b), isOneTypoAway(b, a)]).toEqual([is, is]);
});

test('a number with a point in it is one word, and 15 is not 1.5', () => {
  const [word] = parseQueryWords('1.5');
  expect(findDegree(word!.joined, parseWords('SD 1.5'))).toBe(degrees.whole);
  expect(findDegree(parseQueryWords('15')[0]!.joined, parseWords('SD 1.5'))).toBeNull();
  expect(findDegree(parseQueryWords('sd15')[0]!.joined, parseWords('SD 1.5'))).toBe(degrees.whole);
});
