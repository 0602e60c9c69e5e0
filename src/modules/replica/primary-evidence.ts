import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { unseen } from '../../records/files/address-state.ts';
import { fileKey, type RecordFile } from '../../records/files/record-file.ts';
import {
  evidenceOf,
  type FileEvidence,
  type FileKnowledge,
  type FileVerdictChange,
  fileEvidence,
  fileVerdictChange,
} from '../files/index.ts';
import { primaryOutage } from './pages.ts';

/** A replica's access to the evidence about files that its primary has gathered. */
export interface PrimaryEvidence extends FileKnowledge {
  /**
   * Gives the age of the primary's evidence in whole seconds; null before the replica has got any evidence,
   * and while the primary has none.
   */
  ageSeconds(): number | null;
  /** The reason why the latest request to the primary failed; null when it did not fail. */
  problem(): string | null;
}

/**
 * `atOnce`: the number of files that one request to the primary asks for. `most`: the largest number of files
 * in all, far more than the records have; reading a primary with more files fails.
 */
const rows = { atOnce: 500, most: 100_000 };
/**
 * Largest number of the primary's answers to questions about past verdicts on files that the replica keeps.
 */
const mostLists = 100;

// Rows are parsed one by one: those that a newer registry writes otherwise are left out.
const filesPage = z.object({
  files: z.array(z.unknown()),
  has_more: z.boolean(),
  from_primary: z.object({ age_seconds: z.int().nonnegative().nullable() }).nullable(),
});
const changesPage = z.object({ changes: z.array(z.unknown()) });

/**
 * The primary's evidence, by the address of the file. `asOf`: Unix seconds at which the evidence was up to
 * date; null when the primary has none.
 */
interface Told {
  readonly files: ReadonlyMap<string, readonly FileEvidence[]>;
  readonly asOf: number | null;
}
const nothing: Told = { files: new Map(), asOf: null };

/**
 * Gives a replica access to its primary's evidence about files. Asks the primary on demand and keeps an
 * answer for `keepSeconds`. While the primary does not answer, its last answer about files stays in use;
 * `changes` gives null. Evidence is used for a file only if it is about the address, hash and size that the
 * record states.
 */
export function askForEvidence({
  primary,
  clock,
  keepSeconds,
  onFailure,
}: {
  primary: { readonly timeoutMs: number; ask(path: string, signal: AbortSignal): Promise<unknown> };
  clock: Clock;
  keepSeconds: number;
  onFailure: (error: unknown) => void;
}): PrimaryEvidence {
  let problem: string | null = null;
  /**
   * Makes a cache of at most `max` answers, by the path of the request. Callers who wait for the same path
   * share one request. When a request fails, the cache keeps for `keepSeconds` what `failed` makes of the
   * last answer.
   */
  const keep = <T extends object>(max: number, ask: (path: string) => Promise<T>, failed: (last?: T) => T) =>
    new LRUCache<string, T>({
      max,
      ttl: Math.max(1, Math.round(keepSeconds * 1000)),
      ignoreFetchAbort: true,
      fetchMethod: async (path, last) => {
        try {
          const answer = await ask(path);
          problem = null;
          return answer;
        } catch (error) {
          problem = (error as Error).message;
          onFailure(error);
          return failed(last);
        }
      },
    });

  const askForFiles = async (): Promise<Told> => {
    const [asked, signal] = [clock.now(), AbortSignal.timeout(primary.timeoutMs)];
    const files: FileEvidence[] = [];
    let age = 0;
    for (let offset = 0; offset < rows.most; offset += rows.atOnce) {
      const answer = await primary.ask(`?limit=${rows.atOnce}&offset=${offset}`, signal);
      if (answer === null) return nothing;
      const { files: some, has_more, from_primary } = pageIn(filesPage, answer);
      if (from_primary?.age_seconds === null) return nothing;
      age = Math.max(age, from_primary?.age_seconds ?? 0);
      files.push(...understood(fileEvidence, some));
      if (!has_more) return { files: Map.groupBy(files, ({ url }) => url), asOf: asked - age };
    }
    throw primaryOutage(`The primary has more than ${rows.most} files.`);
  };
  const answers = keep(1, askForFiles, (last) => last ?? nothing);

  const changes = keep<{ readonly list: FileVerdictChange[] | null }>(
    mostLists,
    async (path) => {
      const answer = await primary.ask(path, AbortSignal.timeout(primary.timeoutMs));
      return {
        list: answer === null ? [] : understood(fileVerdictChange, pageIn(changesPage, answer).changes),
      };
    },
    () => ({ list: null }),
  );

  let [told, reads] = [nothing, 0];
  const toldOf = ({ url, expected }: Pick<RecordFile, 'url' | 'expected'>) =>
    (told.files.get(url) ?? []).filter(
      ({ expected: { sha256, malformed_sha256, size_bytes } }) =>
        sha256 === expected.sha256 &&
        malformed_sha256 === expected.malformed_sha256 &&
        size_bytes === expected.size_bytes,
    );
  return {
    refresh: async () => {
      const answer = (await answers.fetch('')) ?? nothing;
      if (answer === told) return;
      told = answer;
      reads += 1;
    },
    get reads() {
      return reads;
    },
    of: (file) =>
      toldOf(file).find((other) => fileKey(other) === fileKey(file)) ?? evidenceOf(file, unseen, null),
    // The verdict is the file's: it is the same for every record that names the file.
    summary: (file) => toldOf(file)[0] ?? { verdict: 'unknown', seen: null },
    changes: async ({ category, model_name, before }, limit) => {
      const query = new URLSearchParams({ limit: String(limit) });
      for (const [name, value] of Object.entries({ category, model_name, before }))
        if (value !== undefined) query.set(name, String(value));
      return (await changes.fetch(`/changes?${query}`))?.list ?? null;
    },
    ageSeconds: () => (told.asOf === null ? null : Math.max(0, clock.now() - told.asOf)),
    problem: () => problem,
  };
}

/**
 * Checks that an answer of the primary has the expected shape, and gives it.
 * @throws OutageError when it has another shape
 */
function pageIn<T>(shape: z.ZodType<T>, answer: unknown): T {
  const { success, data } = shape.safeParse(answer);
  if (success) return data;
  throw primaryOutage("The primary's answer has no list of files.");
}

function understood<T>(shape: z.ZodType<T>, values: readonly unknown[]): T[] {
  return values.flatMap((value) => {
    const { success, data } = shape.safeParse(value);
    return success ? [data] : [];
  });
}
