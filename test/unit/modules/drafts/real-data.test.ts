import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { createDrafts, type FoundDraft } from '../../../../src/modules/drafts/drafts.ts';
import { draftOfTextModel } from '../../../../src/modules/drafts/hub-draft.ts';
import { hubPage } from '../../../../src/modules/drafts/hub-page.ts';
import { canonicalInstructFormat } from '../../../../src/modules/drafts/text-families.ts';
import { categories } from '../../../../src/records/categories/index.ts';
import { pageOf } from '../../../../src/records/files/links.ts';
import { startCivitai } from '../../../support/emulators/civitai.ts';
import { fetcherFor } from '../../../support/emulators/fetcher-for.ts';
import { startHuggingFace } from '../../../support/emulators/hugging-face.ts';
import { pageOfImageRecord, pageOfTextRecord } from '../../../support/emulators/pages-of-records.ts';
import { describeWithSharedData } from '../../../support/shared-data.ts';

/** How often drafts agree with what they were compared with, by field; and where they do not. */
class Tally {
  readonly #fields = new Map<string, { compared: number; agree: number; others: string[] }>();

  compare(field: string, name: string, found: unknown, live: unknown): void {
    const row = this.#fields.get(field) ?? { compared: 0, agree: 0, others: [] };
    this.#fields.set(field, row);
    row.compared += 1;
    if (JSON.stringify(found) === JSON.stringify(live)) row.agree += 1;
    else row.others.push(`${name}: ${JSON.stringify(found)} for ${JSON.stringify(live)}`);
  }

  share(field: string): number {
    const { compared, agree } = this.#fields.get(field) ?? { compared: 0, agree: 0 };
    return agree / compared;
  }

  others(field: string): string[] {
    return this.#fields.get(field)?.others ?? [];
  }

  table(): string {
    const rows = [...this.#fields].map(([field, { compared, agree }]) => {
      return `| ${field} | ${compared} | ${agree} | ${((100 * agree) / compared).toFixed(1)} % |`;
    });
    const others = [...this.#fields].map(
      ([field, row]) =>
        `${field}\n${row.others
          .slice(0, 40)
          .map((other) => `- ${other}`)
          .join('\n')}`,
    );
    return ['| field | compared | agree | |', '|---|---|---|---|', ...rows, '', ...others].join('\n');
  }
}

async function inTurns<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** DRAFTS_TABLE=<file> writes the tables there. */
const tables: string[] = [];
afterAll(() => {
  const file = process.env.DRAFTS_TABLE;
  if (file) writeFileSync(file, `${tables.join('\n\n')}\n`);
});

