import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterGroups } from '../../console/src/pages/groups/filter-groups.ts';
import { getValueAt } from '../../console/src/pages/propose/draft.ts';
import { parseParameters } from '../../console/src/pages/propose/fields/quantities.ts';
import { nextSort } from '../../console/src/parts/columns.ts';
import { categoryLabel } from '../../console/src/parts/format.ts';
import { shownParts, shownText } from '../../console/src/parts/hidden-characters.ts';
import { selectFittingItems } from '../../console/src/parts/items-that-fit.ts';
import { ownValue } from '../../console/src/parts/own-value.ts';
import { parseSize } from '../../console/src/parts/parse-size.ts';
import { parseSearch } from '../../console/src/search-params.ts';

describe('characters that are not seen', () => {
  it.each([
    ['a\u{200b}b', 'a[U+200B]b'],
    ['photo\u{202e}gpj.exe', 'photo[U+202E]gpj.exe'],
    ['\u{feff}name', '[U+FEFF]name'],
    ['a\u{ad}b', 'a[U+00AD]b'],
    ['a\u{a0}b', 'a[U+00A0]b'],
    ['a\tb\nc', 'a[U+0009]b[U+000A]c'],
    ['tag\u{e0041}', 'tag[U+E0041]'],
    ['\u{3164}', '[U+3164]'],
  ])('of %j are shown as marks', (text, expected) => {
    expect(shownText(text)).toBe(expected);
  });

  it.each(['Plain name 7B', 'Überraschung', 'Modèle', '模型', '👩‍💻 coder', '❤️', '👍🏽', 'ไทย', 'हिन्दी'])(
    'are not seen in %s',
    (text) => {
      expect(shownParts(text)).toEqual([{ text, isMark: false }]);
    },
  );

  it('leave line breaks alone where lines are shown', () => {
    expect(shownParts('a\n\tb', true)).toEqual([{ text: 'a\n\tb', isMark: false }]);
  });

  it('take nothing else away', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const plain = shownParts(text)
          .map((part) =>
            part.isMark ? String.fromCodePoint(Number.parseInt(part.text.slice(2), 16)) : part.text,
          )
          .join('');
        expect(plain).toBe(text);
      }),
    );
  });
});

describe('“6.62 GB” that became 662', () => {
  it.each([
    ['6.62 GB', 6_620_000_000],
    ['6.5 GiB', 6_979_321_856],
    ['6,62 GB', 6_620_000_000],
    ['6.62gb', 6_620_000_000],
    ['2 G', 2_000_000_000],
    ['512MiB', 536_870_912],
    ['6,938,078,334', 6_938_078_334],
    ['6 938 078 334 bytes', 6_938_078_334],
    ['1.234.567.890', 1_234_567_890],
    ['0', 0],
    [' 42 B ', 42],
  ])('%s is %i bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each(['', 'large', '6.62', '-5', '1e9', '6.62 XB', '6..5 GB', '5 GB 3', '9999999 TB'])(
    '%j is no size, rather than another one',
    (text) => {
      expect(parseSize(text)).toBeNull();
    },
  );

  it.each([
    ['7B', 7e9],
    ['8.03b', 8.03e9],
    ['770M', 770e6],
    ['7,000,000,000', 7e9],
    ['seven', null],
    ['-5', null],
    ['7.5', null],
  ])('%s parameters are %s', (text, count) => {
    expect(parseParameters(text)).toBe(count);
  });
});

describe('names that objects have by themselves', () => {
  it.each(['__proto__', 'constructor', 'toString'])('find nothing: %s', (name) => {
    expect(ownValue({}, name)).toBeUndefined();
    expect(getValueAt({}, [name])).toBeUndefined();
    expect(typeof categoryLabel(name)).toBe('string');
    expect(parseSearch(`?${name}=x&name=y`).name).toBe('y');
    expect(Object.entries(parseSearch(`?${name}=x`))).toEqual([[name, 'x']]);
  });
});

describe('tags that were cut without a word', () => {
  it('are as many as fit, and how many more', () => {
    expect(selectFittingItems(['realistic', 'photo', 'portrait', 'landscape'], 28)).toEqual({
      shown: ['realistic', 'photo'],
      more: 2,
    });
    expect(selectFittingItems(['a', 'b'], 28)).toEqual({ shown: ['a', 'b'], more: 0 });
    expect(selectFittingItems(['x'.repeat(80), 'b'], 28)).toEqual({ shown: ['x'.repeat(80)], more: 1 });
  });
});

describe('usage that was sorted lowest first', () => {
  const column = { id: 'usage', label: 'Usage', width: '', value: () => 1 };

  it('begins with the highest; names begin with a', () => {
    const usage = { ...column, highestFirst: true };
    const clicks = (of: typeof column) => {
      const first = nextSort(of, null);
      const second = nextSort(of, first);
      return [first, second, nextSort(of, second)];
    };
    const [up, down] = [
      { id: 'usage', desc: false },
      { id: 'usage', desc: true },
    ];
    expect(clicks(usage)).toEqual([down, up, null]);
    expect(clicks(column)).toEqual([up, down, null]);
  });
});

describe('a group of one model', () => {
  it('is nothing to look at', () => {
    const group = (group_name: string, issue_type: string) => ({
      group_name,
      aliases: [],
      family_name: null,
      health_issues: [{ group_name, issue_type, severity: 'warning', message: '' }],
    });
    const groups = [group('one', 'singleton_group'), group('odd', 'inconsistent_nsfw')] as never[];
    expect(filterGroups(groups, { issue: 'any' })).toEqual([groups[1]]);
    expect(filterGroups(groups, { issue: 'none' })).toEqual([groups[0]]);
    expect(filterGroups(groups, { issue: 'singleton_group' })).toEqual([groups[0]]);
  });
});
