import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSettings, settingRows } from '../../../src/app/settings.ts';
import { settingsMarkdown } from '../../../src/settings/markdown.ts';
import { removedSettings, SettingsError, variableNames } from '../../../src/settings/read-settings.ts';
import { createSettings, listOfRows } from '../../../src/settings/row.ts';
import type { Settings } from '../../../src/settings/settings.ts';

const primary = { MODELREF_REPLICATE_MODE: 'PRIMARY' };

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

test('without anything but the mode, the documented defaults hold', () => {
  const { settings, shown, ignored } = readSettings(primary);
  expect(ignored).toEqual([]);
  expect(shown.filter(({ source }) => source !== null)).toEqual([
    { name: 'REPLICATE_MODE', value: 'PRIMARY', source: 'MODELREF_REPLICATE_MODE' },
  ]);
  expect(settings).toEqual({
    ...createSettings(settingRows, (row) => row.default),
    replicateMode: 'PRIMARY',
  });
  expect(settings).toMatchObject({ port: 19_800, usageUrl: null, approvals: 1 });
  expect(Object.isFrozen(settings)).toBe(true);
  expect(Object.isFrozen(settings.textGithubRepo)).toBe(true);
});

const rows = listOfRows(settingRows);

test('no two settings have one variable', () => {
  const names = rows.flatMap(variableNames);
  expect(new Set(names).size).toBe(names.length);
});

describe('the documented default may be given as well', () => {
  const written = rows.filter(
    (row) => row.defaultText === undefined && row.kind.show(row.default) !== '(none)',
  );
  test.each(written)('$name', (row) => {
    const text = row.kind.show(row.default);
    for (const variable of variableNames(row)) {
      const { settings, shown } = readSettings({ ...primary, [variable]: text });
      expect(settings).toEqual(readSettings(primary).settings);
      expect(shown).toContainEqual({ name: row.name, value: text, source: variable });
    }
  });
});

const images = { owner: 'Haidra-Org', name: 'AI-Horde-image-model-reference', branch: 'main' };
const texts = { ...images, name: 'AI-Horde-text-model-reference' };
const hook = { url: 'https://hook.example/x', secret: '0123456789abcdef' };
const discordHook = 'https://discord.com/api/webhooks/1122334455/Secret-of_16chars';
const bridged = { kind: 'text', url: 'https://git.example/t.git' } as const;

