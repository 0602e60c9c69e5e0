import type { JsonObject } from '../../kernel/json.ts';
import type { ProposedRecord } from '../../records/model-views.ts';
import type { StoredChange } from './pending-change.ts';

/** What the metadata of a change say whose legacy payload is the whole record, and no v1 body. */
export const wholeRecordMetadata = { whole_record: true } as const;

/** @param record the payload of the change, which is not null */
export function proposedBy(
  { payload_format: format, request_metadata }: Pick<StoredChange, 'payload_format' | 'request_metadata'>,
  record: JsonObject,
): ProposedRecord {
  return { format, record, whole: request_metadata?.whole_record === true };
}
