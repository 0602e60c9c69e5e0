import { startRepeatedTask } from '../../kernel/concurrency/repeatedly.ts';
import { isJsonObject } from '../../kernel/json.ts';
import { openReferenceUrl } from '../../outside/reference-url.ts';
import { findStoredCategory } from '../../records/categories/index.ts';
import { createBackendNames } from '../../records/text-names/index.ts';
import { hordeRows } from '../../settings/rows/horde.ts';
import type { Settings } from '../../settings/settings.ts';

const defaultStylesUrl = 'https://raw.githubusercontent.com/Haidra-Org/AI-Horde-Styles/main/styles.json';
/** Interval, in ms, at which the styles are read again. */
const intervalMs = 600_000;
/** Limits of a read, in ms and bytes. The size of the public file is 0.2 MB. */
const limits = { timeoutMs: 20_000, largestFile: 8 * 1024 * 1024 };

/** Maps the name of each model, in lower case, to the names of the styles that use it. */
type StylesByModel = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the URL of the horde's styles (named sets of settings, each with its model); null for an instance
 * that does not need them: a REPLICA, and a registry of a horde other than the AI-Horde.
 */
export function findStylesUrl({ authUrl, replicateMode }: Settings): string | null {
  return replicateMode === 'PRIMARY' && authUrl === hordeRows.authUrl.default ? defaultStylesUrl : null;
}

/**
 * Reads the styles immediately and every `intervalMs` until `stop` is called. After a failure, the previous
 * styles stay.
 */
export function followStyles(url: string, logger: { warn(text: string): void }) {
  const lastSlash = url.lastIndexOf('/');
  const stylesSource = openReferenceUrl(url.slice(0, lastSlash), limits);
  let stylesByModel: StylesByModel | null = null;
  let isStopped = false;
  const refresh = async () => {
    stylesByModel = readStyles((await stylesSource.read(url.slice(lastSlash + 1))) ?? '');
    return false;
  };
  const onError = (error: unknown) => {
    if (!isStopped) logger.warn(`cannot read the styles of the horde: ${(error as Error).message}`);
  };
  const firstRead = refresh().catch(onError);
  const task = startRepeatedTask(intervalMs, { work: refresh, onError });
  return {
    /**
     * Lists the names of the styles that use a model, in file order. Null before the first successful read.
     * Always empty for a category whose models users do not choose by name.
     */
    of: (category: string, name: string): readonly string[] | null => {
      const kind = findStoredCategory(category)?.usage ?? null;
      if (kind === null) return [];
      const names = kind === 'text' ? [name, ...createBackendNames(name)] : [name];
      return (
        stylesByModel && [...new Set(names.flatMap((each) => stylesByModel?.get(each.toLowerCase()) ?? []))]
      );
    },
    stop: async () => {
      isStopped = true;
      await stylesSource[Symbol.asyncDispose]();
      await Promise.all([task.stop(), firstRead]);
    },
  };
}

/**
 * Parses a styles file: an object of styles by name.
 * @throws Error if no style in it names a model, because an empty result would mean that no style uses any
 *   model
 */
function readStyles(text: string): StylesByModel {
  const content: unknown = JSON.parse(text);
  const stylesByModel = new Map<string, string[]>();
  for (const [name, style] of Object.entries(isJsonObject(content) ? content : {})) {
    if (!isJsonObject(style) || typeof style.model !== 'string') continue;
    const model = style.model.toLowerCase();
    stylesByModel.set(model, [...(stylesByModel.get(model) ?? []), name]);
  }
  if (stylesByModel.size === 0) throw new Error('no style in the file refers to a model');
  return stylesByModel;
}
