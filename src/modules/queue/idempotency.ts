import type { RetryKey } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import { listVersions, readEventsOfChange } from './change-history.ts';
import { changeStore } from './store.ts';

/** Seconds for which the response to the first request with a key is stored. */
const retentionSeconds = 24 * 60 * 60;

/**
 * Runs `work` and stores its response under the key, in the same transaction. A retry returns the stored
 * response and does not run `work` again. Without a key, `work` runs and nothing is stored.
 *
 * @param keep `without_payloads` stores the response without the long records of its changes, because the
 *   queue has them; `all` stores the whole response
 * @param now Unix seconds
 * @throws RegistryError `key_reused` (422) when the key was used for another request
 */
export async function runIdempotently<T extends JsonValue | object>(
  writer: WriteTx,
  retry: RetryKey | undefined,
  now: number,
  work: () => Promise<T>,
  keep: 'all' | 'without_payloads' = 'without_payloads',
): Promise<T> {
  if (!retry) return work();
  const { db } = writer;
  const { owner, key, fingerprint } = retry;
  await db
    .deleteFrom('first_answers')
    .where('created_at', '<', now - retentionSeconds)
    .execute();
  const firstAnswer = await db
    .selectFrom('first_answers')
    .selectAll()
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst();
  if (firstAnswer && firstAnswer.fingerprint !== fingerprint) {
    throw new RegistryError(
      'key_reused',
      `Idempotency-Key '${key}' was used for a different request in the last 24 hours. Use a new key for each request.`,
    );
  }
  if (firstAnswer) {
    return (
      keep === 'all' ? JSON.parse(firstAnswer.answer) : await rebuildAnswer(writer, firstAnswer.answer)
    ) as T;
  }
  const answer = await work();
  await db
    .insertInto('first_answers')
    .values({
      owner,
      key,
      fingerprint,
      answer: keep === 'all' ? JSON.stringify(answer) : stripPayloads(answer),
      created_at: now,
    })
    .execute();
  return answer;
}

/**
 * The field that marks a placeholder in a stored response. A placeholder replaces a record that is too long.
 * It also replaces a record whose JSON contains the text `$record_of`, which could be mistaken for a
 * placeholder. A retry reads the replaced record from the queue or the audit trail.
 */
const placeholderKey = '$record_of';
/**
 * Length, in characters, up to which records are included in a stored response. Longer ones are replaced by
 * placeholders.
 */
const maxStoredLength = 2_048;

function stripPayloads(answer: unknown): string {
  return JSON.stringify(answer, function (this: JsonObject, key, value: JsonValue) {
    const { change_id, version = 1 } = this;
    if (key !== 'payload' || typeof change_id !== 'number' || value === null) return value;
    const text = JSON.stringify(value);
    const isIncluded = text.length <= maxStoredLength && !text.includes(placeholderKey);
    return isIncluded ? value : { [placeholderKey]: { change_id, version } };
  });
}

/**
 * Rebuilds a stored response: replaces its placeholders with the proposed records.
 *
 * @throws RegistryError `conflict` when one of these records is neither in the queue nor in the audit trail
 */
async function rebuildAnswer(reader: Tx, answer: string): Promise<unknown> {
  const placeholders: { holder: JsonObject; change_id: number; version: number }[] = [];
  const rebuiltAnswer = JSON.parse(answer, function (this: JsonObject, key, value) {
    if (key === 'payload' && typeof this.change_id === 'number' && value?.[placeholderKey])
      placeholders.push({ holder: this, ...value[placeholderKey] });
    return value;
  });
  for (const { holder, ...of } of placeholders) holder.payload = await readProposedRecord(reader, of);
  return rebuiltAnswer;
}

async function readProposedRecord(
  reader: Tx,
  { change_id, version }: { readonly change_id: number; readonly version: number },
): Promise<JsonObject> {
  const [change] = await changeStore(reader).listed([change_id]);
  if (change?.version === version && change.payload) return change.payload;
  const payload = listVersions(await readEventsOfChange(reader, change_id)).find(
    (each) => each.version === version,
  )?.payload;
  if (payload) return payload;
  throw new RegistryError(
    'conflict',
    `Change ${change_id} was queued with this Idempotency-Key; its first answer is no longer available.`,
  );
}
