import { z } from 'zod';
import type { Caller, RetryKey } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { ModelRecord } from '../../records/categories/category.ts';
import { type Categories, categoryOf } from '../../records/categories/index.ts';
import { findKeys, removeKeysFromText, removeKeysFromValue } from '../../records/files/address-keys.ts';
import { filesOfRecord } from '../../records/files/record-file.ts';
import { parseOrThrow } from '../../records/parse.ts';
import type { Tx } from '../../store/tx.ts';
import { modelStore } from '../catalog/index.ts';
import {
  changeStore,
  type ListedChange,
  type MakeProposals,
  type Proposal,
  type Proposals,
  repairRoute,
} from '../queue/index.ts';
import { applyRepairs, type FileEvidence, type FileRepair } from './evidence.ts';
import type { FileEvidenceViews } from './file-evidence.ts';
import type { queuedRepairs } from './http-shapes.ts';

/** The files to repair: the file at `field_path`, or all files of the model when `field_path` is absent. */
export interface RepairedFile {
  readonly category: string;
  readonly model_name: string;
  readonly field_path?: string | undefined;
}

export interface RepairSelection {
  readonly files: readonly RepairedFile[];
  /** The kinds of repairs to propose; absent: all kinds. */
  readonly kinds?: readonly FileRepair['kind'][] | undefined;
}

export type QueuedRepairs = z.infer<typeof queuedRepairs>;

/**
 * Proposes the repairs that the hosts' responses suggest, as ordinary changes, one per model. Runs only at a
 * user's request.
 */
export interface FileRepairs {
  /**
   * Queues the proposals of the selected repairs atomically.
   *
   * @throws RegistryError `bad_request` when there is nothing to queue; also the errors of any other proposal
   */
  propose(selection: RepairSelection, caller: Caller, retry?: RetryKey): Promise<QueuedRepairs>;
  /** Returns a function that creates the proposals. `propose` would queue the same proposals. */
  proposals(selection: RepairSelection, caller: Caller): MakeProposals;
}

export function createFileRepairs({
  categories,
  evidence,
  proposals,
}: {
  categories: Pick<Categories, 'baselines'>;
  evidence: Pick<FileEvidenceViews, 'ofFiles'>;
  proposals: Pick<Proposals, 'proposeAll'>;
}): FileRepairs {
  const createProposals =
    ({ files, kinds }: RepairSelection, caller: Caller, leftOut: QueuedRepairs['left_out']): MakeProposals =>
    async (reader) => {
      leftOut.length = 0;
      const changes: Proposal[] = [];
      for (const selectedFiles of Map.groupBy(
        files,
        ({ category, model_name }) => `${category}\0${model_name}`,
      ).values()) {
        const [{ category, model_name } = { category: '', model_name: '' }] = selectedFiles;
        const row = await modelStore(reader).get(category, model_name);
        const record = row && (JSON.parse(row.v2) as ModelRecord);
        const paths = selectedFiles.flatMap(({ field_path }) => field_path ?? []);
        const modelEvidence =
          record === null ? [] : evidence.ofFiles(filesOfRecord(category, model_name, record));
        const repairableFiles = modelEvidence
          .filter(({ field_path }) => paths.length < selectedFiles.length || paths.includes(field_path))
          .map((file) => ({
            ...file,
            repairs: file.repairs.filter(({ kind }) => kinds?.includes(kind) ?? true),
          }))
          .filter(({ repairs }) => repairs.length > 0);
        const reason =
          record === null
            ? 'model not found'
            : repairableFiles.length === 0
              ? 'the evidence suggests no change'
              : await describeOpenRepair(reader, { category, model_name, modelEvidence });
        const repairedRecord =
          record && reason === null
            ? repairRecord(category, record, repairableFiles, categories.baselines)
            : null;
        const [key] = findKeys(repairedRecord, 1);
        if (repairedRecord && !key) {
          changes.push({
            ...createRepairProposal(category, model_name, repairedRecord, repairableFiles),
            caller,
          });
          continue;
        }
        const refusalReason = key
          ? `${key.path.join('.')} has an address with ${key.key}: remove it in an edit first`
          : 'the record has no field for it';
        leftOut.push({ category, model_name, reason: reason ?? refusalReason });
      }
      if (changes.length > 0) return changes;
      const reasons = leftOut
        .slice(0, 5)
        .map(({ category, model_name, reason }) => `'${model_name}' of ${category}: ${reason}`);
      throw new RegistryError(
        'bad_request',
        `Nothing to repair: ${reasons.join('; ') || 'no files were given'}.`,
      );
    };

  return {
    propose: async (selection, caller, retry) => {
      const left_out: QueuedRepairs['left_out'] = [];
      const changes = await proposals.proposeAll(createProposals(selection, caller, left_out), {
        deadline: caller.deadline,
        retry,
      });
      return { pending_change_ids: changes.map(({ change_id }) => change_id), left_out };
    },
    proposals: (selection, caller) => createProposals(selection, caller, []),
  };
}

