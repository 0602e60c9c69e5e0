import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { createTextDraft } from '../../../../src/modules/drafts/hub-draft.ts';
import { parseHubPage } from '../../../../src/modules/drafts/hub-page.ts';
import { toCanonicalInstructFormat } from '../../../../src/modules/drafts/text-families.ts';
import { describeWithSharedData } from '../../../support/shared-data.ts';

/** How often drafts agree with live records, by field; and where they do not. */
class Tally {
  readonly #fields = new Map<string, { compared: number; others: string[] }>();

  compare(field: string, name: string, found: unknown, live: unknown): void {
    const row = this.#fields.get(field) ?? { compared: 0, others: [] };
    this.#fields.set(field, row);
    row.compared += 1;
    if (found !== live) row.others.push(`${name}: ${JSON.stringify(found)} for ${JSON.stringify(live)}`);
  }

  share(field: string): number {
    const { compared, others } = this.#fields.get(field) ?? { compared: 0, others: [] };
    return (compared - others.length) / compared;
  }

  others(field: string): string[] {
    return this.#fields.get(field)?.others ?? [];
  }
}

const nothing = { readMe: null, config: null, generationConfig: null, unetConfig: null };
const fields = ['parameters', 'baseline', 'instruct_format'];

describeWithSharedData('drafts of the live text models', (folder) => {
  test('what is concluded where a page leaves it out agrees with the live records', () => {
    const live: Record<string, JsonObject & { name: string }> = JSON.parse(
      readFileSync(`${folder}/v2-golden/text_generation.json`, 'utf8'),
    );
    const tally = new Tally();
    for (const record of Object.values(live).filter(({ name }) => name.includes('/'))) {
      const { name, baseline } = record;
      const format = record.instruct_format
        ? toCanonicalInstructFormat(String(record.instruct_format))
        : undefined;
      const said = (about: JsonObject) =>
        createTextDraft(parseHubPage({ id: name, ...about })!, nothing).finish('', fields).record;
      const bare = said({});
      if (bare.parameters) {
        const isNear = Math.abs(Number(bare.parameters) / Number(record.parameters) - 1) <= 0.1;
        tally.compare('parameters of the name, within 10 %', name, isNear || bare.parameters, true);
      }
      if (baseline && bare.baseline) tally.compare('baseline of the name', name, bare.baseline, baseline);
      if (!format) continue;
      if (bare.instruct_format)
        tally.compare('instruct_format of the name', name, bare.instruct_format, format);
      const ofBase = baseline ? said({ tags: [`base_model:${baseline}`] }).instruct_format : undefined;
      if (ofBase && !bare.instruct_format)
        tally.compare('instruct_format of the base model', name, ofBase, format);
    }
    for (const field of [
      'parameters of the name, within 10 %',
      'baseline of the name',
      'instruct_format of the name',
      'instruct_format of the base model',
    ]) {
      expect(tally.share(field), tally.others(field).join('\n')).toBeGreaterThanOrEqual(0.85);
    }
  });
});
