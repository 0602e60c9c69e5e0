import type { JsonObject } from '../../registry/json.ts';
import { contentHash } from '../../registry/records/hash.ts';
import { canonicalJson } from '../../registry/same-json.ts';
import type { BodyFactsRow, ChangeBodyRow } from '../schema.ts';

/** What is kept beside a change about its body, as it was proposed. */
export function bodyFacts(
  body: Pick<ChangeBodyRow, 'payload' | 'notes' | 'request_metadata' | 'related_models'>,
): BodyFactsRow {
  const { payload, notes, request_metadata, related_models } = body;
  const texts = [payload, notes, request_metadata, related_models];
  return {
    body_bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0),
    payload_hash: payloadHash(payload === null ? null : (JSON.parse(payload) as JsonObject)),
  };
}

function payloadHash(payload: JsonObject | null): string {
  return contentHash(canonicalJson(payload));
}
