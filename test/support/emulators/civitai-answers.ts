import { type EmulatedAnswer, json } from './emulated-host.ts';

/**
 * A file of a model version, as Civitai describes it. A test may give it further members; they appear in the
 * emulator's answers unchanged.
 */
export interface CivitaiFile {
  readonly id: number;
  readonly name: string;
  /** Size in KiB, with fractions. */
  readonly sizeKB: number;
  readonly type: string;
  readonly primary?: boolean;
  /** Hashes in upper case. Freshly uploaded files have none. */
  readonly hashes?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/**
 * A version of a model, as a test states it. In its answers the emulator adds what depends on the model, such
 * as the model's id and name.
 */
export interface CivitaiVersion {
  readonly id: number;
  readonly name: string;
  readonly baseModel?: unknown;
  readonly files: readonly CivitaiFile[];
}

/** The answer to `GET /api/v1/models/{id}`; versions are newest first. */
export interface CivitaiModel {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly nsfw: boolean;
  readonly modelVersions: readonly CivitaiVersion[];
}

/**
 * Who may download a version's files. `open`: everyone. The others refuse everyone, with the answer that Civitai
 * gives for this reason.
 */
export type DownloadAccess = 'open' | 'login' | 'disabled' | 'early access' | 'archived';

const maxId = 2_147_483_647;

export class CivitaiAnswers {
  readonly #models: () => Iterable<CivitaiModel>;
  readonly #url: () => string;
  readonly #away: { readonly models: ReadonlySet<number>; readonly versions: ReadonlySet<number> };

  constructor(
    models: () => Iterable<CivitaiModel>,
    url: () => string,
    away: { readonly models: ReadonlySet<number>; readonly versions: ReadonlySet<number> },
  ) {
    this.#models = models;
    this.#url = url;
    this.#away = away;
  }

  model(id: string): EmulatedAnswer {
    if (!/^\d+$/.test(id) || Number(id) > maxId) return json(400, { error: `Invalid id: ${id}` });
    const model = [...this.#models()].find((each) => each.id === Number(id));
    if (!model || this.#away.models.has(model.id)) return json(404, { error: `No model with id ${id}` });
    return json(200, this.#modelBody(model), { 'cache-control': 's-maxage=300, stale-while-revalidate=150' });
  }

  version(id: string): EmulatedAnswer {
    if (!/^\d+$/.test(id) || Number(id) > maxId) return json(400, { error: `Invalid id: ${id}` });
    const found = this.find(Number(id));
    if (!found) return json(404, { error: 'Model not found' });
    return json(200, this.#versionBody(found));
  }

  byHash(hash: string): EmulatedAnswer {
    const found = this.#withHash(hash);
    return found ? json(200, this.#versionBody(found)) : json(404, { error: 'Model not found' });
  }

  find(versionId: number): { model: CivitaiModel; version: CivitaiVersion } | null {
    for (const model of this.#models()) {
      const version = model.modelVersions.find(({ id }) => id === versionId);
      if (version) return { model, version };
    }
    return null;
  }

  #withHash(hash: string): { model: CivitaiModel; version: CivitaiVersion } | null {
    const wanted = hash.toUpperCase();
    for (const model of this.#models()) {
      for (const version of [...model.modelVersions].reverse()) {
        const isIt = version.files.some(({ hashes = {} }) => Object.values(hashes).includes(wanted));
        if (isIt) return { model, version };
      }
    }
    return null;
  }

  #modelBody(model: CivitaiModel): object {
    const listed = model.modelVersions.filter(({ id }) => !this.#away.versions.has(id));
    return { ...model, modelVersions: listed.map((version) => this.#withUrls(version)) };
  }

  #versionBody({ model, version }: { model: CivitaiModel; version: CivitaiVersion }): object {
    return {
      ...this.#withUrls(version),
      modelId: model.id,
      air: `urn:air:${ecosystemOf(version.baseModel)}:${model.type.toLowerCase()}:civitai:${model.id}@${version.id}`,
      model: { name: model.name, type: model.type, nsfw: model.nsfw, poi: false },
    };
  }

  /**
   * Adds to a version's description the addresses at which its files are downloaded. The primary file has the
   * version's own address. Every other file has that address with a query that states its type and format.
   */
  #withUrls(version: CivitaiVersion): object {
    const url = `${this.#url()}/api/download/models/${version.id}`;
    return {
      ...version,
      files: version.files.map((file) => {
        const { format = 'SafeTensor', size = 'full', fp = 'fp16' } = file.metadata ?? {};
        const query = new URLSearchParams({
          type: file.type,
          format: String(format),
          size: String(size),
          fp: String(fp),
        });
        return { ...file, downloadUrl: file.primary ? url : `${url}?${query}` };
      }),
      downloadUrl: url,
    };
  }
}

function ecosystemOf(baseModel: unknown): string {
  const name = String(baseModel);
  if (/^(SDXL|Pony|Illustrious|NoobAI)/.test(name)) return 'sdxl';
  if (/^SD 1/.test(name)) return 'sd1';
  if (/^SD 2/.test(name)) return 'sd2';
  return /^Flux\.1/.test(name) ? 'flux1' : 'other';
}
