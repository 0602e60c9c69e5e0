import type { Kysely } from 'kysely';
import type { JsonObject } from '../../kernel/json.ts';
import { canonicalJson } from '../../kernel/same-json.ts';
import { contentHash } from '../../records/hash.ts';
import type { Tables } from '../tables.ts';
import type { Migration } from './migration.ts';

/** How many bodies are read at a time: each may have a megabyte. */
const pageSize = 20;

/** What is asked of the bodies of changes without reading them: how large they are, what they ask for. */
export const changeBodyFacts: Migration = {
  number: 9,
  name: 'body-facts',
  statements: ({ int, text }) => [
    `ALTER TABLE pending_changes ADD COLUMN body_bytes ${int} NOT NULL DEFAULT 0`,
    `ALTER TABLE pending_changes ADD COLUMN payload_hash ${text} NOT NULL DEFAULT ''`,
    `CREATE INDEX pending_changes_waiting ON pending_changes (requested_by, body_bytes)
      WHERE status IN ('pending', 'approved')`,
  ],
  rewrite: async (db: Kysely<Tables>) => {
    for (let after = 0; ; ) {
      const page = await db
        .selectFrom('pending_change_bodies')
        .select(['change_id', 'payload', 'notes', 'request_metadata', 'related_models'])
        .where('change_id', '>', after)
        .orderBy('change_id')
        .limit(pageSize)
        .execute();
      for (const { change_id, ...body } of page) {
        const change = db.updateTable('pending_changes').where('change_id', '=', change_id);
        await change.set(bodyFacts(body)).execute();
      }
      const last = page.at(-1);
      if (!last) return;
      after = last.change_id;
    }
  },
};

/** The length of what a change proposes as it is stored, in bytes of UTF-8, and the hash of its payload. */
function bodyFacts(body: Record<'payload' | 'notes' | 'request_metadata' | 'related_models', string | null>) {
  const { payload, notes, request_metadata, related_models } = body;
  const texts = [payload, notes, request_metadata, related_models];
  return {
    body_bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0),
    payload_hash: contentHash(canonicalJson(payload === null ? null : (JSON.parse(payload) as JsonObject))),
  };
}
