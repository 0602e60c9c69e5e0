import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { abilitiesOf } from '../../console/src/api/abilities.ts';
import { formatSort, parseSort, sortRows } from '../../console/src/parts/columns.ts';
import { formatCsvCell, toCsv } from '../../console/src/parts/export-file.ts';
import { formatAge, formatBytes, formatParameters } from '../../console/src/parts/format.ts';
import { bytesOf, checksumState, minimumMemory, webHost } from '../../console/src/parts/model-facts.ts';
import { parseSearch, stringifySearch } from '../../console/src/search-params.ts';

describe('the state of a page in its URL', () => {
  it('comes back as it was written, whatever the texts hold', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(fc.record({ name: texts, tag: fc.array(texts, { minLength: 2 }) }), (search) => {
        expect(parseSearch(stringifySearch(search))).toEqual(search);
      }),
    );
  });

  it('is short and readable', () => {
    expect(
      stringifySearch({ name: 'org/Model 7B', q: '', nsfw: undefined, variants: true, tag: ['a', 'b'] }),
    ).toBe('?name=org/Model+7B&variants=1&tag=a&tag=b');
    expect(stringifySearch({})).toBe('');
  });
});

describe('sorting', () => {
  const columns = [
    { id: 'size', label: 'Size', width: '', value: (row: { size?: number | string }) => row.size },
  ];
  const rows = [{ size: '13B' }, {}, { size: '7b' }, { size: '' }, { size: '7B' }];

  it('orders texts as people do, keeps ties in place, and puts missing values last both ways', () => {
    const sorted = (desc: boolean) =>
      sortRows(rows, columns, { id: 'size', desc }).map((row) => rows.indexOf(row));
    expect([sorted(false), sorted(true)]).toEqual([
      [2, 4, 0, 1, 3],
      [0, 2, 4, 1, 3],
    ]);
  });

  it('leaves the stored order when there is no such column', () => {
    expect(sortRows(rows, columns, { id: 'gone', desc: false })).toBe(rows);
    expect(sortRows(rows, columns, null)).toBe(rows);
  });

  it.each(['size', '-size'])('reads and writes %s', (text) => {
    expect(formatSort(parseSort(text))).toBe(text);
  });
});

describe('CSV', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    [undefined, ''],
    [-5, '-5'],
    [['a', 'b'], 'a;b'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ])('writes %j as %s', (value, text) => {
    expect(formatCsvCell(value)).toBe(text);
  });

  it('has a header and CRLF line ends', () => {
    expect(toCsv(['name', 'size'], [['a', 1]])).toBe('name,size\r\na,1\r\n');
  });
});

describe('facts of a record', () => {
  it.each([
    ['https://huggingface.co/x', 'huggingface.co'],
    ['http://host:81/x', 'host:81'],
    ['javascript:alert(1)', undefined],
    ['FIXME', undefined],
    ['', undefined],
  ])('the host of %j is %j', (address, host) => {
    expect(webHost(address)).toBe(host);
  });

  it.each([
    [undefined, 'missing'],
    ['FIXME', 'missing'],
    ['abc', 'malformed'],
    ['5A'.repeat(32), 'ok'],
  ] as const)('the checksum %j is %s', (sum, state) => {
    expect(checksumState(sum)).toBe(state);
  });

  it('takes the size of the files when each says its own, else that of the record', () => {
    const record = (download: { size_bytes?: number }[]) => ({
      category: 'clip',
      name: 'm',
      record: { record_type: 'clip', name: 'm', size_on_disk_bytes: 9, config: { download } } as never,
    });
    expect(bytesOf(record([{ size_bytes: 1 }, { size_bytes: 2 }]))).toBe(3);
    expect(bytesOf(record([{ size_bytes: 1 }, {}]))).toBe(9);
    expect(bytesOf(record([]))).toBe(9);
  });
});

const gib3 = 3 * 2 ** 30;
const seen = { field_path: 'config.download.0', seen: { size_bytes: 2 ** 31 } };
test.each([
  [[['a.safetensors', gib3], ['b.gguf'], ['c.ckpt', 2 ** 40]], [], gib3 - 2 ** 20],
  [[['a.SFT', gib3]], [seen], 2 ** 31 - 2 ** 20],
  [[['a.safetensors', 2 ** 20]], [], undefined],
  [[['a.zip', 2 ** 40]], [], undefined],
] as const)('the least memory of %j, where hosts state %j', (files, known, least) => {
  const downloads = files.map(([name, size_bytes]) => ({
    file_url: `https://a.example/${name}?x`,
    size_bytes,
  }));
  expect(minimumMemory(downloads as never, known as never)).toBe(least);
});

describe('numbers as people read them', () => {
  it('writes sizes, parameter counts and ages', () => {
    expect([0, 1023, 5_672_748_956].map((bytes) => formatBytes(bytes))).toEqual(['0 B', '1023 B', '5.3 GiB']);
    expect([12_200_000_000, 560_000_000, 124].map(formatParameters)).toEqual(['12.2B', '560M', '124']);
    expect([formatAge(0, 59), formatAge(0, 7200), formatAge(100, 100)]).toEqual([
      '59 seconds ago',
      '2 hours ago',
      'now',
    ]);
  });
});

describe('what a deployment can do', () => {
  const of = (replicate_mode: 'PRIMARY' | 'REPLICA', canonical_format: 'v2' | 'legacy') =>
    abilitiesOf({ replicate_mode, canonical_format, writable: replicate_mode === 'PRIMARY' });

  it('is everything on a primary with the current format', () => {
    expect(of('PRIMARY', 'v2')).toMatchObject({ canPropose: true, canReview: true, limits: null });
  });

  it('is reviewing on a primary with the legacy format, and reading on a replica, with the reason', () => {
    expect(of('PRIMARY', 'legacy')).toMatchObject({ canPropose: false, canReview: true });
    expect(of('PRIMARY', 'legacy').limits?.title).toContain('legacy');
    expect(of('REPLICA', 'v2')).toMatchObject({ canPropose: false, canReview: false });
    expect(of('REPLICA', 'v2').limits?.title).toContain('read-only');
  });

  it('is nothing, and no complaint, before the service has said what it is', () => {
    const none = { deployment: null, canPropose: false, canReview: false, limits: null };
    expect(abilitiesOf(null)).toEqual(none);
  });
});
