import { describe, expect, test } from 'vitest';
import { unseen } from '../../../../src/registry/files/address-state.ts';
import { keysOfModels, knownModels } from '../../../../src/registry/findings/known-models.ts';
import { lint } from '../../../../src/registry/findings/lint.ts';
import type { JsonObject } from '../../../../src/registry/json.ts';

const sha = (digit: string) => digit.repeat(64);
let files = 0;
const file = (file_url: string, sha256sum: string, more: JsonObject = {}) => ({
  file_name: `f${++files}`,
  file_url,
  sha256sum,
  ...more,
});
const good = (name: string) => `https://huggingface.co/o/r/resolve/main/${name}`;
const withFiles = (...download: JsonObject[]): JsonObject => ({ config: { download } });

const known = [
  knownModels('clip', [
    keysOfModels([
      { name: 'ViT', record: withFiles(file(good('vit'), sha('a'))) },
      { name: 'Twin', record: withFiles(file(good('twin'), sha('A')), file(good('twin-2'), sha('a'))) },
      // What public records say where nobody knows the hash.
      { name: 'Unhashed', record: withFiles(file(good('u'), 'FIXME', { file_name: 'u' })) },
    ]),
  ]),
  knownModels('blip', [keysOfModels([{ name: 'ViT', record: withFiles(file(good('blip'), sha('b'))) }])]),
];

function findings(record: JsonObject, more: { name?: string; live?: JsonObject } = {}) {
  const { name = 'new', live = null } = more;
  const preferredHosts = ['huggingface.co', 'Files.Example.org:8443'];
  return lint({ category: 'clip', name, record, live, known, preferredHosts, sameProposals: [] }).map(
    ({ rule, field_path, message }) => `${rule} ${field_path}: ${message}`,
  );
}

test('files that wait for their first look are told of, in one finding, as long as the proposal waits', () => {
  const record = withFiles(
    file(good('seen'), sha('c')),
    file('ftp://nobody.looks/there', sha('d')),
    ...Array.from({ length: 99 }, (_, at) => file(good(`new-${at}`), sha('e'))),
  );
  const addressState = (url: string) => (url === good('seen') ? { ...unseen, checked_at: 1 } : unseen);
  const told = (more: object) =>
    lint({
      category: 'clip',
      name: 'new',
      record,
      live: null,
      known,
      preferredHosts: ['huggingface.co'],
      sameProposals: [],
      addressState,
      ...more,
    }).filter(({ rule }) => rule === 'file_not_looked_at');
  expect(told({})).toEqual([]);
  expect(told({ awaitsLooks: true })).toEqual([
    {
      rule: 'file_not_looked_at',
      severity: 'note',
      field_path: 'config.download.2.file_url',
      message: `Not looked at yet: 99 of 100 files; the first of them is ${good('new-0')}.`,
    },
  ]);
  expect(told({ awaitsLooks: true, record: null })).toEqual([]);
});

