import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/kernel/json.ts';
import { createKnownModels, keysOfModel } from '../../../../../src/modules/catalog/known-models.ts';
import { lint } from '../../../../../src/modules/queue/findings/rules.ts';
import { uncheckedAddress } from '../../../../../src/records/files/address-state.ts';
import { baselines } from '../../../../support/categories.ts';

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
  createKnownModels(
    'clip',
    [
      { name: 'ViT', record: withFiles(file(good('vit'), sha('a'))) },
      { name: 'Twin', record: withFiles(file(good('twin'), sha('A')), file(good('twin-2'), sha('a'))) },
      // What public records say where nobody knows the hash.
      { name: 'Unhashed', record: withFiles(file(good('u'), 'FIXME', { file_name: 'u' })) },
    ].map((model) => keysOfModel(model)),
  ),
  createKnownModels('blip', [keysOfModel({ name: 'ViT', record: withFiles(file(good('blip'), sha('b'))) })]),
];

const inOrder = withFiles(file(good('x'), sha('c')));

const against = {
  knownModels: known,
  baselines,
  preferredHosts: ['huggingface.co', 'Files.Example.org:8443'],
  sameProposals: [],
};

function findings(record: JsonObject, more: { category?: string; name?: string; live?: JsonObject } = {}) {
  const { category = 'clip', name = 'new', live = null } = more;
  return lint({ ...against, category, name, record, live }).map(
    ({ rule, field_path, message }) => `${rule} ${field_path}: ${message}`,
  );
}

test('files that wait for their first look are told of, in one finding, as long as the proposal waits', () => {
  const record = withFiles(
    file(good('seen'), sha('c')),
    file('ftp://nobody.looks/there', sha('d')),
    ...Array.from({ length: 99 }, (_, at) => file(good(`new-${at}`), sha('e'))),
  );
  const addressState = (url: string) =>
    url === good('seen') ? { ...uncheckedAddress, checked_at: 1 } : uncheckedAddress;
  const told = (more: object) =>
    lint({ ...against, category: 'clip', name: 'new', record, live: null, addressState, ...more }).filter(
      ({ rule }) => rule === 'file_not_looked_at',
    );
  expect(told({})).toEqual([]);
  expect(told({ awaitsFileChecks: true })).toEqual([
    {
      rule: 'file_not_looked_at',
      severity: 'note',
      field_path: 'config.download.2.file_url',
      message: `99 of 100 files have not been checked yet; the first of them is ${good('new-0')}.`,
    },
  ]);
  expect(told({ awaitsFileChecks: true, record: null })).toEqual([]);
});

test.each([
  [
    ['m-00001-of-00003.safetensors', 'm-00003-of-00003.safetensors'],
    [
      "missing_shard config.download.0.file_name: The model of 'm-00001-of-00003.safetensors' is in several files, and these are missing: 2.",
    ],
  ],
  [['m-00001-of-00002.safetensors', 'm-00002-of-00002.safetensors'], []],
  [
    ['m.zip'],
    [
      "unloadable_file config.download.0.file_name: 'm.zip' ends in .zip: no worker loads an archive, a page or a program.",
    ],
  ],
])('files named %j', (names, told) => {
  const record = withFiles(...names.map((file_name, at) => file(good('x'), sha(String(at)), { file_name })));
  expect(findings(record).filter((each) => /^(missing_shard|unloadable)/.test(each))).toEqual(told);
});

