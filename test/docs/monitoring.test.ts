import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';

const folder = 'deploy/monitoring';
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');

/** What the service says of itself, in each of its roles. */
async function metricNames(): Promise<Set<string>> {
  await using primary = await startTestApp({
    settings: {
      fileChecks: true,
      webhooks: [{ url: 'http://127.0.0.1:9', secret: 'a secret of some length' }],
      discordWebhooks: [{ id: '1', token: 't', threadId: null }],
      bridgeDirectory: '/dev/null/bridge',
      bridge: [
        {
          kind: 'text',
          url: 'file:///dev/null',
          branch: 'main',
          policy: 'review',
          out: 'none',
          github: null,
        },
      ],
    },
  });
  await using replica = await startTestApp({
    settings: { replicateMode: 'REPLICA', primaryApiUrl: 'http://127.0.0.1:9' },
  });
  const texts = [await primary.get('/metrics'), await replica.get('/metrics')].map(({ body }) => body);
  const declared = texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)]);
  return new Set(
    declared.flatMap(([, name, type]) => (type === 'histogram' ? [`${name}_bucket`] : [name])) as string[],
  );
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const expressions = [
  ...(JSON.parse(read('grafana-dashboard.json')).panels as Panel[]).flatMap(({ targets }) =>
    (targets ?? []).map(({ expr }) => expr),
  ),
  ...[...read('alerts.yml').matchAll(/^ +expr: (\|\n(?: {10,}.*\n)+|.*)/gm)].map(([, expr]) => expr ?? ''),
];

/** Only where instances notify each other, on PostgreSQL. */
const onPostgres = ['modelref_notifications_lost'];

test('every metric that the dashboard and the alerts name exists', async () => {
  const named = new Set(expressions.flatMap((expr) => expr.match(/modelref_\w+/g) ?? []));
  expect(named.size).toBeGreaterThan(20);
  const known = await metricNames();
  expect([...named].filter((name) => !known.has(name)).sort()).toEqual(onPostgres);
});

test('every alert has an expression', () => {
  const alerts = read('alerts.yml').match(/- alert: /g) ?? [];
  const panels = expressions.length - alerts.length;
  expect(alerts.length).toBeGreaterThan(10);
  expect(panels).toBeGreaterThan(alerts.length);
});