/** Applies the repairs of these files to a record. Returns null when they change nothing. */
function repairRecord(
  category: string,
  record: ModelRecord,
  files: readonly FileEvidence[],
  baselines: KnownBaselines,
): JsonObject | null {
  const repairedRecord = applyRepairs(
    record,
    files.flatMap(({ repairs }) => repairs),
  );
  // Parsed with the schema for stored records: the other fields are unchanged, and cannot be repaired here.
  const storedRecord = parseOrThrow(categoryOf(category).stored(baselines), repairedRecord, 'body');
  return sameJson(storedRecord, record) ? null : storedRecord;
}

function createRepairProposal(
  category: string,
  name: string,
  record: JsonObject,
  files: readonly FileEvidence[],
): Omit<Proposal, 'caller'> {
  return {
    category,
    name,
    operation: 'update',
    record,
    format: 'v2',
    route: repairRoute,
    notes: removeKeysFromText(
      ['Repairs suggested by the answers of the hosts.', ...files.map(describeFile)].join('\n'),
    ),
    requestMetadata: removeKeysFromValue({
      file_repairs: files.map(({ field_path, url, verdict, how, learned_at, seen, repairs }) => ({
        field_path,
        url,
        verdict,
        how,
        learned_at,
        seen: seen && { ...seen },
        repairs: repairs.map((repair) => ({ ...repair })),
      })),
    }),
  };
}

function describeFile({ field_path, detail, how, learned_at, repairs }: FileEvidence): string {
  const dateText =
    learned_at === null ? '' : ` on ${new Date(learned_at * 1000).toISOString().slice(0, 16)}Z`;
  const repairText = repairs
    .map(({ field_path: field, from, to }) => {
      const previousText = from === null || field.endsWith('.file_url') ? '' : `, ${from} before`;
      return `${field.split('.').at(-1)} becomes ${to}${previousText}`;
    })
    .join(', ');
  return `${field_path}: ${detail} (${how}${dateText}) ${repairText}.`;
}

/**
 * Finds a pending or approved change that proposes repairs of this model, provided that the evidence still
 * suggests all of them. Returns a message that names the change; null when there is none. Prevents duplicate
 * changes when users repeat the request.
 */
async function describeOpenRepair(
  reader: Tx,
  { category, model_name, modelEvidence }: RepairedFile & { readonly modelEvidence: readonly FileEvidence[] },
): Promise<string | null> {
  const openChanges = await changeStore(reader).open(category, [model_name]);
  const changes = await changeStore(reader).listed(openChanges.map(({ change_id }) => change_id));
  const equalChange = changes.find((change) =>
    parseProposedRepairs(change)?.every((repairedFile) => isSuggested(repairedFile, modelEvidence)),
  );
  return equalChange ? `change ${equalChange.change_id} already proposes these repairs` : null;
}

const proposedRepairs = z.array(
  z.object({
    field_path: z.string(),
    repairs: z.array(
      z.object({ kind: z.string(), field_path: z.string(), to: z.union([z.string(), z.number()]) }),
    ),
  }),
);
type ProposedRepairs = z.infer<typeof proposedRepairs>[number];

/** Returns the repairs that a change proposes; null when it is not a proposal of repairs. */
function parseProposedRepairs({
  request_metadata,
}: Pick<ListedChange, 'request_metadata'>): ProposedRepairs[] | null {
  if (request_metadata?.route !== repairRoute) return null;
  return proposedRepairs.safeParse(request_metadata.file_repairs).data ?? null;
}

/** Returns whether the current observations still suggest every repair that a proposal makes to one file. */
function isSuggested({ repairs }: ProposedRepairs, modelEvidence: readonly FileEvidence[]): boolean {
  const currentRepairs = modelEvidence.flatMap((file) => file.repairs);
  return repairs.every(({ kind, field_path, to }) =>
    currentRepairs.some(
      (repair) =>
        repair.kind === kind &&
        repair.field_path === field_path &&
        // A proposed pin remains valid when the branch has moved to another revision.
        (repair.to === to || kind === 'pin'),
    ),
  );
}
