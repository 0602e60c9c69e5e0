import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { Caller, RetryKey } from '../../kernel/caller.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { CategoryDefinition, ModelRecord } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { findKeys } from '../../records/files/address-keys.ts';
import { keepLicensing, type LicenseAssignment } from '../../records/licensing/assignment.ts';
import { noAssertion } from '../../records/licensing/expression.ts';
import { type LicenseCertainty, licenseCertainties } from '../../records/licensing/stated.ts';
import type { Tx } from '../../store/tx.ts';
import { type Catalog, type ModelRow, modelStore } from '../catalog/index.ts';
import { changeStore, type MakeProposals, type Proposal, type Proposals } from '../queue/index.ts';
import type { LicensePages, ModelReading } from './license-pages.ts';

/** The operation id through which licences are proposed; stored in `request_metadata`. */
export const fillRoute = 'propose_found_licenses';

/** A selection of models without a licence. */
export interface FillSelection {
  readonly categories: readonly string[];
  /** The names of the models. Absent: all models of the categories. */
  readonly names?: readonly string[] | null | undefined;
  /** The lowest certainty at which a licence is proposed. */
  readonly certainty: LicenseCertainty;
}

interface NamedModel {
  readonly category: string;
  readonly model_name: string;
}

/** A licence that was found on the pages of models, with these models. */
export interface FoundLicense {
  readonly license_expression: string;
  readonly commercial_use: string;
  readonly redistribution: string;
  readonly certainty: LicenseCertainty;
  readonly models: NamedModel[];
}

export interface FillPreview {
  readonly groups: FoundLicense[];
  /** Models whose pages contradict each other or name a licence without a definition. Not proposed. */
  readonly questions: (NamedModel & { readonly question: string })[];
  /**
   * Models whose pages state no licence, and models for which a proposal is already pending or approved. Not
   * proposed.
   */
  readonly left_out: (NamedModel & { readonly reason: string })[];
  /**
   * Number of models whose pages were not read in time, or whose hosts did not respond; they can be retried.
   */
  readonly not_read: number;
}

/** Maximum number of models whose pages one call reads. Further models are counted in `not_read`. */
const maxModels = 2_000;
/**
 * Maximum time, in milliseconds, that one call spends reading pages. The write after it must begin within 20 s
 * of the request.
 */
const readingTimeMs = 12_000;
/** Number of models whose pages one call reads concurrently. */
const maxConcurrentReads = 4;

export type LicenseFill = ReturnType<typeof createLicenseFill>;

/**
 * Finds licences for models without one on the models' pages, and proposes them. Proposes only licences that
 * a page states.
 */
