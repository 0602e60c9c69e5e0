import type { Clock } from '../../kernel/clock.ts';
import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { readRegularFile } from '../../kernel/files/read-regular-file.ts';
import { isJsonObject } from '../../kernel/json.ts';
import { openReferenceUrl } from '../../outside/reference-url.ts';
import { findCategory } from '../../records/categories/index.ts';
import { backendVariants } from '../../records/text-names/index.ts';

/** A style of the horde (a named set of settings), and the models that it uses. */
interface Style {
  readonly name: string;
  readonly models: readonly string[];
}

/**
 * Keeps the horde's styles in memory and lists those that use a model. When a read fails, the styles of the
 * last successful read stay.
 *
 * @param source the address or path of the styles, for display to operators
 * @param read reads the styles; it must limit its time and the bytes that it reads
 */
export function createStyleUses({
  source,
  read,
  clock,
}: {
  readonly source: string;
  readonly read: () => Promise<Style[]>;
  readonly clock: Clock;
}) {
  let byModel: ReadonlyMap<string, readonly string[]> | null = null;
  let status = {
    source,
    /** The number of styles that use at least one model. */
    styles: 0,
    /** Unix seconds of the last successful read; null before the first. */
    read_at: null as number | null,
    /**
     * Why the latest read failed; null when it succeeded. Until the first read has ended: that it is under
     * way.
     */
    problem: 'the styles are being read for the first time' as string | null,
  };

  return {
    /**
     * Reads the styles again.
     * @throws what `read` throws; the earlier styles stay
     */
    refresh: async (): Promise<void> => {
      try {
        const styles = await read();
        byModel = indexOf(styles);
        status = { source, styles: styles.length, read_at: clock.now(), problem: null };
      } catch (error) {
        status = { ...status, problem: (error as Error).message };
        throw error;
      }
    },

    /**
     * Lists the names of the styles that use a model, in the order of the file. Null before the first
     * successful read. Always empty for a category whose usage is not counted, because users do not choose
     * its models by name.
     */
    of: (category: string, name: string): readonly string[] | null => {
      const kind = findCategory(category)?.usage ?? null;
      if (kind === null) return [];
      if (byModel === null) return null;
      const names = kind === 'text' ? [name, ...backendVariants(name)] : [name];
      const found = names.flatMap((each) => byModel?.get(each.toLowerCase()) ?? []);
      return [...new Set(found)];
    },

    status: () => status,
  };
}

/**
 * Maps the name of each model, in lower case, to the names of the styles that use it. Letter case is dropped
 * because the horde ignores it.
 */
function indexOf(styles: readonly Style[]): Map<string, string[]> {
  const byModel = new Map<string, string[]>();
  for (const { name, models } of styles) {
    for (const model of new Set(models.map((each) => each.toLowerCase()))) {
      const known = byModel.get(model);
      if (known) known.push(name);
      else byModel.set(model, [name]);
    }
  }
  return byModel;
}

/** Largest number of styles in a file; a file with more is refused. The public file has some hundreds. */
const mostStyles = 20_000;
/** Largest number of models in a style's list; further ones are ignored. */
const mostModels = 100;
const longestName = 512;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longestName;

/**
 * Reads styles from either form in which the horde publishes them: an object of styles by name, each with its
 * `model`, as in the public repository; or a list of `{name, models}`, as in the answers of its API. Styles
 * without a model, and unreadable ones, are left out.
 *
 * @throws TypeError when the content has neither form, or names no model
 */
export function readStyles(content: unknown): Style[] {
  const named = entriesOf(content);
  if (named.length > mostStyles) throw new TypeError(`it has more than ${mostStyles} styles`);
  const styles = named.flatMap(([name, style]): Style[] => {
    if (!isName(name)) return [];
    const models = modelsOf(style);
    return models.length > 0 ? [{ name, models }] : [];
  });
  // An empty result would say that no style uses any model.
  if (styles.length === 0) throw new TypeError('no style in it names a model');
  return styles;
}

function entriesOf(content: unknown): [name: unknown, style: unknown][] {
  if (Array.isArray(content)) {
    return content.map((style: unknown) => [isJsonObject(style) ? style.name : undefined, style]);
  }
  if (isJsonObject(content)) return Object.entries(content);
  throw new TypeError('it is neither an object nor a list of styles');
}

function modelsOf(style: unknown): string[] {
  if (!isJsonObject(style)) return [];
  const { model, models } = style;
  const listed = Array.isArray(models) ? models.slice(0, mostModels) : [];
  return [...new Set([model, ...listed].filter(isName))];
}

/** Largest size of a file of styles, in bytes; the public file has 0.2 MB. */
const largestFile = 8 * 1024 * 1024;
const timeoutMs = 20_000;
/**
 * Time, in milliseconds, until the styles are read again: after a successful read, and after a failed one.
 */
const everyMs = { read: 600_000, failed: 30_000 };

/**
 * Reads the horde's styles again and again, until `stop` is called.
 *
 * @param source the path of a file, or an http(s) URL
 */
export function followStyles(
  source: string,
  {
    clock,
    logger,
  }: {
    readonly clock: Clock;
    readonly logger: { warn(text: string): void; error(facts: object, text: string): void };
  },
) {
  const opened = /^https?:\/\//i.test(source) ? openUrl(source) : openFile(source);
  const uses = createStyleUses({ source, read: opened.read, clock });
  let nextAt = 0;
  let failing = false;
  let stopped = false;
  const work = async (): Promise<boolean> => {
    if (performance.now() < nextAt) return false;
    try {
      await uses.refresh();
      failing = false;
    } catch (error) {
      // Only the first of several failures in a row is logged.
      if (!failing && !stopped)
        logger.warn(
          `the styles of the horde could not be read, so the last ones count: ${(error as Error).message}`,
        );
      failing = true;
    }
    nextAt = performance.now() + (failing ? everyMs.failed : everyMs.read);
    return false;
  };
  const first = work();
  const onError = (err: unknown) => logger.error({ err }, 'the styles of the horde could not be read');
  const task = repeatedly(1_000, { work, onError });
  return {
    ...uses,
    stop: async () => {
      stopped = true;
      await opened.close();
      await task.stop();
      await first;
    },
  };
}

interface OpenedStyles {
  read(): Promise<Style[]>;
  /** Aborts a read from a URL that is under way. Does nothing for a file. */
  close(): Promise<void>;
}

function openUrl(url: string): OpenedStyles {
  const end = url.lastIndexOf('/');
  const below = openReferenceUrl(url.slice(0, end), { timeoutMs, largestFile });
  return {
    read: async () => stylesOf(url, await below.read(url.slice(end + 1))),
    close: async () => below[Symbol.asyncDispose](),
  };
}

function openFile(path: string): OpenedStyles {
  return {
    read: async () => stylesOf(path, await readRegularFile(path, largestFile)),
    close: async () => {},
  };
}

function stylesOf(source: string, text: string | null): Style[] {
  const refuse = (why: string) => new RegistryError('bad_request', `${source} cannot be read: ${why}.`);
  if (text === null) throw refuse('there is no such file');
  try {
    return readStyles(JSON.parse(text));
  } catch (error) {
    throw refuse(error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message);
  }
}
