import { LRUCache } from 'lru-cache';
import { escapeHtml } from '../../kernel/escaped-html.ts';
import { createBody, type ReadyBody } from '../../kernel/ready-body.ts';
import { contentHash } from '../../records/hash.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';
import { changeStore } from '../queue/index.ts';
import { describeBatch, type Markup, readAppliedBatch } from './batches.ts';

const maxEntries = 50;
/** Maximum number of documents in memory: one for each address under which clients read the feed. */
const maxDocuments = 16;

/**
 * Returns a function that reads the feed. It generates a document again only when the trail has a new event.
 */
export function createBatchFeed({ read }: Pick<Store, 'read'>) {
  const cache = new LRUCache<string, { head: string; body: Promise<ReadyBody> }>({ max: maxDocuments });
  return async (self: string, console: string): Promise<ReadyBody> => {
    const { hash: head } = await read((reader) => auditStore(reader).head());
    const cachedFeed = cache.get(self);
    if (cachedFeed?.head === head) return cachedFeed.body;
    const body = read(async (reader) => createBody(await createAtomDocument(reader, self, console)));
    cache.set(self, { head, body });
    body.catch(() => cache.delete(self));
    return body;
  };
}

async function createAtomDocument(reader: Tx, self: string, console: string): Promise<string> {
  const [firstEvent] = await auditStore(reader).events({}, 1);
  const entries: string[] = [];
  let latestTime = 0;
  for (const id of await changeStore(reader).appliedBatches(0, maxEntries)) {
    const batch = await readAppliedBatch(reader, id);
    const { title, changes, applied_at } = batch;
    latestTime = Math.max(latestTime, applied_at);
    // After a restore of an older backup, another batch may get this batch's number.
    const [firstWrite] = await auditStore(reader).events({ batch_id: id, of_models: true }, 1);
    const content = describeBatch(batch, console, html).join('<br>');
    const categories = [...new Set(changes.map(({ category }) => `<category term="${category}"/>`))];
    entries.push(`<entry>
<id>${createPermanentId(`${firstEvent?.hash} batch ${id} ${firstWrite?.hash}`)}</id>
<title type="text">${escapeHtml(title)}</title><updated>${formatDate(applied_at)}</updated>
<link rel="alternate" href="${escapeHtml(`${console}/review/batches/${id}`)}"/>${categories.join('')}
<content type="html">${escapeHtml(content)}</content>
</entry>`);
  }
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${createPermanentId(`${firstEvent?.hash} feed batches`)}</id>
<title>Applied batches</title><updated>${formatDate(latestTime)}</updated><author><name>modelref</name></author>
<link rel="self" href="${escapeHtml(self)}"/><link rel="alternate" href="${escapeHtml(console)}/review/batches"/>
${entries.join('\n')}
</feed>`;
}

/**
 * Returns an id that does not depend on the registry's address: a UUID (RFC 9562, version 8) derived from a
 * text.
 */
function createPermanentId(text: string): string {
  const hex = contentHash(`announcement ${text}`);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const formatDate = (seconds: number) => new Date(seconds * 1000).toISOString();

const html: Markup = {
  text: escapeHtml,
  bold: (text) => `<b>${escapeHtml(text)}</b>`,
  link: (text, url) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`,
};