/** One variable, one text for it, and what the settings then say. */
const given: [name: string, text: string, Partial<Settings>][] = [
  ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
  ['HOST', '::1', { host: '::1' }],
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65535 }],
  ['BASE_PATH', '/registry/api/', { basePath: '/registry/api' }],
  ['BASE_PATH', '/', { basePath: '' }],
  ['DATABASE_URL', 'sqlite:/var/lib/m.db', { databaseUrl: 'sqlite:/var/lib/m.db' }],
  ['DATABASE_URL', 'postgres://u:p@h:5432/n', { databaseUrl: 'postgres://u:p@h:5432/n' }],
  ['REPLICATE_MODE', 'replica', { replicateMode: 'REPLICA' }],
  ['CANONICAL_FORMAT', 'LEGACY', { canonicalFormat: 'legacy' }],
  ['CANONICAL_FORMAT', 'V2', { canonicalFormat: 'v2' }],
  ['EXTRA_CATEGORIES', 'ControlNet_Annotator', { extraCategories: ['controlnet_annotator'] }],
  ['PENDING_QUEUE__ENABLED', 'no', { queueEnabled: false }],
  ['PENDING_QUEUE__REQUESTOR_IDS', '["1", "22"]', { requestorIds: ['1', '22'] }],
  ['PENDING_QUEUE__REQUESTOR_IDS', '1, 22,', { requestorIds: ['1', '22'] }],
  ['PENDING_QUEUE__APPROVER_IDS', '[6]', { approverIds: ['6'] }],
  ['REVIEW_POLICY', 'Four_Eyes', { reviewPolicy: 'four_eyes' }],
  ['APPLY_CONFLICTS', 'reject', { applyConflicts: 'reject' }],
  ['APPROVALS', '2', { approvals: 2 }],
  ['AUDIT__ENABLED', '0', { auditEnabled: false }],
  ['AUDIT_SIGNING_KEY_FILE', '/run/secrets/key', { auditSigningKeyFile: '/run/secrets/key' }],
  ['AUTH_URL', 'http://127.0.0.1:9/api/', { authUrl: 'http://127.0.0.1:9/api', usageUrl: null }],
  [
    'USAGE_URL',
    'https://usage.example',
    { usageUrl: 'https://usage.example', authUrl: 'https://aihorde.net/api' },
  ],
  ['HORDE_API_TIMEOUT', '2.5', { hordeApiTimeoutSeconds: 2.5 }],
  ['HORDE_API_CACHE_TTL', '5', { hordeApiCacheTtlSeconds: 5 }],
  [
    'TRUST_PROXY',
    'loopback, 10.0.0.0/8,2001:db8::/32',
    { trustProxy: ['loopback', '10.0.0.0/8', '2001:db8::/32'] },
  ],
  [
    'CORS_ALLOWED_ORIGINS',
    'https://a.example,http://localhost:5173',
    { corsAllowedOrigins: ['https://a.example', 'http://localhost:5173'] },
  ],
  ['CORS_ALLOWED_ORIGINS', '*', { corsAllowedOrigins: ['*'] }],
  ['LOG_LEVEL', 'WARN', { logLevel: 'warn' }],
  ['ACCESS_LOG', 'all', { accessLog: 'all' }],
  [
    'PREFERRED_FILE_HOSTS',
    '["huggingface.co","civitai.com"]',
    { preferredFileHosts: ['huggingface.co', 'civitai.com'] },
  ],
  ['PREFERRED_FILE_HOSTS', '[]', { preferredFileHosts: [] }],
  ['LOW_USAGE_THRESHOLD_PERCENTAGE', '1e-3', { lowUsageThresholdPercentage: 0.001 }],
  ['TEXT_GEN_LOW_USAGE_THRESHOLD_PERCENTAGE', '.5', { textGenLowUsageThresholdPercentage: 0.5 }],
  ['TEXT_GEN_IGNORE_DOWNLOAD_HOSTS', 'False', { textGenIgnoreDownloadHosts: false }],
  ['PRIMARY_API_URL', 'http://primary:19800/api', { primaryApiUrl: 'http://primary:19800/api' }],
  ['PRIMARY_API_URL', 'none', { primaryApiUrl: null }],
  ['ENABLE_GITHUB_FALLBACK', 'off', { enableGithubFallback: false }],
  ['IMAGE_GITHUB_REPO__OWNER', 'me', { imageGithubRepo: { ...images, owner: 'me' } }],
  ['IMAGE_GITHUB_REPO__NAME', 'x', { imageGithubRepo: { ...images, name: 'x' } }],
  ['IMAGE_GITHUB_REPO__BRANCH', 'dev/x', { imageGithubRepo: { ...images, branch: 'dev/x' } }],
  ['TEXT_GITHUB_REPO__OWNER', 'me', { textGithubRepo: { ...texts, owner: 'me' } }],
  ['TEXT_GITHUB_REPO__NAME', 'x', { textGithubRepo: { ...texts, name: 'x' } }],
  ['TEXT_GITHUB_REPO__BRANCH', 'dev', { textGithubRepo: { ...texts, branch: 'dev' } }],
  ['WEBHOOKS', JSON.stringify([hook]), { webhooks: [hook] }],
  [
    'WEBHOOKS',
    JSON.stringify([{ ...hook, previous_secrets: ['fedcba9876543210'] }]),
    { webhooks: [{ ...hook, previousSecrets: ['fedcba9876543210'] }] },
  ],
  [
    'DISCORD_WEBHOOKS',
    JSON.stringify([
      discordHook,
      'https://ptb.discord.com/api/v10/webhooks/66778899/Secret-of_16chars?thread_id=12345',
    ]),
    {
      discordWebhooks: [
        { id: '1122334455', token: 'Secret-of_16chars', threadId: null },
        { id: '66778899', token: 'Secret-of_16chars', threadId: '12345' },
      ],
    },
  ],
  [
    'BRIDGE',
    JSON.stringify([{ ...bridged, policy: 'trust', github: 'o/n' }]),
    { bridge: [{ ...bridged, branch: 'main', policy: 'trust', out: 'pull_request', github: 'o/n' }] },
  ],
  ['BRIDGE_TOKEN', 'ghp_abc', { bridgeToken: 'ghp_abc' }],
  ['BRIDGE_DIRECTORY', '/var/bridge', { bridgeDirectory: '/var/bridge' }],
  ['BRIDGE_CONSOLE_URL', 'https://models.example/', { bridgeConsoleUrl: 'https://models.example' }],
  ['HF_TOKEN', 'hf_abc', { hfToken: 'hf_abc' }],
  ['CIVITAI_TOKEN', 'abc', { civitaiToken: 'abc' }],
  [
    'ALLOW_PRIVATE_HOSTS',
    'files.internal, [fd00::5]:8443',
    { privateHosts: ['files.internal', '[fd00::5]:8443'] },
  ],
];