export function createLicenseFill({
  catalog,
  categories,
  pages,
  proposals,
  now,
  newUuid = randomUUID,
}: {
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly categories: Pick<Categories, 'list' | 'find'>;
  readonly pages: LicensePages;
  readonly proposals: Pick<Proposals, 'proposeAllAndAnswer'>;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
  readonly newUuid?: () => string;
}) {
  /** Reads the pages of models for at most `readingTimeMs`. */
  const readPages = async ({ categories: categoryNames, names }: FillSelection, askedBy: string) => {
    const nameSet = names && new Set(names);
    const models = categoryNames.flatMap((category) =>
      catalog
        .snapshot('v2', category)
        .records.filter(({ name, record }) => (nameSet?.has(name) ?? true) && lacksLicense(record))
        .map(({ name, record }) => ({ category, model_name: name, record })),
    );
    const deadline = now() + readingTimeMs;
    const limit = pLimit(maxConcurrentReads);
    const readings = await Promise.all(
      models.slice(0, maxModels).map((model) =>
        limit(async () => {
          const timeoutReading: ModelReading = { unread: 'there was no time left' };
          const licenseReading =
            now() < deadline
              ? await withTimeout(
                  deadline - now(),
                  pages.readModelLicense(model.record, { turn: askedBy }),
                  timeoutReading,
                )
              : timeoutReading;
          return { ...model, reading: licenseReading };
        }),
      ),
    );
    return { readings, skipped: Math.max(0, models.length - maxModels) };
  };

  type Readings = Awaited<ReturnType<typeof readPages>>['readings'];

  const groupReadings = (readings: Readings, skippedCount: number, minCertainty: LicenseCertainty) => {
    const groups = new Map<string, FoundLicense>();
    const result: FillPreview = { groups: [], questions: [], left_out: [], not_read: skippedCount };
    let unreadCount = skippedCount;
    const selectedModels: {
      category: string;
      model_name: string;
      licensing: LicenseAssignment;
      certainty: LicenseCertainty;
    }[] = [];
    for (const { category, model_name, reading } of readings) {
      const model = { category, model_name };
      if ('unread' in reading) unreadCount += 1;
      else if ('question' in reading && reading.question !== undefined)
        result.questions.push({ ...model, question: reading.question });
      else if ('noStatement' in reading) result.left_out.push({ ...model, reason: reading.noStatement });
      else if ('licensing' in reading) {
        const { licensing, certainty } = reading;
        const { license_expression, commercial_use, redistribution } = licensing;
        const key = JSON.stringify([license_expression, commercial_use, redistribution, certainty]);
        const group = groups.get(key) ?? {
          license_expression,
          commercial_use,
          redistribution,
          certainty,
          models: [],
        };
        groups.set(key, group);
        group.models.push(model);
        const isSureEnough =
          licenseCertainties.indexOf(certainty) <= licenseCertainties.indexOf(minCertainty);
        if (isSureEnough) selectedModels.push({ ...model, licensing, certainty });
        else
          result.left_out.push({
            ...model,
            reason: `the licence ${license_expression} is only a ${certainty}`,
          });
      }
    }
    const largestFirst = [...groups.values()].sort((a, b) => b.models.length - a.models.length);
    return { found: { ...result, groups: largestFirst, not_read: unreadCount }, chosen: selectedModels };
  };

  return {
    /** Returns the licences that `propose` would propose. Queues no changes. */
    preview: async (selection: FillSelection, caller: Caller): Promise<FillPreview> => {
      const { readings, skipped } = await readPages(selection, caller.userId);
      return groupReadings(readings, skipped, selection.certainty).found;
    },

    /**
     * Queues one update for each model whose licence was found, atomically. The updates share a `batch_id` in
     * their metadata, which is not a review batch number.
     * @throws RegistryError as for any other proposal
     */
    propose: async (selection: FillSelection, caller: Caller, retry: RetryKey | undefined) => {
      const { readings, skipped } = await readPages(selection, caller.userId);
      const { found, chosen } = groupReadings(readings, skipped, selection.certainty);
      const batch_id = newUuid();
      const leftOut: FillPreview['left_out'] = [];
      const makeProposals: MakeProposals = async (reader) => {
        leftOut.length = 0;
        const changes: Proposal[] = [];
        for (const [category, models] of Map.groupBy(chosen, (each) => each.category)) {
          const names = models.map(({ model_name }) => model_name);
          const rows = new Map(
            (await modelStore(reader).getMany(category, names)).map((row) => [row.name, row]),
          );
          const openChanges = await findOpenLicenseChanges(reader, category, names);
          for (const { model_name, licensing, certainty } of models) {
            const row = rows.get(model_name);
            const licensedRecord = row
              ? addLicense(categories.find(category), row, licensing)
              : 'it was deleted meanwhile';
            const openChangeId = openChanges.get(model_name);
            if (typeof licensedRecord === 'string' || openChangeId !== undefined) {
              const reason =
                openChangeId === undefined
                  ? String(licensedRecord)
                  : `change ${openChangeId} proposes a licence already`;
              leftOut.push({ category, model_name, reason });
              continue;
            }
            changes.push({
              category,
              name: model_name,
              operation: 'update',
              record: licensedRecord,
              format: 'v2',
              route: fillRoute,
              notes: describeLicense(licensing, certainty),
              requestMetadata: { batch_id, certainty },
              caller,
            });
          }
        }
        return changes;
      };
      const queuedIds = await proposals.proposeAllAndAnswer(makeProposals, {
        deadline: caller.deadline,
        retry,
        answer: (changes) => ({ pending_change_ids: changes.map(({ change_id }) => change_id) }),
      });
      return { ...found, left_out: [...found.left_out, ...leftOut], batch_id, ...queuedIds };
    },
  };
}

function lacksLicense({ licensing }: JsonObject): boolean {
  return !isJsonObject(licensing) || licensing.license_expression === noAssertion;
}

async function withTimeout<T>(ms: number, work: Promise<T>, fallback: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, fallback);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

function describeLicense(
  { license_expression, evidence }: LicenseAssignment,
  certainty: LicenseCertainty,
): string {
  const sources = evidence.map(({ source, description }) => `${source} (${description})`);
  return `Licence ${license_expression}, ${certainty}, by ${sources.join(' and ')}.`;
}

/** Returns the record of a model with its licence, or the reason why it cannot be proposed. */
function addLicense(
  definition: CategoryDefinition | undefined,
  row: ModelRow,
  licensing: LicenseAssignment,
): ModelRecord | string {
  const record = JSON.parse(row.v2) as ModelRecord;
  if (!definition || !lacksLicense(record)) return 'it was changed meanwhile';
  if (findKeys(record, 1).length > 0)
    return 'its record has a URL with a personal key: remove the key in an edit first';
  const { licensing: _, ...unlicensedRecord } = record;
  return keepLicensing(
    unlicensedRecord as ModelRecord,
    { licensing: licensing as unknown as JsonObject },
    definition.fields,
  );
}

/** Returns the ids of pending and approved changes that propose a licence, by model name. */
async function findOpenLicenseChanges(
  reader: Tx,
  category: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const openChanges = await changeStore(reader).open(category, names);
  const changes = await changeStore(reader).listed(openChanges.map(({ change_id }) => change_id));
  return new Map(
    changes
      .filter(
        ({ payload, payload_format }) =>
          payload_format === 'v2' && payload !== null && !lacksLicense(payload),
      )
      .map(({ model_name, change_id }) => [model_name, change_id]),
  );
}
