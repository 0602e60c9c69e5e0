import { hash } from 'node:crypto';
import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import { OutageError } from '../../kernel/errors.ts';
import { CompressingBody, minCompressedBytes, type ReadyBody } from '../../kernel/ready-body.ts';
import { type EditionFile, isEditionPath } from '../../kernel/transparency/edition-manifest.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Catalog, PerRecord } from '../catalog/index.ts';

/** A response of the service to a read, as a file of an edition. */
export interface Content {
  readonly file: EditionFile;
  /** Whether the edition also contains compressed forms of the file. */
  readonly isCompressed: boolean;
  readonly body: () => CompressingBody;
}

/** The service's response to a GET without `Accept-Encoding`. */
export interface ServiceAnswer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly etag: string;
  readonly contentType: string;
  /** Whether the service prepares the response in advance. It then also compresses the response. */
  readonly isReady: boolean;
}

export interface EditionSource {
  readonly settings: Pick<Settings, 'canonicalFormat'>;
  readonly categories: Categories;
  readonly catalog: Pick<Catalog, 'snapshot'>;
  /** The paths of the catalogues' lists and exports, under the base path. */
  readonly documents: Iterable<string>;
  /** Requests a path from the service; the path is relative to the base path. */
  readonly get: (path: string) => Promise<ServiceAnswer>;
}

const v1 = 'model_references/v1';
const v2 = 'model_references/v2';

/**
 * Lists the paths of an edition whose content is requested from the service. The content of all other paths
 * is read from the service's snapshots.
 */
function listRequestedPaths({ settings, categories, documents }: EditionSource): string[] {
  const metadata = `${settings.canonicalFormat === 'v2' ? v2 : v1}/metadata`;
  return [
    'replicate_mode',
    'openapi.json',
    ...[v1, v2].flatMap((version) => [`${version}/info`, `${version}/model_categories`]),
    `${v1}/diffusers.json`,
    ...categories.list.flatMap(({ name, managedElsewhere }) =>
      managedElsewhere ? [`${v1}/${name}`, `${v1}/${name}.json`] : [],
    ),
    `${metadata}/last_updated`,
    `${metadata}/metadata`,
    ...categories.names.flatMap((name) => [`${metadata}/${name}`, `${metadata}/${name}/last_updated`]),
    ...Array.from(documents, (path) => path.slice(1)),
  ];
}

const hashes = new PerRecord((record) => hash('sha256', record.bytes));

/**
 * Reads the contents of an edition, by path. Afterwards, the caller must check that nothing was written
 * during the read. A record whose name is not a valid file name gets no file of its own; only the file of its
 * category contains it.
 *
 * @throws OutageError when the service does not respond to a path
 */
export async function readContents(source: EditionSource): Promise<Map<string, Content>> {
  const { categories, catalog } = source;
  const contents = new Map<string, Content>();
  const slice = new TimeSlice();
  const addBody = (path: string, body: ReadyBody) =>
    contents.set(
      path,
      createContent(body.etag, body.identity.length, true, () => body as CompressingBody),
    );
  for (const { name, legacy, managedElsewhere } of categories.list) {
    const { body: bodyOfCategory, records, size } = catalog.snapshot('v2', name);
    const legacySnapshot = catalog.snapshot('legacy', name);
    if (legacySnapshot.size > 0 && !managedElsewhere) {
      const fileNames = [name, `${name}.json`, ...(legacy?.aliases ?? [])];
      for (const alias of fileNames) addBody(`${v1}/${alias}`, legacySnapshot.body);
    }
    if (size > 0) addBody(`${v2}/${name}`, bodyOfCategory);
    for (const record of records) {
      const path = `${v2}/${name}/model/${record.name}`;
      if (!isEditionPath(path)) continue;
      const { bytes } = record;
      contents.set(
        path,
        createContent(
          hashes.of(record),
          bytes.length,
          bytes.length >= minCompressedRecordBytes,
          () => new CompressingBody(Buffer.from(bytes)),
        ),
      );
      if (slice.expired) await slice.yield();
    }
  }
  for (const path of listRequestedPaths(source)) {
    const { status, bytes, etag, contentType, isReady } = await source.get(`/${path}`);
    if (status !== 200)
      throw new OutageError(
        'storage_unavailable',
        `The edition cannot be built: reading /${path} failed with status ${status}.`,
      );
    const sha256 = hash('sha256', bytes);
    contents.set(path, {
      file: { sha256, size: bytes.length, content_type: contentType, etag },
      isCompressed: isReady && bytes.length >= minCompressedBytes,
      body: () => new CompressingBody(bytes),
    });
  }
  return contents;
}

/**
 * Minimum length, in bytes, of a record that is also published in compressed forms. A smaller record takes
 * one network packet in any form.
 */
const minCompressedRecordBytes = 1_400;

export function createContent(
  sha256: string,
  size: number,
  isCompressed: boolean,
  body: () => CompressingBody,
): Content {
  return {
    file: { sha256, size, content_type: 'application/json', etag: `"${sha256}"` },
    isCompressed: isCompressed && size >= minCompressedBytes,
    body,
  };
}

/**
 * Returns the name of the object that holds a file's bytes. Servers derive the ETag from this name. For a
 * strong ETag, which is a hash of the bytes, the name is the ETag without quotes. For a weak ETag, the name
 * is `W.<tag>.<SHA-256>`.
 */
export function createObjectName({ etag, sha256 }: Pick<EditionFile, 'etag' | 'sha256'>): string {
  const [, weak, tag] = /^(W\/)?"([\w.-]+)"$/.exec(etag) ?? [];
  if (tag === undefined)
    throw new Error(
      `the ETag ${etag} is not valid in an edition; expected letters, digits, dots and dashes in quotes`,
    );
  return weak ? `W.${tag}.${sha256}` : tag;
}