describe('each setting', () => {
  test.each(given)('%s = %s', (name, text, expected) => {
    const { settings, shown } = readSettings({ ...primary, [`MODELREF_${name}`]: text });
    expect(settings).toMatchObject(expected);
    expect(shown.find((each) => each.name === name)?.source).toBe(`MODELREF_${name}`);
  });

  const inherited = given.filter(([name]) => rows.some((row) => row.inherited && row.name === name));
  test.each(inherited)('%s = %s under the prefix of the Python service', (name, text, expected) => {
    const { settings } = readSettings({ ...primary, [`HORDE_MODEL_REFERENCE_${name}`]: text });
    if (name !== 'REPLICATE_MODE') expect(settings).toMatchObject(expected);
    else
      expect(readSettings({ horde_model_reference_replicate_mode: text }).settings).toMatchObject(expected);
  });
});

/** A text that a variable refuses, and what the problem has to say of it. */
const refused: [name: string, text: string, problem: string][] = [
  ['HOST', 'a b', "'a b' is not allowed; allowed: a host name or an IP address."],
  ['PORT', '65536', 'allowed: a whole number from 0 to 65535.'],
  ['PORT', '80.5', 'allowed: a whole number from 0 to 65535.'],
  ['BASE_PATH', 'api', 'allowed: a path that starts with a slash'],
  ['BASE_PATH', '/a b', 'allowed: a path that starts with a slash'],
  ['BASE_PATH', '/metrics/', 'this path is already in use'],
  [
    'DATABASE_URL',
    'mysql://root:hunter2@h/n',
    "'mysql://root:***@h/n' is not allowed; allowed: sqlite:<path of a file> or postgres://",
  ],
  ['DATABASE_URL', 'sqlite::memory:', 'allowed: sqlite:<path of a file>'],
  ['REPLICATE_MODE', 'SECONDARY', "'SECONDARY' is not allowed; allowed: PRIMARY, REPLICA (any letter case)."],
  ['CANONICAL_FORMAT', 'v1', 'allowed: v2, legacy (any letter case).'],
  ['EXTRA_CATEGORIES', 'lora_annotator', 'allowed: any of controlnet_annotator'],
  ['PENDING_QUEUE__ENABLED', 'maybe', 'allowed: true or false'],
  ['PENDING_QUEUE__REQUESTOR_IDS', '1,0', '0 is not allowed: it is the anonymous account'],
  ['PENDING_QUEUE__APPROVER_IDS', '["0"]', '0 is not allowed: it is the anonymous account'],
  ['PENDING_QUEUE__APPROVER_IDS', 'name#6', "'name#6' is not an id"],
  ['PENDING_QUEUE__APPROVER_IDS', '-4', "'-4' is not an id"],
  ['PENDING_QUEUE__APPROVER_IDS', '12,0x1f', "'0x1f' is not an id"],
  ['PENDING_QUEUE__REQUESTOR_IDS', '["1"', 'expected a JSON list'],
  ['PENDING_QUEUE__REQUESTOR_IDS', '[["1"]]', 'items of the list must be strings; found ["1"]'],
  ['PENDING_QUEUE__APPROVER_IDS', '[99999999999999999999]', 'integers above 9007199254740991 must be quoted'],
  ['REVIEW_POLICY', 'two', 'allowed: any, four_eyes'],
  ['APPLY_CONFLICTS', 'merge', 'allowed: upsert, reject'],
  ['APPROVALS', '0', 'allowed: a whole number from 1 to 10'],
  ['AUDIT_SIGNING_KEY_FILE', 'keys/', 'allowed: the path of a file.'],
  ['AUTH_URL', 'ftp://h/', 'allowed: an http:// or https:// URL'],
  ['AUTH_URL', 'https://user:hunter2@h/', "'https://user:***@h/' is not allowed"],
  ['USAGE_URL', 'file:///etc/passwd', 'allowed: an http:// or https:// URL'],
  ['HORDE_API_TIMEOUT', '0', 'allowed: a number from 0.1 to 600.'],
  ['TRUST_PROXY', '11', 'allowed: a number of proxies from 0 to 10, or addresses'],
  ['TRUST_PROXY', 'true', "'true' is neither an address nor a network"],
  ['TRUST_PROXY', '0.0.0.0/0', "'0.0.0.0/0' is neither an address nor a network of at least one bit"],
  ['TRUST_PROXY', '10.0.0.0/33', "'10.0.0.0/33' is neither"],
  ['CORS_ALLOWED_ORIGINS', 'https://a.example/', "'https://a.example/' is not an origin"],
  ['CORS_ALLOWED_ORIGINS', 'a.example', "'a.example' is not an origin"],
  ['LOG_LEVEL', 'loud', 'allowed: fatal, error, warn'],
  ['ACCESS_LOG', 'yes', 'allowed: off, errors, all'],
  ['CACHE_TTL_SECONDS', 'NaN', 'allowed: a number'],
  ['DELETION_RISK_CACHE_TTL', '0x10', 'allowed: a number'],
  ['PREFERRED_FILE_HOSTS', 'https://huggingface.co', "'https://huggingface.co' is not a host name"],
  ['LOW_USAGE_THRESHOLD_PERCENTAGE', '101', 'allowed: a number from 0 to 100.'],
  ['TEXT_GEN_LOW_USAGE_THRESHOLD_PERCENTAGE', '1%', 'allowed: a number from 0 to 100.'],
  ['TEXT_GEN_CRITICAL_WORKER_THRESHOLD', '1.5', 'allowed: a whole number'],
  [
    'PRIMARY_API_URL',
    'primary',
    'allowed: an http:// or https:// URL without user, query or fragment, or none.',
  ],
  ['IMAGE_GITHUB_REPO__OWNER', 'a/b', 'allowed: letters, digits'],
  ['IMAGE_GITHUB_REPO__BRANCH', 'a b', 'allowed: the name of a branch.'],
  ['TEXT_GITHUB_REPO__NAME', '?', 'allowed: letters, digits'],
  ...[
    [{ secret: 'hunter2' }, "'***' is not allowed (item 0 must have a secret of 16 characters or more)"],
    [{ url: 'http://h/' }, 'item 0 must have an https:// url'],
    [{ url: 'https://user:pass@h/' }, 'item 0 must not have a user or password in its url'],
    [{ secret: 'whsec_c2hvcnQ0MTIzNDU2' }, 'each secret whsec_ and the base64 of 24 to 64 bytes'],
    [{ previous_secret: ['fedcba9876543210'] }, 'item 0 has the unknown key previous_secret'],
  ].map(([wrong, problem]): [string, string, string] => [
    'WEBHOOKS',
    JSON.stringify([{ ...hook, ...(wrong as object) }]),
    problem as string,
  ]),
  ['WEBHOOKS', 'https://h/', 'expected a JSON list'],
  ['WEBHOOKS', JSON.stringify([hook, { ...hook, secret: 'f'.repeat(16) }]), 'it contains the same url twice'],
  [
    'DISCORD_WEBHOOKS',
    JSON.stringify([discordHook.replace('.com', '.com.evil.example')]),
    "'***' is not allowed (item 0 is not the URL of a webhook at Discord)",
  ],
  [
    'DISCORD_WEBHOOKS',
    JSON.stringify([discordHook.replace('https', 'http')]),
    'item 0 is not the URL of a webhook at Discord',
  ],
  [
    'DISCORD_WEBHOOKS',
    JSON.stringify([discordHook, discordHook.replace('Secret', 'Another')]),
    'it contains the same webhook twice',
  ],
  ['BRIDGE', 'x', 'expected a JSON list of objects'],
  ['BRIDGE', '[{"kind":"text"}]', 'item 0 must have a git url'],
  ['BRIDGE', '[{"kind":"code","url":"https://h/"}]', 'item 0 must have kind, one of: image, text'],
  [
    'BRIDGE',
    '[{"kind":"text","url":"https://u:secret@h/"}]',
    'item 0 must not have a user or password in its url',
  ],
  ['BRIDGE', '[{"kind":"text","url":"https://h/","polcy":"trust"}]', 'item 0 has the unknown key polcy'],
  ['BRIDGE', '[{"kind": "image", "url": "https://me:hunter/2@h/r"}]', '"url": "https://***@h/r"}]\''],
  ['BRIDGE', '[{"kind": "image", "url": "https://me:hunter', '"url": "https://***\''],
  ['BRIDGE_TOKEN', 'a b', "'***' is not allowed"],
  ['BRIDGE_DIRECTORY', '-rf', 'allowed: the path of a directory'],
  ['BRIDGE_CONSOLE_URL', 'h', 'http'],
  ['HF_TOKEN', 'hf abc', "'***' is not allowed"],
  ['ALLOW_PRIVATE_HOSTS', 'http://x/', "'http://x/' is not a host in lower case"],
  ['ALLOW_PRIVATE_HOSTS', 'Files.internal', 'in lower case'],
];

