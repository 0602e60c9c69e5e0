import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import { findStoredCategory } from '../../../records/categories/index.ts';
import { createAddressKey, createFileGroupKey } from '../../../records/files/host-address.ts';
import { pageOf } from '../../../records/files/links.ts';
import { downloadsOf, isSha256 } from '../../../records/files/record-file.ts';
import {
  type LicenseAssignment,
  licensingOf,
  type ModelLicensing,
} from '../../../records/licensing/assignment.ts';
import { noAssertion } from '../../../records/licensing/expression.ts';
import { allowsMore, isStricter } from '../../../records/licensing/stated.ts';
import type { FindingRule, LintedProposal, Rule } from './finding.ts';

/**
 * Returns the licence assignments of a record, by dotted path: of the model (`licensing`) and of its files.
 */
function listAssignments(licensing: ModelLicensing | null): Map<string, LicenseAssignment> {
  if (licensing === null) return new Map();
  const files = Object.entries(licensing.files ?? {});
  return new Map([
    ['licensing', licensing],
    ...files.map(([name, file]) => [`licensing.files.${name}`, file] as const),
  ]);
}

const uses = ['commercial_use', 'redistribution'] as const;
const describeUse = (use: (typeof uses)[number]) => use.replace('_', ' ');

/** Returns the licence of one file: its own, else that of the model. */
function findFileLicense(licensing: ModelLicensing, fileName: string | null): LicenseAssignment {
  const { files = {} } = licensing;
  return fileName !== null && Object.hasOwn(files, fileName) ? files[fileName]! : licensing;
}

/**
 * Lists the live base models of a record. These are its baseline (text models only), the model with the name
 * of its finetune series, and the models with the homepage of that series.
 */
function* listBaseModels({
  category,
  name,
  record,
  knownModels,
  recordOf,
}: LintedProposal): Generator<[name: string, record: JsonObject]> {
  const models = knownModels.find((each) => each.category === category);
  const series = isJsonObject(record?.finetune_series) ? record.finetune_series : {};
  const page = pageOf(series.homepage);
  const isText = findStoredCategory(category)?.usage === 'text';
  const names = [
    ...(isText && typeof record?.baseline === 'string' ? [record.baseline] : []),
    ...(typeof series.name === 'string' ? [series.name] : []),
    ...(page ? (models?.byPage.get(page.page) ?? []) : []),
  ];
  for (const baseName of new Set(names)) {
    const baseRecord = baseName === name ? undefined : recordOf?.(baseName);
    if (baseRecord) yield [baseName, baseRecord];
  }
}

export const licenseRules = {
  license_unknown: function* ({ record, isDeprecatedLicense }) {
    if (!isDeprecatedLicense) return;
    for (const [path, { license_ids }] of listAssignments(licensingOf(record))) {
      for (const id of license_ids) {
        const isDeprecated = isDeprecatedLicense(id);
        if (isDeprecated === false) continue;
        const message = isDeprecated
          ? `The definition of the licence '${id}' is deprecated.`
          : `The licence '${id}' has no definition.`;
        yield { path, message };
      }
    }
  },

  license_loosened: function* ({ live, record }) {
    const liveLicensing = licensingOf(live);
    if (record === null || liveLicensing === null) return;
    const newLicensing = licensingOf(record);
    const findLicense = (licensing: ModelLicensing, path: string) =>
      path === 'licensing' ? licensing : findFileLicense(licensing, path.slice('licensing.files.'.length));
    // A file that newly has a licence of its own had that of the model.
    for (const path of new Set([
      ...listAssignments(liveLicensing).keys(),
      ...listAssignments(newLicensing).keys(),
    ])) {
      const before = findLicense(liveLicensing, path);
      if (before.license_expression === noAssertion) continue;
      const after = newLicensing && findLicense(newLicensing, path);
      if (after === null || after.license_expression === noAssertion) {
        yield { path, message: `The licence ${before.license_expression} is removed.` };
        continue;
      }
      const loosenedUses = uses.filter((use) => allowsMore(after[use], before[use]));
      const droppedObligations = before.obligations.filter((each) => !after.obligations.includes(each));
      const differences = [
        ...loosenedUses.map((use) => `${describeUse(use)}: ${before[use]} → ${after[use]}`),
        ...(droppedObligations.length > 0 ? [`without ${droppedObligations.join(', ')}`] : []),
      ];
      if (differences.length > 0)
        yield {
          path,
          message: `The licence allows more than ${before.license_expression} did: ${differences.join('; ')}.`,
        };
    }
  },

  license_mirrored: function* ({ record, knownModels }) {
    const licensing = licensingOf(record);
    if (record === null || licensing === null) return;
    const files = downloadsOf(record);
    const homepage = pageOf(record.homepage) ?? pageOf(record.url);
    for (const { path, url, sha256, fileName } of files) {
      if (findFileLicense(licensing, fileName).redistribution !== 'prohibited' || url === '') continue;
      const key = createAddressKey(url);
      const page = pageOf(url);
      const hash = isSha256(sha256) ? sha256.toLowerCase() : null;
      const isElsewhere = homepage !== null && page !== null && page.page !== homepage.page;
      const otherDownloads =
        hash === null
          ? []
          : files.filter((each) => each.sha256.toLowerCase() === hash && createAddressKey(each.url) !== key);
      const models =
        hash === null
          ? []
          : knownModels.flatMap(({ category, byHash, byUrl }) => {
              const namesWithUrl = new Set(
                (byUrl.get(createFileGroupKey(url)) ?? []).map((each) => each.name),
              );
              return (byHash.get(hash) ?? [])
                .filter((name) => !namesWithUrl.has(name))
                .map((name) => `'${name}' (${category})`);
            });
      const evidenceText = isElsewhere
        ? `it comes from ${url}, and the page of the model is ${String(record.homepage ?? record.url)}`
        : otherDownloads[0]
          ? `${otherDownloads[0].url} has the same file`
          : models[0] && `${models[0]} has the same file at another address`;
      if (evidenceText)
        yield {
          path: `${path}.file_url`,
          message: `The licence prohibits redistribution of the file: ${evidenceText}.`,
        };
    }
  },

  license_of_base_stricter: function* (proposal) {
    const modelLicensing = licensingOf(proposal.record);
    if (modelLicensing === null) return;
    for (const [name, record] of listBaseModels(proposal)) {
      const baseLicensing = licensingOf(record);
      const loosenedUses = baseLicensing
        ? uses.filter((use) => isStricter(baseLicensing[use], modelLicensing[use]))
        : [];
      if (baseLicensing === null || loosenedUses.length === 0) continue;
      const message = `The licence allows more ${loosenedUses.map(describeUse).join(' and ')} than ${baseLicensing.license_expression} of the base model '${name}'.`;
      yield { path: 'licensing', message };
    }
  },
} satisfies Partial<Record<FindingRule, Rule>>;
