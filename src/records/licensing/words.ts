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
export function describeLicensingChanges(before: JsonObject | null, after: JsonObject | null): string[] {
  const [oldLicensing, newLicensing] = [readLicensing(before), readLicensing(after)];
  const [oldFiles, newFiles] = [toObject(oldLicensing.files), toObject(newLicensing.files)];
  const differences = describeDifferences(oldLicensing, newLicensing, '');
  for (const name of new Set([...Object.keys(oldFiles), ...Object.keys(newFiles)])) {
    const fileLicensing = (filesByName: JsonObject, fallback: JsonObject) =>
      Object.hasOwn(filesByName, name) ? toObject(filesByName[name]) : fallback;
    differences.push(
      ...describeDifferences(
        fileLicensing(oldFiles, oldLicensing),
        fileLicensing(newFiles, newLicensing),
        ` of ${name}`,
      ),
    );
  }
  return differences.length > maxListed
    ? [...differences.slice(0, maxListed), `and ${differences.length - maxListed} more`]
    : differences;
}

function describeDifferences(
  oldLicensing: JsonObject,
  newLicensing: JsonObject,
  ownerText: string,
): string[] {
  return comparedFields.flatMap((key) => {
    if (oldLicensing[key] === newLicensing[key]) return [];
    const name = key === 'license_expression' ? 'licence' : key.replaceAll('_', ' ');
    return [`${name}${ownerText}: ${formatValue(oldLicensing[key])} → ${formatValue(newLicensing[key])}`];
  });
}

const readLicensing = (record: JsonObject | null): JsonObject => ({
  ...defaultLicensing,
  ...toObject(record?.licensing),
});
const toObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const formatValue = (value: unknown) =>
  value === 'allowed_with_conditions' ? 'allowed with conditions' : String(value);