describe('a finding', () => {
  test('is not made of a record that is in order, nor of one without files', () => {
    expect(findings(withFiles(file(good('x'), sha('c'))))).toEqual([]);
    expect(findings({})).toEqual([]);
    expect(findings({ config: { download: 'odd' } })).toEqual([]);
    expect(findings({ config: { download: [null, 'odd'] } })).toEqual([]);
  });

  test.each([
    [
      'a missing sha256',
      withFiles(file(good('x'), 'FIXME'), file(good('y'), ''), { file_url: good('z') }),
      [0, 1, 2].map(
        (n) =>
          `missing_sha256 config.download.${n}.sha256sum: The file has no SHA-256: nobody can tell whether a download is the right one.`,
      ),
    ],
    [
      'a malformed sha256',
      withFiles(file(good('x'), 'abc')),
      [
        "malformed_sha256 config.download.0.sha256sum: 'abc' is not a SHA-256: it has 3 hexadecimal digits instead of 64.",
      ],
    ],
    [
      'a sha256 that other models have, in any category and case',
      withFiles(file(good('x'), sha('b')), file(good('y'), sha('A'))),
      [
        `shared_sha256 config.download.0.sha256sum: The file ${sha('b')} is also that of 'ViT' (blip).`,
        `shared_sha256 config.download.1.sha256sum: The file ${sha('A')} is also that of 'ViT' (clip), 'Twin' (clip).`,
      ],
    ],
    [
      'a URL that another model has',
      withFiles(file(good('vit'), sha('c'))),
      [
        "shared_url config.download.0.file_url: 'https://huggingface.co/o/r/resolve/main/vit' is also a download of 'ViT' (clip).",
      ],
    ],
    [
      'a file name with a part of more than 200 bytes, however few characters these are',
      withFiles(
        file(good('x'), sha('c'), { file_name: `${'n'.repeat(200)}/${'n'.repeat(199)}.` }),
        file(good('y'), sha('d'), { file_name: `x/${'é'.repeat(101)}/y` }),
      ),
      [
        `file_name_too_long config.download.1.file_name: '${'é'.repeat(40)}…' in the file name has 202 bytes: keep to 200, or some disks have no place for it.`,
      ],
    ],
    [
      'names of its own files of which no folder has place for both',
      withFiles(
        file(good('v'), sha('c'), { file_name: 'a' }),
        file(good('w'), sha('c'), { file_name: 'a' }),
        file(good('x'), sha('d'), { file_name: 'A' }),
        file(good('y'), sha('e'), { file_name: 'a/b' }),
        file(good('z'), sha('f'), { file_name: 'cafe\u0301/b' }),
        file(good('z1'), sha('1'), { file_name: 'caf\u00e9' }),
      ),
      [
        "file_name_clash config.download.2.file_name: The file 'A' cannot be beside that of config.download.0, which has the same name and other bytes.",
        "file_name_clash config.download.3.file_name: The file 'a/b' cannot be beside 'a' of config.download.0, where one needs a folder of the other's name.",
        "file_name_clash config.download.5.file_name: The file 'caf\u00e9' cannot be beside 'cafe\u0301/b' of config.download.4, where one needs a folder of the other's name.",
      ],
    ],
    [
      'http',
      withFiles(file('HTTP://huggingface.co/o/r/resolve/main/x', sha('c'))),
      [
        "insecure_url config.download.0.file_url: 'HTTP://huggingface.co/o/r/resolve/main/x' is fetched over http: use https.",
      ],
    ],
    [
      'what is no address',
      withFiles(file('huggingface.co/x', sha('c')), file('', sha('d')), file('ftp://h/x', sha('e'))),
      ['huggingface.co/x', '', 'ftp://h/x'].map(
        (url, n) =>
          `unusable_url config.download.${n}.file_url: '${url}' is not an absolute http or https URL.`,
      ),
    ],
    [
      'a host that is not preferred, nor within one that is',
      withFiles(
        file('https://cdn.huggingface.co/x', sha('c')),
        file('https://files.example.org:8443/x', sha('d')),
        file('https://files.example.org/x', sha('e')),
        file('https://nothuggingface.co/x', sha('f')),
        file('https://huggingface.co.example.org/x', sha('1')),
      ),
      ['files.example.org', 'nothuggingface.co', 'huggingface.co.example.org'].map(
        (host, n) =>
          `host_not_preferred config.download.${n + 2}.file_url: The host ${host} is not one of the preferred ones: huggingface.co, Files.Example.org:8443.`,
      ),
    ],
  ])('is made of %s', (_what, record, expected) => {
    expect(findings(record)).toEqual(expected);
  });

  test('is made of a file name that a live model of the category needs for something else', () => {
    const live = { name: 'Live', record: withFiles(file(good('l'), sha('2'), { file_name: 'dir/live.pt' })) };
    const models = ['clip', 'blip'].map((category) => knownModels(category, [keysOfModels([live])]));
    const clashes = (name: string, file_name: string, sha256sum: string, of = models) => {
      const record = withFiles(file(good('x'), sha256sum, { file_name }));
      const proposal = {
        category: 'clip',
        name,
        record,
        live: null,
        known: of,
        preferredHosts: [],
        sameProposals: [],
      };
      return lint(proposal).flatMap(({ rule, message }) => (rule === 'file_name_clash' ? [message] : []));
    };
    expect([
      clashes('new', 'DIR/live.pt', sha('3')),
      clashes('new', 'dir', sha('3')),
      clashes('new', 'dir/live.pt/deeper/x', sha('3')),
    ]).toEqual([
      [
        "The file 'DIR/live.pt' cannot be beside that of 'Live' (clip), which has the same name and other bytes.",
      ],
      [
        "The file 'dir' cannot be beside a file of 'Live' (clip), where one needs a folder of the other's name.",
      ],
      [
        "The file 'dir/live.pt/deeper/x' cannot be beside a file of 'Live' (clip), where one needs a folder of the other's name.",
      ],
    ]);
    expect(clashes('new', 'dir/live.pt', sha('2').toUpperCase())).toEqual([]);
    expect(clashes('Live', 'dir/live.pt', sha('3'))).toEqual([]);
    expect(clashes('new', 'dir/other.pt', sha('3'))).toEqual([]);
    expect(clashes('new', 'dir', sha('3'), models.slice(1))).toEqual([]);
  });

  test('is made of a name that differs only by case, in the same category', () => {
    expect(findings({}, { name: 'vIt' })).toEqual([
      "name_differs_by_case name: 'vIt' differs only by case from 'ViT'.",
    ]);
    expect(findings({}, { name: 'ViT' })).toEqual([]);
  });

  test('is not made of what the model itself has already', () => {
    expect(findings(withFiles(file(good('twin'), sha('a'))), { name: 'Twin' })).toEqual([
      `shared_sha256 config.download.0.sha256sum: The file ${sha('a')} is also that of 'ViT' (clip).`,
    ]);
  });

  test.each([
    [{ size_on_disk_bytes: 100 }, { size_on_disk_bytes: 201 }, true],
    [{ size_on_disk_bytes: 100 }, { size_on_disk_bytes: 200 }, false],
    [{ size_on_disk_bytes: 100 }, { size_on_disk_bytes: 50 }, false],
    [{ size_on_disk_bytes: 100 }, { size_on_disk_bytes: 49 }, true],
    [{ size_on_disk_bytes: 100 }, {}, false],
    [{ size_on_disk_bytes: 0 }, { size_on_disk_bytes: 49 }, false],
    [
      withFiles(file(good('x'), sha('c'), { size_bytes: 10 }), file(good('y'), sha('d'), { size_bytes: 10 })),
      withFiles(file(good('x'), sha('c'), { size_bytes: 50 })),
      true,
    ],
    [
      withFiles(file(good('x'), sha('c'), { size_bytes: 10 }), file(good('y'), sha('d'))),
      withFiles(file(good('x'), sha('c'), { size_bytes: 50 })),
      false,
    ],
  ])('of the size: from %j to %j: %s', (live, record, found) => {
    const sizes = findings(record, { live }).filter((each) => each.startsWith('size_change'));
    expect(sizes).toHaveLength(found ? 1 : 0);
  });

  test('is one of at most 50', () => {
    const files = Array.from({ length: 100 }, (_, n) => file(`http://h/${n}`, 'FIXME'));
    expect(findings(withFiles(...files))).toHaveLength(50);
  });
});