describeWithSharedData('drafts of the live models, from emulated pages', (folder) => {
  const live = (category: string) =>
    Object.values(JSON.parse(readFileSync(`${folder}/v2-golden/${category}.json`, 'utf8'))) as (JsonObject & {
      name: string;
    })[];

  const world = async () => {
    const [hub, civitai] = await Promise.all([startHuggingFace(), startCivitai()]);
    const files = fetcherFor({ hub, civitai });
    const drafts = createDrafts({
      keep: async () => {},
      files,
      categories,
      surroundings: () => [],
      perMinute: 10_000,
      now: () => 0,
    });
    const draftOf = (text: string, category: string | null = null): Promise<FoundDraft> =>
      drafts.make({
        text,
        category: categories.find(({ name }) => name === category) ?? null,
        askedBy: 'somebody',
      });
    return {
      hub,
      civitai,
      draftOf,
      bytes: () => [hub, hub.cdn, civitai, civitai.storage].reduce((sum, host) => sum + host.bytesSent, 0),
      [Symbol.asyncDispose]: async () => {
        await files.close();
        await Promise.all([hub[Symbol.asyncDispose](), civitai[Symbol.asyncDispose]()]);
      },
    };
  };

  test('image models: baseline, hash, size, name and what else the page says', async () => {
    await using hosts = await world();
    const records = live('image_generation');
    // All pages first: several records are versions of one model, or files of one repository.
    const links = records.map((record) => ({ record, link: pageOfImageRecord(record as never, hosts) }));
    const pageKey = (record: JsonObject) => pageOf(record.homepage)?.page ?? '';
    const pages = records.map(pageKey).sort();
    const sharedPages = new Set(pages.filter((page, index) => page !== '' && pages[index - 1] === page));
    const tally = new Tally();
    await inTurns(links, 4, async ({ record, link }) => {
      const { record: found, sources } = await hosts.draftOf(link, 'image_generation');
      const download = (of: JsonObject) => (of.config as { download: JsonObject[] }).download[0]!;
      const { name } = record;
      // Without a category that is given: the right one, or a question.
      const unaided = await hosts.draftOf(link).catch(() => null);
      const isAsked = unaided === null || unaided.notes.some(({ open }) => open);
      tally.compare(
        'category, or asked about',
        name,
        isAsked || unaided.category === 'image_generation',
        true,
      );
      tally.compare('category', name, unaided?.category, 'image_generation');
      tally.compare('baseline', name, found.baseline, record.baseline);
      const compareHash = (of: JsonObject) => String(download(of).sha256sum).toLowerCase();
      tally.compare('sha256sum', name, compareHash(found), compareHash(record));
      if (record.size_on_disk_bytes)
        tally.compare('size', name, found.size_on_disk_bytes, record.size_on_disk_bytes);
      // A page that several records name as theirs can only say what is true of one of them.
      const isShared = sharedPages.has(pageKey(record));
      const saysNsfw = !isShared && sources.nsfw?.certainty !== 'guess';
      if (saysNsfw) tally.compare('nsfw, where the page says', name, found.nsfw, record.nsfw);
      if (!link.includes('civitai.com')) {
        tally.compare('name (Hugging Face: of the repository)', name, found.name, name);
        const isSame = Number(found.version) === Number(record.version);
        if (found.version) tally.compare('version, of such a name', name, isSame || found.version, true);
        return;
      }
      if (!isShared) tally.compare('name (Civitai)', name, found.name, name);
      tally.compare('trigger', name, found.trigger ?? [], record.trigger);
      tally.compare('version', name, found.version, record.version);
      tally.compare('style, where a draft has one', name, found.style ?? record.style, record.style);
    });
    tables.push(`Image models\n\n${tally.table()}`);
    expect(tally.share('baseline'), tally.others('baseline').join('\n')).toBeGreaterThanOrEqual(0.99);
    for (const field of [
      'category, or asked about',
      'sha256sum',
      'size',
      'nsfw, where the page says',
      'name (Civitai)',
    ]) {
      expect({ field, others: tally.others(field) }).toEqual({ field, others: [] });
    }
    expect(hosts.bytes() / records.length).toBeLessThan(2 * 1024 * 1024);
  });

  test('text models: parameters, baseline and instruct format', async () => {
    await using hosts = await world();
    const pages = live('text_generation').flatMap((record) => {
      const page = pageOfTextRecord(record as never, hosts.hub);
      return page ? [{ record, page }] : [];
    });
    const tally = new Tally();
    await inTurns(pages, 4, async ({ record, page }) => {
      const { record: found, category } = await hosts.draftOf(page.url);
      const { name } = record;
      tally.compare('category', name, category, 'text_generation');
      tally.compare(
        'parameters, within 5 %',
        name,
        Math.abs(Number(found.parameters) / Number(record.parameters) - 1) <= 0.05,
        true,
      );
      if (page.baseline !== null)
        tally.compare('baseline, where the page names one', name, found.baseline, page.baseline);
      if (page.format !== null)
        tally.compare(
          'instruct_format, where the page has a template',
          name,
          found.instruct_format,
          page.format,
        );
      const lacks = fields.filter((field) => !found[field]).join(' and ');
      tally.compare('all three, of all pages', name, lacks, '');
      if (page.baseline !== null && page.format !== null)
        tally.compare('all three, where the page states them', name, lacks, '');
      if (record.name === page.url.slice('https://huggingface.co/'.length))
        tally.compare('text_model_group', name, found.text_model_group, record.text_model_group);
    });
    tables.push(`Text models with a link to Hugging Face\n\n${tally.table()}`);
    const enough = [
      'all three, of all pages',
      'all three, where the page states them',
      'parameters, within 5 %',
      'baseline, where the page names one',
      'instruct_format, where the page has a template',
    ];
    for (const field of enough) {
      expect(
        tally.share(field),
        `${field}\n${tally.others(field).slice(0, 20).join('\n')}`,
      ).toBeGreaterThanOrEqual(0.8);
    }
  });

  test('text models: what is concluded where a page leaves it out agrees with the live records', () => {
    const tally = new Tally();
    for (const record of live('text_generation').filter(({ name }) => name.includes('/'))) {
      const { name, baseline } = record;
      const format = record.instruct_format
        ? canonicalInstructFormat(String(record.instruct_format))
        : undefined;
      const said = (about: JsonObject) =>
        draftOfTextModel(hubPage({ id: name, ...about })!, nothing).finished('', fields).record;
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
    tables.push(`Concluded where a page leaves it out\n\n${tally.table()}`);
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

const fields = ['parameters', 'baseline', 'instruct_format'];
const nothing = { readMe: null, config: null, generation: null, unet: null };
