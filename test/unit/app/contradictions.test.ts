import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/app/settings.ts';
import { SettingsError } from '../../../src/settings/read-settings.ts';

function read(environment: Record<string, string>) {
  try {
    return {
      problems: [],
      ...readSettings({ MODELREF_REPLICATE_MODE: 'PRIMARY', ...environment }),
    };
  } catch (error) {
    if (error instanceof SettingsError) return { problems: error.problems, warnings: [] };
    throw error;
  }
}

const webhooks = JSON.stringify([{ url: 'https://hooks.example', secret: 'sixteen characters' }]);

test('checks of files at a replica are warned of', () => {
  const replica = { MODELREF_REPLICATE_MODE: 'REPLICA', MODELREF_FILE_CHECKS: 'true' };
  expect(read(replica).warnings).toEqual([
    expect.stringMatching(/^MODELREF_FILE_CHECKS: has no effect at a REPLICA/),
  ]);
});

describe('settings that contradict each other stop the start', () => {
  test('four eyes, where v1 writes are live without anybody seeing them', () => {
    const direct = { MODELREF_CANONICAL_FORMAT: 'legacy', MODELREF_PENDING_QUEUE__ENABLED: 'false' };
    const { problems } = read({ ...direct, MODELREF_REVIEW_POLICY: 'four_eyes' });
    expect(problems).toEqual([
      expect.stringMatching(/^MODELREF_REVIEW_POLICY: four_eyes .*MODELREF_PENDING_QUEUE__ENABLED=false/),
    ]);
    expect(read(direct).problems).toEqual([]);
    expect(read({ MODELREF_REVIEW_POLICY: 'four_eyes' }).problems).toEqual([]);
  });

  test('webhooks, where there are no audit events to send', () => {
    const { problems } = read({ MODELREF_WEBHOOKS: webhooks, MODELREF_AUDIT__ENABLED: 'false' });
    expect(problems).toEqual([expect.stringMatching(/^MODELREF_WEBHOOKS: .*MODELREF_AUDIT__ENABLED=false/)]);
    expect(read({ MODELREF_WEBHOOKS: webhooks }).problems).toEqual([]);
  });

  test.each([{ MODELREF_REPLICATE_MODE: 'REPLICA' }, { MODELREF_AUDIT__ENABLED: 'false' }])(
    'editions without an audit trail: %o',
    (environment) => {
      const { problems } = read({ MODELREF_PUBLISH_DIRECTORY: '/srv/edition', ...environment });
      expect(problems).toEqual([expect.stringMatching(/^MODELREF_PUBLISH_DIRECTORY: /)]);
    },
  );

  test('each problem is told', () => {
    const { problems } = read({
      MODELREF_CANONICAL_FORMAT: 'legacy',
      MODELREF_PENDING_QUEUE__ENABLED: 'false',
      MODELREF_REVIEW_POLICY: 'four_eyes',
      MODELREF_WEBHOOKS: webhooks,
      MODELREF_AUDIT__ENABLED: 'false',
    });
    expect(problems).toHaveLength(2);
  });
});

describe('doubtful settings are warned of', () => {
  test.each([
    ['http://identity.example/api', true],
    ['http://10.0.0.5/api', true],
    ['http://localhost.example/api', true],
    ['https://identity.example/api', false],
    ['http://127.0.0.1:8000/api', false],
    ['http://localhost:8000/api', false],
    ['http://[::1]:8000/api', false],
  ])('keys that would travel unencrypted: AUTH_URL=%s', (url, warned) => {
    expect(read({ MODELREF_AUTH_URL: url }).warnings).toEqual(
      warned ? [expect.stringMatching(/^MODELREF_AUTH_URL: .*unencrypted/)] : [],
    );
  });

  test('a replica that has nothing to follow, or nobody to tell', () => {
    const replica = { MODELREF_REPLICATE_MODE: 'REPLICA' };
    expect(read(replica).warnings).toEqual([]);
    expect(
      read({
        ...replica,
        MODELREF_PRIMARY_API_URL: 'none',
        MODELREF_ENABLE_GITHUB_FALLBACK: 'false',
        MODELREF_WEBHOOKS: webhooks,
      }).warnings,
    ).toEqual([
      expect.stringContaining('MODELREF_WEBHOOKS'),
      expect.stringContaining('MODELREF_PRIMARY_API_URL'),
    ]);
  });
});
