import { ownValue } from './own-value.ts';

const locale = 'en';

const integerFormat = new Intl.NumberFormat(locale);
const compactFormat = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const dateTimeFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

export function formatCount(value: number): string {
  return integerFormat.format(value);
}

/** 1234567 → 1.2M */
export function formatCompact(value: number): string {
  return compactFormat.format(value);
}

/**
 * Formats bytes in the largest fitting unit, such as GiB or MiB.
 * @param round rounds the shown digits; `Math.floor` gives a lower bound
 */
export function formatBytes(bytes: number, round = Math.round): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes <= 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  const digits = value >= 100 || power === 0 ? 0 : 1;
  return `${(round(value * 10 ** digits) / 10 ** digits).toFixed(digits)} ${units[power]}`;
}

/** Formats a parameter count as model names do: 12200000000 → 12.2B */
export function formatParameters(count: number): string {
  if (count >= 1e9) return `${Number((count / 1e9).toFixed(2))}B`;
  if (count >= 1e6) return `${Number((count / 1e6).toFixed(1))}M`;
  return integerFormat.format(count);
}

/** Formats Unix seconds as a date and time in the user's time zone. */
export function formatTime(seconds: number): string {
  return dateTimeFormat.format(new Date(seconds * 1000));
}

const steps: [limit: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [30 * 86_400, 'day', 86_400],
  [365 * 86_400, 'month', 30 * 86_400],
  [Number.POSITIVE_INFINITY, 'year', 365 * 86_400],
];

/** Formats Unix seconds relative to now: "3 hours ago". */
export function formatAge(seconds: number, now: number = Date.now() / 1000): string {
  const distance = seconds - now;
  const [, unit, size] = steps.find(([limit]) => Math.abs(distance) < limit) ?? steps[steps.length - 1]!;
  return relativeFormat.format(Math.round(distance / size), unit);
}

/** Formats seconds as "40 min", "3.5 h" or "12 days". */
export function formatDuration(seconds: number): string {
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 2 * 86_400) return `${Number((seconds / 3_600).toFixed(1))} h`;
  return `${Number((seconds / 86_400).toFixed(1))} days`;
}

/** `image_generation` → "Image generation" */
export function categoryLabel(category: string): string {
  const words = category.replaceAll('_', ' ');
  return ownValue(categoryNames, category) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const categoryNames: Readonly<Record<string, string>> = {
  clip: 'CLIP',
  blip: 'BLIP',
  esrgan: 'ESRGAN',
  gfpgan: 'GFPGAN',
  codeformer: 'CodeFormer',
  controlnet: 'ControlNet',
  lora: 'LoRA',
  ti: 'Textual inversion',
};

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Shortens the hashes in a text to `4dab…4567`. */
export function shortenHashes(text: string): string {
  return text.replaceAll(/\b([0-9a-f]{4})[0-9a-f]{32,}([0-9a-f]{4})\b/gi, '$1…$2');
}