describe('a wrong value is one line naming variable, value and what is allowed', () => {
  test.each(refused)('%s = %s', (name, text, expected) => {
    const problems = problemsOf({ ...primary, [`MODELREF_${name}`]: text });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^MODELREF_${name}: '`));
    expect(problems[0]).toContain(expected);
    expect(problems[0]).not.toContain('\n');
    expect(problems[0]).not.toContain('hunter2');
  });

  test('and all problems are told at once', () => {
    expect(problemsOf({ MODELREF_PORT: 'x', MODELREF_AUTH_URL: 'y', MODELREF_PROT: '1' })).toEqual([
      "MODELREF_PROT: unknown setting; allowed: the names that 'modelref check-config --markdown' lists.",
      "MODELREF_PORT: 'x' is not allowed; allowed: a whole number from 0 to 65535.",
      "MODELREF_AUTH_URL: 'y' is not allowed; allowed: an http:// or https:// URL without user, query or fragment.",
      'MODELREF_REPLICATE_MODE: not set; allowed: PRIMARY, REPLICA (any letter case). This setting has no default.',
    ]);
  });
});

describe('names', () => {
  test('may be in any letter case', () => {
    expect(readSettings({ modelref_replicate_mode: 'PRIMARY', ModelRef_Port: '1' }).settings.port).toBe(1);
  });

  test('that differ in case only may not contradict each other', () => {
    expect(problemsOf({ ...primary, MODELREF_PORT: '1', modelref_port: '2' })).toEqual([
      'modelref_port: set twice with different values, also as MODELREF_PORT; allowed: one of them.',
    ]);
    expect(problemsOf({ ...primary, MODELREF_PORT: '1', modelref_port: '1' })).toEqual([]);
  });

  test('our prefix goes before the inherited one, and that before the plain names', () => {
    const auth = (environment: Record<string, string>) =>
      readSettings({ ...primary, ...environment }).settings.authUrl;
    const plain = { HORDE_URL: 'http://c/', AI_HORDE_URL: 'http://b/' };
    expect(auth({ HORDE_URL: 'http://c/' })).toBe('http://c');
    expect(auth(plain)).toBe('http://b');
    expect(auth({ ...plain, MODELREF_AUTH_URL: 'http://a/' })).toBe('http://a');
    expect(
      readSettings({ HORDE_MODEL_REFERENCE_REPLICATE_MODE: 'REPLICA', MODELREF_REPLICATE_MODE: 'PRIMARY' })
        .settings.replicateMode,
    ).toBe('PRIMARY');
    expect(readSettings({ ...primary, DATABASE_URL: 'sqlite:x.db' }).settings.databaseUrl).toBe(
      'sqlite:x.db',
    );
  });

  test('an empty variable counts as not given', () => {
    expect(
      readSettings({ ...primary, MODELREF_PORT: ' ', MODELREF_PENDING_QUEUE__APPROVER_IDS: '' }).settings,
    ).toMatchObject({
      port: 19800,
      approverIds: [],
    });
  });

  test('of ours that do not exist are a problem', () => {
    expect(problemsOf({ ...primary, MODELREF_PENDING_QUEUE_ENABLED: 'true' })).toEqual([
      "MODELREF_PENDING_QUEUE_ENABLED: unknown setting; allowed: the names that 'modelref check-config --markdown' lists.",
    ]);
    expect(problemsOf({ ...primary, MODELREF_REDIS__URL: 'redis://x' })).toHaveLength(1);
  });

  test.each(['1', '2'])(
    'that are gone are accepted, and it is said what to use instead: WORKERS=%s',
    (count) => {
      const { ignored, warnings } = readSettings({
        ...primary,
        MODELREF_WORKERS: count,
        modelref_worker_silence_seconds: '20',
      });
      expect(ignored).toEqual([
        'MODELREF_WORKERS: ignored; this setting was removed: a service is one process. To use more cores, run several instances on one PostgreSQL database, or replicas, behind a proxy.',
        'modelref_worker_silence_seconds: ignored; this setting was removed: a service is one process, which has no workers.',
      ]);
      expect(warnings).toEqual([]);
    },
  );

  test.each([...removedSettings.keys()])('that were removed are accepted and listed: %s', (name) => {
    const { ignored, shown } = readSettings({ ...primary, [`MODELREF_${name}`]: 'x' });
    expect(ignored).toEqual([expect.stringContaining(`MODELREF_${name}: ignored; this setting was`)]);
    expect(shown.map((each) => each.name)).not.toContain(name);
  });

  test('of the Python service that have no effect here are accepted and listed, without their values', () => {
    const { ignored } = readSettings({
      ...primary,
      HORDE_MODEL_REFERENCE_REDIS__USE_REDIS: 'true',
      HORDE_MODEL_REFERENCE_R2__UPLOAD_SECRET: 'hunter2',
      HORDE_MODEL_REFERENCE_AUDIT__MAX_SEGMENT_BYTES: '1',
      HORDE_MODEL_REFERENCE_PENDING_QUEUE_ENABLED: 'false',
      HORDE_MODEL_REFERENCE_PORT: '1',
    });
    expect(ignored).toEqual([
      'HORDE_MODEL_REFERENCE_REDIS__USE_REDIS: ignored, instances share only the database',
      'HORDE_MODEL_REFERENCE_R2__UPLOAD_SECRET: ignored, the registry has no download mirror',
      'HORDE_MODEL_REFERENCE_AUDIT__MAX_SEGMENT_BYTES: ignored, audit events are rows of the database',
      'HORDE_MODEL_REFERENCE_PENDING_QUEUE_ENABLED: ignored, unknown setting',
      'HORDE_MODEL_REFERENCE_PORT: ignored, unknown setting',
    ]);
  });
});

