import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { cursorText } from '../../records/feed-cursor.ts';
import type { AddressState, LearnedBy } from '../../records/files/address-state.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import { type FileVerdict, isWrong, judge, weightOf } from '../../records/files/verdict.ts';
import type { WriteTx } from '../../store/tx.ts';
import { type AppendEvents, type AuditEvent, newEvent, registryUserId } from '../audit/index.ts';
import { fileStore } from './store.ts';

/**
 * Makes a callback that appends audit events for changed verdicts. The verdict `unreachable` gets no event. A
 * first verdict, or one after an open verdict such as `unknown`, gets an event only when something is wrong
 * with the file. Any other changed verdict gets one.
 *
 * Such an event has the name of a live model, but is no write of the model. Replay knows it by
 * `payload.file_verdict` and skips it.
 */
export function appendVerdictEvents(append: AppendEvents, domain: CanonicalFormat): OnVerdictChanges {
  return async (writer, changes) => {
    const events = changes.filter(isNews).map(({ at, category, model_name, ...news }) =>
      newEvent({
        timestamp: at,
        domain,
        category,
        model_name,
        operation: 'update',
        logical_user_id: registryUserId,
        request_id: null,
        payload: { file_verdict: news },
      }),
    );
    await append(writer, events);
  };
}

function isNews({ verdict_before: before, verdict }: FileVerdictChange): boolean {
  // A silent host is never counted against a file.
  if (verdict === 'unreachable') return false;
  if (before === null || weightOf[before] === 'open') return isWrong(verdict);
  return true;
}

/** A verdict that became another one. */
interface FileVerdictChange {
  at: number;
  category: string;
  model_name: string;
  field_path: string;
  url: string;
  /** Null for the first verdict. */
  verdict_before: FileVerdict | null;
  verdict: FileVerdict;
  how: LearnedBy | null;
  detail: string;
}

/** A changed verdict as followers of the feed get it. */
export type FileVerdictFeedEvent = {
  event_id: number;
  /** The cursor from which a reader of the feed gets the events after this one. */
  cursor: string;
  /** Unix seconds. */
  timestamp: number;
  category: string;
  model_name: string;
} & VerdictNews;

/** Reads a changed verdict from an audit event; null when the event is about something else. */
export function fileVerdictFeedEvent(event: AuditEvent): FileVerdictFeedEvent | null {
  const news = fileVerdictOf(event);
  if (news === null) return null;
  const { event_id, timestamp, category, model_name } = event;
  return {
    event_id,
    cursor: cursorText(event),
    timestamp,
    category,
    model_name,
    ...(news as VerdictNews),
  };
}

/** Reads the changed verdict in the payload of an event; null when the event is about something else. */
export function fileVerdictOf({ payload }: Pick<AuditEvent, 'payload'>): JsonObject | null {
  const news = payload?.file_verdict;
  return isJsonObject(news) ? news : null;
}

type VerdictNews = Omit<FileVerdictChange, 'at' | 'category' | 'model_name'>;

/** A callback for changed verdicts, called in the transaction that stores the changes. */
export type OnVerdictChanges = (writer: WriteTx, changes: readonly FileVerdictChange[]) => Promise<void>;

/**
 * Judges the files with one address anew, and stores each verdict that differs from the stored one. A file
 * about which nothing is known yet gets no verdict.
 *
 * @param files the files of live records with this address
 */
export async function noteVerdicts(
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
    const before = await fileStore(writer).verdict(file);
    if (verdict === 'unknown' && before === null) continue;
    const same = before?.url === url && before.verdict === verdict;
    if (same && before.sha256 === expected.sha256) continue;
    await fileStore(writer).putVerdict({
      category,
      model_name,
      field_path,
      url,
      sha256: expected.sha256,
      verdict,
      since: same ? before.since : now,
    });
    if (same) continue;
    changes.push({
      at: now,
      category,
      model_name,
      field_path,
      url,
      verdict_before: before?.verdict ?? null,
      verdict,
      how: state.known?.observation.how ?? null,
      detail,
    });
  }
  if (changes.length > 0) await onChanges(writer, changes);
}
