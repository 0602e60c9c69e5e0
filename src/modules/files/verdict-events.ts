import { z } from 'zod';
import { formatIssues } from '../../kernel/issues-text.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { formatCursor } from '../../records/feed-cursor.ts';
import type { AddressState } from '../../records/files/address-state.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import { isWrong, judge, weightByVerdict } from '../../records/files/verdict.ts';
import type { WriteTx } from '../../store/tx.ts';
import { type AppendEvents, type AuditEvent, newEvent, registryUserId, subjectOf } from '../audit/index.ts';
import { fileVerdict } from './shapes.ts';
import { fileStore } from './store.ts';

/**
 * Creates a callback that appends audit events for changed verdicts. The verdict `unreachable` gets no event.
 * The first verdict on a file, and a verdict after an inconclusive one such as `unknown`, get an event only
 * when something is wrong with the file. Every other changed verdict gets an event.
 *
 * The event has the name of a live model, but does not write the model. Replay recognises it by
 * `payload.file_verdict` and skips it.
 */
export function appendVerdictEvents(append: AppendEvents, format: CanonicalFormat): OnVerdictChanges {
  return async (writer, changes) => {
    const events = changes.filter(isReportedChange).map(({ at, category, model_name, ...change }) =>
      newEvent({
        timestamp: at,
        domain: format,
        category,
        model_name,
        operation: 'update',
        logical_user_id: registryUserId,
        request_id: null,
        payload: { file_verdict: change },
      }),
    );
    await append(writer, events);
  };
}

function isReportedChange({ verdict_before: before, verdict }: FileVerdictChange): boolean {
  // An unreachable host says nothing about the file.
  if (verdict === 'unreachable') return false;
  if (before === null || weightByVerdict[before] === 'open') return isWrong(verdict);
  return true;
}

/** The members of an event about a changed verdict on a file. */
export const verdictChangeShape = z.object({
  field_path: z.string().meta({ description: 'Dotted path of the file in the v2 record.' }),
  url: z.string(),
  /** Null for the first verdict. */
  verdict_before: fileVerdict.nullable(),
  verdict: fileVerdict,
  how: z.string().nullable(),
  detail: z.string(),
});
type VerdictChange = z.infer<typeof verdictChangeShape>;

type FileVerdictChange = VerdictChange & { at: number; category: string; model_name: string };

/** A changed verdict as it appears in the feed. */
export type FileVerdictFeedEvent = VerdictChange & {
  event_id: number;
  /** The feed cursor after this event. */
  cursor: string;
  /** Unix seconds. */
  timestamp: number;
  category: string;
  model_name: string;
};

/**
 * Parses a changed verdict from an audit event. Returns null for events about something else, and for
 * verdicts that this release does not know.
 */
export function parseFileVerdictEvent(event: AuditEvent): FileVerdictFeedEvent | null {
  if (subjectOf(event) !== 'file') return null;
  const parsed = verdictChangeShape.safeParse(event.payload?.file_verdict);
  if (!parsed.success) return null;
  const { event_id, timestamp, category, model_name } = event;
  return { event_id, cursor: formatCursor(event), timestamp, category, model_name, ...parsed.data };
}

/** Returns why an event about a file is invalid; null when it is valid. */
export function findFileEventProblem({ payload }: AuditEvent): string | null {
  const { error } = verdictChangeShape.safeParse(payload?.file_verdict);
  return error
    ? `cannot be read as a changed verdict on a file: ${formatIssues(error, 'file_verdict')}`
    : null;
}

/** A callback for changed verdicts. Runs in the transaction that stores them. */
export type OnVerdictChanges = (writer: WriteTx, changes: readonly FileVerdictChange[]) => Promise<void>;

/**
 * Judges the files with one address again, and stores each verdict that differs from the stored one. A file
 * without any evidence yet gets no verdict.
 *
 * @param files the files of live records with this address
 */
export async function storeVerdicts(
  writer: WriteTx,
  files: readonly RecordFile[],
  state: AddressState,
  now: number,
  onChanges: OnVerdictChanges,
): Promise<void> {
  const changes: FileVerdictChange[] = [];
  for (const file of files) {
    const { category, model_name, field_path, url, expected } = file;
    const { verdict, detail } = judge(file, state);
    const lastVerdict = await fileStore(writer).verdict(file);
    if (verdict === 'unknown' && lastVerdict === null) continue;
    const isSameVerdict = lastVerdict?.url === url && lastVerdict.verdict === verdict;
    if (isSameVerdict && lastVerdict.sha256 === expected.sha256) continue;
    await fileStore(writer).putVerdict({
      category,
      model_name,
      field_path,
      url,
      sha256: expected.sha256,
      verdict,
      since: isSameVerdict ? lastVerdict.since : now,
    });
    if (isSameVerdict) continue;
    changes.push({
      at: now,
      category,
      model_name,
      field_path,
      url,
      verdict_before: lastVerdict?.verdict ?? null,
      verdict,
      how: state.known?.observation.how ?? null,
      detail,
    });
  }
  if (changes.length > 0) await onChanges(writer, changes);
}
