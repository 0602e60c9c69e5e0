import Sqlite from 'better-sqlite3';
import { chainStart, linkEvent, type NewAuditEvent } from '../src/modules/audit/event.ts';
import { modelEvent } from '../src/modules/catalog/model-events.ts';
import { changeAfter } from '../src/modules/queue/change-steps.ts';
import type { StoredChange } from '../src/modules/queue/pending-change.ts';
import { applyEvent, approveEvent, enqueueEvent, rejectEvent } from '../src/modules/queue/queue-events.ts';
import { toBodyRow, toHeadRow } from '../src/modules/queue/store-rows.ts';
import type { ModelRecord } from '../src/records/categories/category.ts';
import { imageGeneration } from '../src/records/categories/image-generation.ts';
import { type ModelViews, textsOf } from '../src/records/model-views.ts';
import { openStore } from '../src/store/open.ts';
import { aStoredChange } from '../test/support/changes.ts';

const batchSize = 100;
/**
 * The percentages of changes that are pending and rejected. The pending ones are the newest changes. All
 * other changes are applied.
 */
const [pendingShare, rejectedShare] = [8, 4];
const requestors = 40;
const start = 1_600_000_000;

/**
 * Fills a new SQLite file with the queue and the audit trail of a busy registry. The audit events form a hash
 * chain; the records have about 2 KB. Gives the number of audit events.
 */
export async function fillLargeQueue(path: string, changes: number, models: number): Promise<number> {
  await (await openStore(`sqlite:${path}`)).close();
  const database = new Sqlite(path);
  database.pragma('synchronous = OFF');
  const insert = inserter(database);
  let end = chainStart;
  const append = (event: NewAuditEvent): number => {
    const linked = linkEvent(event, end);
    insert('audit_events', { ...linked, payload: JSON.stringify(linked.payload) });
    end = linked;
    return linked.event_id;
  };
  const live = new Map<string, ModelViews>();
  let batch: StoredChange[] = [];
  let batchId = 0;

  const decide = () => {
    batchId += 1;
    for (const change of batch) {
      const now = change.requested_at + 3600;
      const act = { domain: 'v2', now, actor: { userId: '2', username: 'anna#2' } } as const;
      const call = { title: `Batch ${batchId}`, batchId, risks: new Map() };
      if (change.change_id % 100 < rejectedShare) {
        const rejection = rejectEvent(change, { ...call, reason: 'not now' }, act);
        append(rejection);
        insertChange(insert, changeAfter(change, rejection));
        continue;
      }
      const approval = approveEvent(change, call, act);
      append(approval);
      const approved = changeAfter(change, approval);
      const before = live.get(change.model_name) ?? null;
      const after = viewsOf(change);
      const { category, model_name: name } = change;
      const write = {
        category,
        name,
        before,
        after,
        domain: 'v2',
        userId: '2',
        requestId: 'job',
        change: approved,
        now,
      };
      const eventId = append(modelEvent(write as never, null));
      const apply = applyEvent(approved, { jobId: 'job', title: null, eventId }, act);
      append(apply);
      const states = { before_state: before?.v2 ?? null, after_state: after.v2 };
      insertChange(insert, { ...changeAfter(approved, apply), ...states });
      live.set(change.model_name, after);
    }
    batch = [];
  };

  database.transaction(() => {
    for (let id = 1; id <= changes; id += 1) {
      const change = newChange(id, models, live);
      const act = { domain: 'v2', now: change.requested_at, actor: requestorOf(id) } as const;
      append(enqueueEvent(change, act));
      if (id > (changes * (100 - pendingShare)) / 100) insertChange(insert, change);
      else batch.push(change);
      if (batch.length === batchSize) decide();
    }
    if (batch.length > 0) decide();
    let position = 0;
    for (const [name, views] of live) {
      const times = { created_at: start, updated_at: start };
      insert('models', {
        category: imageGeneration.name,
        name,
        position: position++,
        ...textsOf(views),
        ...times,
      });
    }
    database.prepare('UPDATE audit_head SET event_id = ?, hash = ?').run(end.event_id, end.hash);
    database.prepare("UPDATE counters SET value = ? WHERE name = 'change'").run(changes);
    database.prepare("UPDATE counters SET value = ? WHERE name = 'batch'").run(batchId);
    insert('category_versions', { category: imageGeneration.name, version: 1 });
  })();
  database.close();
  return end.event_id;
}

function newChange(id: number, models: number, live: ReadonlyMap<string, ModelViews>): StoredChange {
  const name = `author-${id % 97}/model ${(id * 7919) % models}`;
  const requestor = requestorOf(id);
  return aStoredChange({
    change_id: id,
    category: imageGeneration.name,
    model_name: name,
    operation: live.has(name) ? 'update' : 'create',
    payload: recordOf(name, id),
    requested_by: requestor.userId,
    requested_username: requestor.username,
    requested_at: start + id * 60,
    updated_at: start + id * 60,
    request_metadata: { route: 'create_v2_image_generation' },
  });
}

function requestorOf(id: number) {
  const userId = String(100 + (id % requestors));
  return { userId, username: `requestor#${userId}` };
}

function recordOf(name: string, version: number): ModelRecord {
  const sha256sum = version.toString(16).padStart(64, '0');
  return {
    record_type: imageGeneration.name,
    name,
    description: `Version ${version}. ${descriptionOf(version)}`,
    version: String(version),
    metadata: { schema_version: '2.0.0' },
    config: {
      download: [
        {
          file_name: `${version}.safetensors`,
          file_url: `https://huggingface.co/${version}.safetensors`,
          sha256sum,
        },
      ],
    },
    model_classification: { domain: 'image', purpose: 'generation' },
    inpainting: false,
    baseline: 'stable_diffusion_xl',
    tags: ['anime', 'landscape', `tag${version % 50}`],
    nsfw: version % 3 === 0,
  };
}

const words =
  'a merge of several checkpoints trained on landscapes portraits and anime with baked vae clip skip two works best at thirty steps sharper faces softer light than its ancestor inpainting supported prompts in plain english or tags negative embeddings optional licence allows commercial use of images made by it thanks to everybody who gave data compute time'.split(
    ' ',
  );

/**
 * Gives a description of about a thousand characters, with no more repetitions than people write. PostgreSQL
 * compresses long texts, so a description with many repetitions takes less space than a real one.
 */
function descriptionOf(version: number): string {
  const word = (place: number) => words[(version * 31 + place * place * 7 + (place >> 3)) % words.length];
  return Array.from({ length: 160 }, (_, place) => word(place)).join(' ');
}

function viewsOf(change: StoredChange): ModelViews {
  const v2 = change.payload as ModelRecord;
  return { v2, legacy: imageGeneration.legacy?.fromV2(change.model_name, v2, null) ?? null };
}

type Insert = (table: string, row: object) => void;

function insertChange(insert: Insert, change: StoredChange): void {
  insert('pending_changes', toHeadRow(change));
  insert('pending_change_bodies', toBodyRow(change));
}

function inserter(database: Sqlite.Database): Insert {
  const statements = new Map<string, Sqlite.Statement>();
  return (table, row) => {
    const columns = Object.keys(row);
    const statement =
      statements.get(table) ??
      database.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`,
      );
    statements.set(table, statement);
    statement.run(row);
  };
}
