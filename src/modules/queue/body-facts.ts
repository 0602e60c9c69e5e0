import type { JsonObject } from '../../kernel/json.ts';
import { canonicalJson } from '../../kernel/same-json.ts';
import { contentHash } from '../../records/hash.ts';
import { toJson } from '../../store/json-column.ts';
import type { StoredChange } from './pending-change.ts';
import type { BodyFactsRow, ChangeBodyRow } from './tables.ts';

/** What somebody has proposed by a change. */
export type ProposedBody = Pick<StoredChange, 'payload' | 'notes' | 'request_metadata' | 'related_models'>;

/** Its length as it is stored, in bytes of UTF-8. */
export function bodyBytes({ payload, notes, request_metadata, related_models }: ProposedBody): number {
  return sizeOf([toJson(payload), notes, toJson(request_metadata), toJson(related_models)]);
}

function sizeOf(texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}

/**
 * What is kept beside a change about its body, as it was proposed.
 *
 * @param payloadRead its payload, for callers that have read it already
 */
export function bodyFacts(
  body: Pick<ChangeBodyRow, 'payload' | 'notes' | 'request_metadata' | 'related_models'>,
  payloadRead: JsonObject | null = body.payload === null ? null : (JSON.parse(body.payload) as JsonObject),
): BodyFactsRow {
  const { payload, notes, request_metadata, related_models } = body;
  return {
    body_bytes: sizeOf([payload, notes, request_metadata, related_models]),
    payload_hash: contentHash(canonicalJson(payloadRead)),
  };
}