test('commands that do not serve need no mode', () => {
  expect(readSettings({}, { replicateMode: 'PRIMARY' }).settings.replicateMode).toBe('PRIMARY');
  expect(
    readSettings({ MODELREF_REPLICATE_MODE: 'REPLICA' }, { replicateMode: 'PRIMARY' }).settings.replicateMode,
  ).toBe('REPLICA');
});

test.each([
  [{ MODELREF_APPROVALS: '3' }, ['1', '2'], /^MODELREF_APPROVALS: more approvals/],
  [{ MODELREF_APPROVALS: '2' }, ['1', '1'], /^MODELREF_APPROVALS: more approvals/],
  [{ MODELREF_APPROVALS: '2' }, [], /^MODELREF_APPROVALS: more approvals/],
  [{ MODELREF_APPROVALS: '2' }, ['1', '2'], null],
  [{ MODELREF_REVIEW_POLICY: 'four_eyes' }, ['1'], /^MODELREF_REVIEW_POLICY: with four_eyes/],
  [{ MODELREF_REVIEW_POLICY: 'four_eyes' }, ['1', '2'], null],
  [{}, [], null],
])('approvals that nobody can give are warned of: %j with approvers %j', (settings, ids, warning) => {
  const { warnings } = readSettings({
    ...primary,
    ...settings,
    MODELREF_PENDING_QUEUE__APPROVER_IDS: JSON.stringify(ids),
  });
  expect(warnings).toEqual(warning ? [expect.stringMatching(warning)] : []);
});

test('docs/configuration.md says what the rows say', () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(settingsMarkdown(settingRows));
});
