import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, auditStore } from '../audit/index.ts';
import { isModelEvent, viewsAfterEvent, viewsBeforeEvent } from '../catalog/index.ts';
import type { BatchSummary } from '../history/index.ts';
import type { UsageLevels } from '../insight/index.ts';
import { type ModelAnnouncement, modelAnnouncement } from './model-announcement.ts';

/** What an applied batch did in the end. */
export interface BatchAnnouncement {
  readonly batch_id: number;
  /** SHA-256 (hex) of its first write: tells it from another batch that got its number. Null when there is none. */
  readonly hash: string | null;
  readonly title: string | null;
  /** Unix seconds, of the latest apply. */
  readonly applied_at: number;
  /** In the order of the first writes, at most 20. What is as it was before is left out. */
  readonly models: readonly ModelAnnouncement[];
  /** How many further writes there are. */
  readonly more: number;
}

/** How many models of a batch are told of. */
const mostModels = 20;
/** What is read of a batch for that. */
const most = { rows: 40, bytes: 1024 * 1024 };

/** @param applied_at of the summary, which has one */
export async function batchAnnouncement(
  reader: Tx,
  { batch_id, batch_title, applied_change_count }: BatchSummary,
  applied_at: number,
  usage: Pick<UsageLevels, 'of'>,
): Promise<BatchAnnouncement> {
  const { events, cut } = await auditStore(reader).page({ of_models: true, batch_id }, most);
  const spans = new Map<string, { first: AuditEvent; last: AuditEvent; writes: number }>();
  for (const event of events.filter(isModelEvent)) {
    const key = `${event.category}\0${event.model_name}`;
    const { first = event, writes = 0 } = spans.get(key) ?? {};
    spans.set(key, { first, last: event, writes: writes + 1 });
  }
  const told = [...spans.values()].slice(0, mostModels);
  const models: ModelAnnouncement[] = [];
  for (const { first, last } of told) {
    const end = cut ? await lastWrite(reader, batch_id, last) : last;
    const before = await viewsBeforeEvent(reader, first);
    const { category, model_name: name } = first;
    const after = viewsAfterEvent(end);
    const model = { category, name };
    const said = modelAnnouncement(model, before, after, usage.of(category, name));
    if (said) models.push(said);
  }
  const all = cut ? applied_change_count : events.length;
  const more = Math.max(0, all - told.reduce((sum, { writes }) => sum + writes, 0));
  return { batch_id, hash: events[0]?.hash ?? null, title: batch_title, applied_at, models, more };
}

/** The last write of a model in a batch. */
async function lastWrite(reader: Tx, batch_id: number, known: AuditEvent): Promise<AuditEvent> {
  const { category, model_name } = known;
  const ofModel = { batch_id, category, model_name, after: known.event_id };
  const { events } = await auditStore(reader).page(ofModel, { ...most, rows: 5 }, 'descending');
  return events.find(isModelEvent) ?? known;
}
