import { RegistryError } from '../../kernel/errors.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { WriteTx } from '../../store/tx.ts';

/** The key under which a client may send a write again when no answer has come. */
export interface RetryKey {
  /** The account that sends it: keys of others are other keys. */
  readonly owner: string;
  readonly key: string;
  /** SHA-256 (hex) of what is asked for. */
  readonly fingerprint: string;
}

/** How long a first answer is kept, in seconds. */
const keptSeconds = 24 * 60 * 60;

/**
 * Runs `work` and keeps its answer, in the same transaction; a retry gives that answer and does nothing.
 * Without a key, simply runs `work`.
 *
 * @param now Unix seconds
 * @throws RegistryError `key_reused` (422) when the key was used for another request
 */
export async function idempotent<T extends JsonValue | object>(
  { db }: WriteTx,
  retry: RetryKey | undefined,
  now: number,
  work: () => Promise<T>,
): Promise<T> {
  if (!retry) return work();
  const { owner, key, fingerprint } = retry;
  await db
    .deleteFrom('first_answers')
    .where('created_at', '<', now - keptSeconds)
    .execute();
  const first = await db
    .selectFrom('first_answers')
    .selectAll()
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst();
  if (first && first.fingerprint !== fingerprint) {
    throw new RegistryError(
      'key_reused',
      `Idempotency-Key '${key}' was sent with another request in the last 24 hours: a new request takes a new key.`,
    );
  }
  if (first) return JSON.parse(first.answer) as T;
  const answer = await work();
  await db
    .insertInto('first_answers')
    .values({ owner, key, fingerprint, answer: JSON.stringify(answer), created_at: now })
    .execute();
  return answer;
}
