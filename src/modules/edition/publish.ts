import { setTimeout as pause } from 'node:timers/promises';
import { OutageError, RegistryError } from '../../kernel/errors.ts';
import { CompressingBody } from '../../kernel/ready-body.ts';
import { readManifest, signManifest } from '../../kernel/transparency/edition-manifest.ts';
import type { Signer } from '../../kernel/transparency/signed-note.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import type { Store } from '../../store/store.ts';
import { auditStore } from '../audit/index.ts';
import { modelStore } from '../catalog/index.ts';
import { catalogueStore } from '../catalogues/index.ts';
import {
  type Content,
  createContent,
  createObjectName,
  type EditionSource,
  readContents,
} from './contents.ts';
import type { EditionFolder } from './folder.ts';

export interface PublisherDependencies {
  readonly store: Pick<Store, 'read'>;
  readonly signer: Signer;
  readonly served: EditionSource;
  /** Updates the service's responses to the current state of the database. */
  readonly refresh: () => Promise<void>;
  /** Returns Unix seconds. */
  readonly now: () => number;
}

/**
 * The contents are read again if something was written during the read: at most this number of times, with
 * this pause in between, in ms.
 */
const [maxReadings, readPauseMs] = [20, 25];

/**
 * Publishes an edition in the folder: the service's current responses to all reads. Creates no new edition if
 * the newest one has the same files.
 *
 * @returns the name of the edition, and its number of files
 * @throws RegistryError `bad_request` when the folder has an edition of a later event
 * @throws OutageError when the service cannot be read, or when writes do not pause long enough to read it.
 *   Also throws errors of the operating system
 */
export async function publishEdition(folder: EditionFolder, parts: PublisherDependencies) {
  try {
    return await publishContents(folder, parts);
  } catch (error) {
    // Frees space for the next attempt.
    if (['ENOSPC', 'EDQUOT', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? ''))
      await folder.sweep(parts.now());
    throw error;
  }
}

async function publishContents(folder: EditionFolder, parts: PublisherDependencies) {
  const { contents, end } = await readConsistentContents(parts);
  const files = new Map(Array.from(contents, ([path, { file }]) => [path, file]));
  const newestManifest = folder.newest && readManifest(folder.newest.manifest, null);
  if (newestManifest && !(await parts.store.read((reader) => auditStore(reader).has(newestManifest)))) {
    throw new RegistryError(
      'bad_request',
      `The newest edition has event ${newestManifest.event_id}, which the audit trail of this database does not have: the database is older, or was restored; allowed: an empty folder.`,
    );
  }
  const isUnchanged =
    newestManifest && JSON.stringify([...newestManifest.files]) === JSON.stringify([...files]);
  const [{ event_id, hash }, time] = [isUnchanged ? newestManifest : end, parts.now()];
  const manifestText = isUnchanged
    ? folder.newest?.manifest
    : signManifest({ event_id, hash, time, files }, parts.signer);
  const manifestBody = new CompressingBody(Buffer.from(manifestText ?? ''));
  const manifest = createContent(manifestBody.etag, manifestBody.identity.length, true, () => manifestBody);
  const allContents = new Map([...contents, ['manifest', manifest], ['manifest.json', manifest]]);

  const bodies = new Map<string, CompressingBody>();
  for (const { file, isCompressed, body } of allContents.values()) {
    const object = createObjectName(file);
    // A killed process may have left a file without its compressed forms.
    const objects = isCompressed ? [object, `${object}.gz`, `${object}.br`] : [object];
    if (!bodies.has(object) && !objects.every((each) => folder.has(each))) bodies.set(object, body());
  }
  const compressedObjects = new Set(
    Array.from(allContents.values(), (content) =>
      content.isCompressed ? createObjectName(content.file) : '',
    ),
  );
  const bodiesToCompress = [...bodies]
    .filter(([object]) => compressedObjects.has(object))
    .sort(([, a], [, b]) => a.identity.length - b.identity.length);
  await folder.add(new Map(Array.from(bodies, ([object, { identity }]) => [object, identity])));
  const publishAll = async () => ({
    name: await folder.publish(event_id, createLayout(allContents, folder)),
    files: files.size,
  });
  const edition = await publishAll();
  if (bodiesToCompress.length === 0) return edition;
  // The compressed forms of changed files follow in a second edition, because they take longer.
  await Promise.all(bodiesToCompress.map(([, body]) => body.compress()));
  const compressedForms = bodiesToCompress.flatMap(([object, { gzip, brotli }]) => [
    ...(gzip ? [[`${object}.gz`, gzip] as const] : []),
    ...(brotli ? [[`${object}.br`, brotli] as const] : []),
  ]);
  await folder.add(new Map(compressedForms));
  return publishAll();
}

/**
 * Returns the layout of an edition. Each file is named after its path, followed by `.json`. Compressed forms
 * have the same name with `.gz` or `.br`.
 */
function createLayout(contents: ReadonlyMap<string, Content>, folder: EditionFolder): Map<string, string> {
  const layout = new Map<string, string>();
  for (const [path, { file, isCompressed }] of contents) {
    for (const suffix of isCompressed ? ['', '.gz', '.br'] : ['']) {
      const object = createObjectName(file) + suffix;
      if (folder.has(object)) layout.set(`${path}.json${suffix}`, object);
    }
  }
  return layout;
}

/**
 * Reads the contents, and the newest event of the audit trail at that time. If something was written during
 * the read, reads both again.
 */
async function readConsistentContents({ store, served, refresh }: PublisherDependencies) {
  for (let readings = 0; readings < maxReadings; readings += 1) {
    const { versions, end } = await readState(store);
    await refresh();
    const contents = await readContents(served);
    if ((await readState(store)).versions === versions) return { contents, end };
    await pause(readPauseMs);
  }
  throw new OutageError(
    'overloaded',
    'The registry was written to during every attempt, so no edition could be read. Try again later.',
  );
}

/**
 * Returns the newest event of the audit trail (`end`), and a text (`versions`) that changes with every write
 * of a model or a catalogue.
 */
export function readState(store: Pick<Store, 'read'>): Promise<{ versions: string; end: ChainEnd }> {
  return store.read(async (reader) => {
    const [models, catalogues] = [
      await modelStore(reader).versions(),
      await catalogueStore(reader).getHeads(),
    ];
    const versions = JSON.stringify([[...models].sort(), [...catalogues].sort()]);
    return { versions, end: await auditStore(reader).head() };
  });
}
