import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';

const folder = 'deploy/monitoring';
const pageHead = `# Metrics

<!-- Written by \`npx vitest run test/docs/monitoring.test.ts -u\`; the same test compares it. -->

\`GET /metrics\` of each instance, for Prometheus. The default metrics of prom-client are included as \`modelref_process_…\` and \`modelref_nodejs_…\` (memory, processor, event loop, garbage collection).
Alerts with thresholds and remedies: \`deploy/monitoring/alerts.yml\`; a dashboard: \`deploy/monitoring/grafana-dashboard.json\`. Symptoms: [Operate](operations.md#troubleshoot).

| metric | type | labels | description |
|---|---|---|---|
`;
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');

interface Metric {
  readonly name: string;
  readonly type: string;
  readonly labelNames: readonly string[];
  readonly help: string;
}

/** The metrics of the service, in all of its roles. */
async function metricsOfService(): Promise<Metric[]> {
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
  const all = [primary, replica].flatMap(
    ({ service }) => service.context.metrics.registry.getMetricsAsArray() as unknown as Metric[],
  );
  const byName = new Map(all.map((metric) => [metric.name, metric]));
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
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

const metrics = await metricsOfService();

test('every metric that the dashboard, the alerts and the documents name exists', () => {
  const named = [...expressions, ...globSync('docs/*.md').map((page) => readFileSync(page, 'utf8'))]
    .flatMap((text) => text.match(/\bmodelref_[a-z\d_]+[a-z\d]\b/g) ?? [])
    .map((name) => name.replace(/_bucket$/, ''));
  expect(named.length).toBeGreaterThan(20);
  const known = new Set(metrics.map(({ name }) => name));
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
});

test('docs/metrics.md lists all metrics (renewed by: npx vitest run test/docs/monitoring.test.ts -u)', async () => {
  const own = metrics.filter(({ name }) => !/^modelref_(?:nodejs|process)_/.test(name));
  const rows = own.map(({ name, type, labelNames, help }) => {
    const labels = labelNames.filter((label) => label !== 'le').map((label) => `\`${label}\``);
    return `| \`${name}\` | ${type} | ${labels.join(', ')} | ${help} |`;
  });
  await expect(`${pageHead}${rows.join('\n')}\n`).toMatchFileSnapshot('../../docs/metrics.md');
});

test('every alert has an expression', () => {
  const alerts = read('alerts.yml').match(/- alert: /g) ?? [];
  const panels = expressions.length - alerts.length;
  expect(alerts.length).toBeGreaterThan(10);
  expect(panels).toBeGreaterThan(alerts.length);
});
