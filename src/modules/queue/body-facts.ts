import type { JsonObject } from '../../kernel/json.ts';
import { canonicalJson } from '../../kernel/same-json.ts';
import { contentHash } from '../../records/hash.ts';
import type { BodyFactsRow, ChangeBodyRow } from './tables.ts';

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
  const texts = [payload, notes, request_metadata, related_models];
  return {
    body_bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0),
    payload_hash: contentHash(canonicalJson(payloadRead)),
  };
}
