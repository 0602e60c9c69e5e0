import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/kernel/json.ts';
import type { Model } from '../../../../../src/modules/insight/analytics/counts.ts';
import { recordFacts } from '../../../../../src/modules/insight/analytics/model-risk.ts';
import { mergeUsage } from '../../../../../src/modules/insight/analytics/model-usage.ts';
import { assessRisks, presetReport, reportPage } from '../../../../../src/modules/insight/deletion-risk.ts';
import { describeWithSharedData } from '../../../../support/shared-data.ts';
import { frozen } from './frozen.ts';
import { riskSettings as settings } from './risk-settings.ts';
import { usageOf } from './usage-of.ts';

describeWithSharedData('deletion risks of the real records', (folder) => {
  const known = (category: string): Model[] => {
    const records = JSON.parse(readFileSync(join(folder, 'v2-golden', `${category}.json`), 'utf8'));
    return frozen(Object.entries(records).map(([name, record]) => ({ name, record: record as JsonObject })));
  };

  /** Two image models are used, all others are not. */
  const imageReport = () => {
    const models = known('image_generation');
    const data = usageOf({
      status: [
        { name: 'stable_diffusion', count: 5 },
        { name: 'Deliberate', count: 2 },
      ],
      day: { stable_diffusion: 10, Deliberate: 3 },
      month: { stable_diffusion: 300, Deliberate: 100 },
      total: { stable_diffusion: 1000, Deliberate: 500 },
    });
    const usage = mergeUsage(
      'image',
      models.map(({ name }) => name),
      data,
    );
    return assessRisks({ name: 'image_generation', usage: 'image' }, models.map(recordFacts), usage, {
      settings,
      grouped: false,
      backendVariations: false,
    });
  };

  it('of a model that is used', () => {
    const { models } = imageReport();
    const noFlag = Object.fromEntries(
      Object.keys(models[0]!.deletion_risk_flags).map((flag) => [flag, false]),
    );
    expect(models[0]).toEqual({
      name: 'stable_diffusion',
      category: 'image_generation',
      deletion_risk_flags: noFlag,
      at_risk: false,
      risk_score: 0,
      worker_count: 5,
      usage_day: 10,
      usage_month: 300,
      usage_total: 1000,
      usage_hour: null,
      usage_minute: null,
      usage_percentage_of_category: 75,
      usage_trend: { day_to_month_ratio: 0.03333333333333333, month_to_total_ratio: 0.3 },
      cost_benefit_score: 75.52,
      size_gb: 3.97,
      baseline: 'stable_diffusion_1',
      nsfw: false,
      has_description: true,
      download_count: 1,
      download_hosts: ['huggingface.co'],
      backend_variations: null,
      is_critical: false,
      has_warning: false,
    });
  });

  // The Python service gives the 159 unused models one flag each, no_active_workers (average score 1.04), and
  // calls none critical. Here each also has its three zero-usage flags and low_usage, and is critical: (159 ×
  // 5 + 9) ÷ 161 = 4.99.
  it('of all of them', () => {
    const { summary, total_count } = imageReport();
    expect(total_count).toBe(161);
    expect(summary).toEqual({
      total_models: 161,
      models_at_risk: 159,
      models_critical: 159,
      models_with_warnings: 9,
      models_with_zero_day_usage: 159,
      models_with_zero_month_usage: 159,
      models_with_zero_total_usage: 159,
      models_with_no_active_workers: 159,
      models_with_no_downloads: 0,
      models_with_non_preferred_hosts: 9,
      models_with_multiple_hosts: 0,
      models_with_low_usage: 159,
      average_risk_score: 4.99,
      category_total_month_usage: 400,
    });
  });

  // Average 2.0 in the Python service, for the same reason.
  it('of one page of those with host issues', () => {
    const page = reportPage(presetReport(imageReport(), 'host_issues'), { offset: 1, limit: 1 });
    expect(page).toMatchObject({ total_count: 9, returned_count: 1, offset: 1, limit: 1 });
    expect(page.summary).toMatchObject({
      total_models: 9,
      average_risk_score: 6,
      category_total_month_usage: 0,
    });
  });

  it('of groups of text models', () => {
    const models = known('text_generation');
    const names = models.map(({ name }) => name);
    const report = assessRisks(
      { name: 'text_generation', usage: 'text' },
      models.map(recordFacts),
      mergeUsage('text', names, usageOf({})),
      {
        settings,
        grouped: true,
        backendVariations: false,
      },
    );
    expect([report.total_count, report.returned_count]).toEqual([719, 419]);
  });
});
