import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { cursorText } from '../../records/feed-cursor.ts';
import type { FileVerdict } from '../../records/files/verdict.ts';
import { type AuditEvent, type NewAuditEvent, newEvent, registryUserId } from '../audit/index.ts';

/** A verdict on a file of a live model that became another one. */
export type FileVerdictNews = {
  field_path: string;
  url: string;
  /** Null for the first verdict. */
  verdict_before: FileVerdict | null;
  verdict: FileVerdict;
  how: string | null;
  detail: string;
};

/**
 * An event that names a live model without being a write of it: `payload.file_verdict` says so. Replay passes
 * over it, because it changes nothing that the trail is the source of.
 */
export function fileVerdictEvent(
  {
    category,
    modelName,
    domain,
    now,
  }: { category: string; modelName: string; domain: CanonicalFormat; now: number },
  news: FileVerdictNews,
): NewAuditEvent {
  return newEvent({
    timestamp: now,
    domain,
    category,
    model_name: modelName,
    operation: 'update',
    logical_user_id: registryUserId,
    request_id: null,
    payload: { file_verdict: { ...news } },
  });
}

/** The same for followers of the registry. */
export type FileVerdictFeedEvent = {
  event_id: number;
  /** The place behind this event in the feed. */
  cursor: string;
  /** Unix seconds. */
  timestamp: number;
  category: string;
  model_name: string;
} & FileVerdictNews;

/** Null for an event about something else. */
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
    ...(news as FileVerdictNews),
  };
}

/** What such an event says; null when the event is about something else. */
export function fileVerdictOf({ payload }: Pick<AuditEvent, 'payload'>): JsonObject | null {
  const news = payload?.file_verdict;
  return isJsonObject(news) ? news : null;
}
