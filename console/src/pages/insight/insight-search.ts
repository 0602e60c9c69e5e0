import type { RiskPreset } from '../../api/statistics.ts';
import type { FileVerdict } from '../../api/types.ts';
import { verdictOrder } from '../../parts/file-verdicts.ts';
import { createOneOfReader, readFlag, readNumber, readText } from '../../search-params.ts';

/** The selectable numbers of days of the charts over time. */
export const ranges = ['30', '90', '365'] as const;
export type Range = (typeof ranges)[number];
const range = createOneOfReader(ranges);

export interface StatisticsSearch {
  /** Number of days; 30 if absent. */
  readonly days?: Range | undefined;
  readonly category?: string | undefined;
  /** Counts groups of text models instead of models. */
  readonly grouped?: true | undefined;
}

export function readStatisticsSearch(search: Record<string, unknown>): StatisticsSearch {
  const days = search.days === undefined ? undefined : range(String(search.days));
  return { days, category: readText(search.category), grouped: readFlag(search.grouped) };
}

/** Categories for which the AI-Horde reports usage, the default first. */
export const usedCategories = ['image_generation', 'text_generation'] as const;

export const presets = [
  'deletion_candidates',
  'zero_usage',
  'no_workers',
  'low_usage',
  'critical',
  'missing_data',
  'host_issues',
] as const satisfies readonly RiskPreset[];
export type Preset = RiskPreset;

export interface RiskSearch {
  readonly category?: (typeof usedCategories)[number] | undefined;
  readonly grouped?: true | undefined;
  /** Lists, below each text model, its backend copies with their own usage. */
  readonly variations?: true | undefined;
  readonly preset?: Preset | undefined;
  /** A column's id, with a leading minus for descending order. */
  readonly sort?: string | undefined;
  readonly q?: string | undefined;
}

const usedCategory = createOneOfReader(usedCategories);
const preset = createOneOfReader(presets);

export function readRiskSearch(search: Record<string, unknown>): RiskSearch {
  return {
    category: usedCategory(search.category),
    grouped: readFlag(search.grouped),
    variations: readFlag(search.variations),
    preset: preset(search.preset),
    sort: readText(search.sort),
    q: readText(search.q),
  };
}

export interface FilesSearch {
  readonly verdict?: FileVerdict | undefined;
  readonly host?: string | undefined;
  readonly category?: string | undefined;
  /** The current page; the first is 1. */
  readonly page?: number | undefined;
}

const verdict = createOneOfReader(verdictOrder);

export function readFilesSearch(search: Record<string, unknown>): FilesSearch {
  const page = readNumber(search.page);
  return {
    verdict: verdict(search.verdict),
    host: readText(search.host),
    category: readText(search.category),
    page: page !== undefined && Number.isInteger(page) && page > 1 ? page : undefined,
  };
}