test('an address that expires is told of, with its date where it says one, and without its signature', () => {
  const policy = btoa('{"Statement":[{"Condition":{"DateLessThan":{"AWS:EpochTime":1800000000}}}]}');
  const inAmz = '(X-Amz-Signature).';
  const expiring: [address: string, query: string, told: string][] = [
    [
      'https://b.s3.amazonaws.com/x',
      'X-Amz-Signature=SIGNED&X-Amz-Date=20270203T040506Z&X-Amz-Expires=3600',
      `on 2027-02-03: it stops working after 2027-02-03 05:05 UTC ${inAmz}`,
    ],
    [
      'https://a.r2.cloudflarestorage.com/x',
      'x-amz-expires=60&x-amz-date=20270203T235959Z&x-amz-signature=SIGNED',
      `on 2027-02-04: it stops working after 2027-02-04 00:00 UTC ${inAmz}`,
    ],
    [
      'https://storage.googleapis.com/x',
      'X-Goog-Signature=SIGNED&X-Goog-Date=20270203T040506Z&X-Goog-Expires=60',
      'on 2027-02-03: it stops working after 2027-02-03 04:06 UTC (X-Goog-Signature).',
    ],
    [
      'https://a.cloudfront.net/x',
      'Expires=1800000000&Signature=SIGNED&Key-Pair-Id=K',
      'on 2027-01-15: it stops working after 2027-01-15 08:00 UTC (Signature).',
    ],
    [
      'https://a.cloudfront.net/x',
      `Policy=${policy.replaceAll('=', '_')}&Signature=SIGNED&Key-Pair-Id=K`,
      'on 2027-01-15: it stops working after 2027-01-15 08:00 UTC (Signature).',
    ],
    [
      'https://a.blob.core.windows.net/x',
      'sv=2024-05-04&se=2027-02-03&sig=SIGNED',
      'on 2027-02-03: it stops working after 2027-02-03 00:00 UTC (sig).',
    ],
    [
      'https://a.blob.core.windows.net/x',
      'sv=2024-05-04&si=policy&sig=SIGNED',
      ': it is signed for a limited time that it does not state (sig).',
    ],
    [
      'https://b.s3.amazonaws.com/x',
      'X-Amz-Signature=SIGNED&X-Amz-Date=%2B275760-09-13&X-Amz-Expires=99999999999',
      `: it is signed for a limited time that it does not state ${inAmz}`,
    ],
  ];
  const all = expiring.map(([address, query]) => file(`${address}?${query}`, sha('c')));
  const lasting = ['expires=1800000000&policy=none&signature=', 'sig=fp16', 'Expires=1'].map((query) =>
    file(`https://a.example/x?${query}`, sha('c')),
  );
  const record = {
    homepage: 'https://a.example/?sig=SIGNED&se=2027-02-03',
    ...withFiles(...all, ...lasting),
  };
  const found = findings(record).filter((each) => each.startsWith('expiring_url'));
  expect(found).toEqual([
    ...expiring.map(([address, , told], at) => {
      const space = told.startsWith(':') ? '' : ' ';
      return `expiring_url config.download.${at}.file_url: '${address}' expires${space}${told}`;
    }),
    "expiring_url homepage: 'https://a.example/' expires on 2027-02-03: it stops working after 2027-02-03 00:00 UTC (sig).",
  ]);
});

