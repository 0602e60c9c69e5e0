import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { noAssertion } from './expression.ts';

const comparedFields = ['license_expression', 'commercial_use', 'redistribution'] as const;
const defaultLicensing = {
  license_expression: noAssertion,
  commercial_use: 'unknown',
  redistribution: 'unknown',
};

/** Maximum number of listed differences. */
const maxListed = 10;

/**
 * Describes the difference in licensing between two v2 records, such as `redistribution: allowed →
 * prohibited`. A record without licensing counts as NOASSERTION. Ignores the other members of an assignment,
 * such as its notes.
 */
export function licensingWords(before: JsonObject | null, after: JsonObject | null): string[] {
  const [old, now] = [licensingIn(before), licensingIn(after)];
  const [oldFiles, files] = [membersOf(old.files), membersOf(now.files)];
  const words = describeDifferences(old, now, '');
  for (const name of new Set([...Object.keys(oldFiles), ...Object.keys(files)])) {
    const fileLicensing = (filesByName: JsonObject, fallback: JsonObject) =>
      Object.hasOwn(filesByName, name) ? membersOf(filesByName[name]) : fallback;
    words.push(
      ...describeDifferences(fileLicensing(oldFiles, old), fileLicensing(files, now), ` of ${name}`),
    );
  }
  return words.length > maxListed
    ? [...words.slice(0, maxListed), `and ${words.length - maxListed} more`]
    : words;
}

function describeDifferences(old: JsonObject, now: JsonObject, of: string): string[] {
  return comparedFields.flatMap((key) => {
    if (old[key] === now[key]) return [];
    const name = key === 'license_expression' ? 'licence' : key.replaceAll('_', ' ');
    return [`${name}${of}: ${formatValue(old[key])} → ${formatValue(now[key])}`];
  });
}

const licensingIn = (record: JsonObject | null): JsonObject => ({
  ...defaultLicensing,
  ...membersOf(record?.licensing),
});
const membersOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const formatValue = (value: unknown) =>
  value === 'allowed_with_conditions' ? 'allowed with conditions' : String(value);