describe('a finding', () => {
  test.each([[{}], [{ config: { download: 'odd' } }], [{ config: { download: [null, 'odd'] } }]])(
    'is made of a record without files, %j, where other models have some',
    (record) => {
      const none = 'no_file config.download: The record names no file; other models of the category do.';
      expect(findings(record)).toEqual([none]);
      expect(findings(record, { category: 'blip' })).toEqual([none]);
      // Of itself it is no other.
      expect(findings(record, { category: 'blip', name: 'ViT' })).toEqual([]);
      expect(findings(record, { category: 'gfpgan' })).toEqual([]);
    },
  );

  test('is made of the last file that goes, wherever', () => {
    const live = withFiles(file(good('x'), sha('c')), file(good('y'), sha('d')));
    for (const category of ['clip', 'gfpgan'])
      expect(findings({}, { category, live })).toEqual([
        'no_file config.download: The change removes the last file of the model: the live record has 2.',
      ]);
  });

  describe('of another hash under the same address', () => {
    const live = withFiles(file(good('x'), sha('c')));
    const changed = (...files: JsonObject[]) =>
      findings(withFiles(...files), { live }).filter((each) => each.startsWith('same_address_other_hash'));
    const told = (hash: string, at = 0) => [
      `same_address_other_hash config.download.${at}.sha256sum: '${good('x')}' has the SHA-256 ${sha('c')} in the live record, and ${hash} in this change.`,
    ];

    test.each([
      ['another', file(good('x'), sha('d')), told(sha('d'))],
      ['another in upper case and among blanks', file(good('x'), ` ${sha('D')}\n`), told(sha('D'))],
      ['none any more', file(good('x'), 'FIXME'), told('none')],
      [
        'at the address with blanks, a fragment, characters that cannot be seen',
        file(`\u200B${good('x')}#a `, sha('d')),
        [told(sha('d'))[0]?.replace("/x'", "/x#a'")],
      ],
      ['stored under another name', file(good('x'), sha('d'), { file_name: 'g' }), told(sha('d'))],
      ['the same', file(good('x'), sha('C')), []],
      ['another address', file(good('y'), sha('d')), []],
    ])('%s', (_what, proposed, expected) => {
      expect(changed(proposed)).toEqual(expected);
    });

    test('wherever in the list it stands now', () => {
      expect(changed(file(good('y'), sha('e')), file(good('x'), sha('d')))).toEqual(told(sha('d'), 1));
    });

    test('not where the live record has none, nor where two files of one address are told apart by their names', () => {
      const unhashed = withFiles(file(good('x'), 'FIXME'));
      expect(findings(withFiles(file(good('x'), sha('d'))), { live: unhashed })).toEqual([]);
      const two = (one: string, other: string) =>
        withFiles(file(good('x'), one, { file_name: 'one' }), file(good('x'), other, { file_name: 'other' }));
      const before = two(sha('c'), sha('d'));
      expect(findings(two(sha('c'), sha('d')), { live: before })).toEqual([]);
      expect(findings(two(sha('d'), sha('c')), { live: before })).toHaveLength(2);
    });
  });

  test.each([
    [file(` ${good('x')}`, sha('c')), 'file_url', ` ${good('x')}`, 'begins or ends with a blank'],
    [file(good('x'), `${sha('c')}\n`), 'sha256sum', `${sha('c')}\n`, 'begins or ends with a blank'],
    [file(good('x'), `\t${sha('c')}`), 'sha256sum', `\t${sha('c')}`, 'begins or ends with a blank'],
    [
      file(good('x'), `${sha('c')}\u00A0`),
      'sha256sum',
      `${sha('c')}\u00A0`,
      'begins or ends with a blank, and has invisible characters: U+00A0',
    ],
    [
      file(`${good('x')}\u200B`, sha('c')),
      'file_url',
      `${good('x')}\u200B`,
      'has invisible characters: U+200B',
    ],
    [
      file(good('x'), `\uFEFF${sha('c')}`),
      'sha256sum',
      `\uFEFF${sha('c')}`,
      'begins or ends with a blank, and has invisible characters: U+FEFF',
    ],
    [file(good('x'), sha('C')), 'sha256sum', sha('C'), 'has upper case'],
    [file(good('x'), sha('c'), { file_name: 'f ' }), 'file_name', 'f ', 'begins or ends with a blank'],
  ])('is made of what is not as it is compared: %j', (proposed, field, value, why) => {
    const found = findings(withFiles(proposed));
    expect(found).toEqual([
      `not_normal config.download.0.${field}: ${JSON.stringify(value)} ${why}: workers may read it as a different text.`,
    ]);
  });

  test('sees what is shared behind blanks and characters that cannot be seen', () => {
    const rules = findings(withFiles(file(`\u200B${good('vit')} `, `${sha('a')}\u2060 `))).map(
      (each) => each.split(' ')[0],
    );
    expect(rules).toEqual(['not_normal', 'not_normal', 'shared_sha256', 'shared_url']);
  });

  test.each([
    [
      'a missing sha256',
      withFiles(file(good('x'), 'FIXME'), file(good('y'), ''), { file_url: good('z') }),
      [0, 1, 2].map(
        (n) =>
          `missing_sha256 config.download.${n}.sha256sum: The file has no SHA-256: downloads cannot be verified.`,
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
        `not_normal config.download.1.sha256sum: "${sha('A')}" has upper case: workers may read it as a different text.`,
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
        `file_name_too_long config.download.1.file_name: '${'é'.repeat(40)}…' in the file name has 202 bytes: use at most 200, the longest name that all file systems take.`,
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
        "file_name_clash config.download.2.file_name: The file 'A' cannot be stored beside that of config.download.0, which has the same name and different content.",
        "file_name_clash config.download.3.file_name: The file 'a/b' cannot be stored beside 'a' of config.download.0, because one needs a folder with the name of the other.",
        "file_name_clash config.download.5.file_name: The file 'caf\u00e9' cannot be stored beside 'cafe\u0301/b' of config.download.4, because one needs a folder with the name of the other.",
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
    const models = ['clip', 'blip'].map((category) => createKnownModels(category, [keysOfModel(live)]));
    const clashes = (name: string, file_name: string, sha256sum: string, of = models) => {
      const record = withFiles(file(good('x'), sha256sum, { file_name }));
      const proposal = { ...against, category: 'clip', name, record, live: null, knownModels: of };
      return lint(proposal).flatMap(({ rule, message }) => (rule === 'file_name_clash' ? [message] : []));
    };
    expect([
      clashes('new', 'DIR/live.pt', sha('3')),
      clashes('new', 'dir', sha('3')),
      clashes('new', 'dir/live.pt/deeper/x', sha('3')),
    ]).toEqual([
      [
        "The file 'DIR/live.pt' cannot be stored beside that of 'Live' (clip), which has the same name and different content.",
      ],
      [
        "The file 'dir' cannot be stored beside a file of 'Live' (clip), because one needs a folder with the name of the other.",
      ],
      [
        "The file 'dir/live.pt/deeper/x' cannot be stored beside a file of 'Live' (clip), because one needs a folder with the name of the other.",
      ],
    ]);
    expect(clashes('new', 'dir/live.pt', sha('2').toUpperCase())).toEqual([]);
    expect(clashes('Live', 'dir/live.pt', sha('3'))).toEqual([]);
    expect(clashes('new', 'dir/other.pt', sha('3'))).toEqual([]);
    expect(clashes('new', 'dir', sha('3'), models.slice(1))).toEqual([]);
  });

  test('is made of a name that differs only by case, in the same category', () => {
    expect(findings(inOrder, { name: 'vIt' })).toEqual([
      "name_differs_by_case name: 'vIt' differs only by case from 'ViT'.",
    ]);
    expect(findings(inOrder, { name: 'ViT' })).toEqual([]);
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

  test('is made of each scheduler that image workers do not know', () => {
    const record = { ...inOrder, requirements: { schedulers: ['karras', 'Karras', 'turbo'] } };
    const known =
      'normal, karras, exponential, sgm_uniform, simple, ddim_uniform, beta, linear_quadratic, kl_optimal, align_your_steps, gits';
    expect(findings(record, { category: 'image_generation' })).toEqual(
      ['Karras', 'turbo'].map(
        (name) =>
          `unknown_scheduler requirements.schedulers: '${name}' is not a known scheduler. Known: ${known}`,
      ),
    );
    expect(findings(record)).toEqual([]);
  });

  test('is one of at most 50', () => {
    const files = Array.from({ length: 100 }, (_, n) => file(`http://h/${n}`, 'FIXME'));
    expect(findings(withFiles(...files))).toHaveLength(50);
  });
});
