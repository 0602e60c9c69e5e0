import { MultiBar, Presets } from 'cli-progress';
import type { ModelrefClient } from '#client';
import { createGuardedFetcher } from '../outside/guarded/guarded-fetcher.ts';
import { askSizes } from './pull/ask-sizes.ts';
import { FolderBusy, lockFolder } from './pull/folder-lock.ts';
import { foldersOf, type Layout } from './pull/layout.ts';
import { type Unchosen, unchosenFiles } from './pull/prune.ts';
import { lookAt, type PullOptions, pull } from './pull/pull.ts';
import { TargetFolder } from './pull/target-folder.ts';
import { type ChosenModel, type Wanted, type WantedFile, wantedFiles } from './pull/wanted-files.ts';
import { notFoundCode } from './remote/exit-codes.ts';
import { checkCategories } from './remote/known-categories.ts';
import { bytesText, printJson } from './remote/output.ts';
import { openServer, type ServerOptions } from './remote/server-options.ts';
import { CommandFailed, type Terminal, UsageError } from './terminal.ts';

interface Choice {
  readonly category: string[];
  readonly name?: string[];
  readonly baseline?: string[];
  readonly tag?: string[];
  readonly mostUsed?: number;
  readonly budget?: number;
  readonly prune?: boolean;
}

export interface PullCommandOptions extends ServerOptions, Choice {
  readonly layout: Layout;
  readonly folder?: ReadonlyMap<string, string>;
  readonly atOnce: number;
  readonly sizes?: boolean;
  readonly largestUnknown?: number;
  readonly keepParts?: boolean;
  readonly dryRun?: boolean;
  readonly check?: boolean;
  readonly yes?: boolean;
  readonly replace?: boolean;
  readonly gated?: boolean;
  readonly allowHost?: string[];
}

/** @throws CommandFailed when a file could not be fetched */
export async function runPull(terminal: Terminal, path: string, options: PullCommandOptions): Promise<void> {
  const client = openServer(terminal, options);
  const strange = [...(options.folder?.keys() ?? [])].find((each) => !options.category.includes(each));
  if (strange !== undefined) {
    throw new UsageError(`--folder names '${strange}', which --category does not.`);
  }
  const { models, others } = await chosenModels(client, options);
  const folder = await TargetFolder.open(path);
  using _ = held(folder);
  const tokens = tokensOf(terminal);
  const fence = { allowedHosts: options.allowHost ?? [], atOnce: options.atOnce };
  const open = createGuardedFetcher(fence);
  const withTokens = createGuardedFetcher({ ...fence, tokens });
  try {
    const sizes = options.sizes ? await askSizes(models, open, options.atOnce) : new Map<string, number>();
    const folderOf = foldersOf(options.layout, options.folder);
    const { budget, largestUnknown } = options;
    const wanted = wantedFiles(models, { folderOf, budget, others, sizes, largestUnknown });
    for (const problem of wanted.problems) terminal.note(`Left out: ${problem}`);
    const looked = await lookAt(folder, wanted.files, options.check ?? false);
    const old = options.prune ? await unchosenFiles(folder, wanted) : { removable: [], kept: [] };
    if (wanted.files.length === 0 && old.removable.length > 0) {
      throw new CommandFailed(
        `No file is chosen, so --prune would remove all ${old.removable.length} that pull has put there: nothing is done.`,
      );
    }
    if (options.dryRun) return tellPlan(terminal, options, wanted, looked.missing, old);
    await checkRoom(folder, looked.missing);
    const mayRemove = await agreesToRemove(terminal, options, old);
    const view = progressView(terminal, options.json ?? false);
    const allowed = new Map<string, Promise<boolean>>();
    const pulled = await pull(
      folder,
      looked,
      { open, withTokens },
      {
        atOnce: options.atOnce,
        replace: options.replace ?? false,
        keepParts: options.keepParts ?? false,
        ...view.options,
        mayAskWithToken: ({ host }) => {
          const answer = allowed.get(host) ?? mayUseToken(terminal, host, tokens, options.gated ?? false);
          allowed.set(host, answer);
          return answer;
        },
      },
    ).finally(() => view.stop());
    const { there, fetched } = pulled;
    const failures = [...wanted.clashes, ...pulled.failures];
    const { removed, kept } = await removeUnchosen(folder, old, mayRemove && failures.length === 0);
    if (failures.length > 0 && old.removable.length > 0) {
      terminal.note('Nothing is removed, because not all was fetched.');
    }
    if (options.json) {
      const names = (files: readonly WantedFile[]) => files.map((file) => file.path);
      const { problems, leftOut } = wanted;
      printJson(terminal, {
        there: names(there),
        fetched: names(fetched),
        removed,
        kept,
        failures,
        problems,
        leftOut,
      });
    } else {
      for (const path of removed) terminal.print(`Removed ${path}`, 'yellow');
      for (const sentence of kept) terminal.note(sentence);
      terminal.print(`${fetched.length} fetched, ${there.length} were there, ${failures.length} failed.`);
    }
    for (const failure of failures) terminal.note(`Not fetched: ${failure}`);
    if (failures.length > 0) throw new CommandFailed(`Files that could not be fetched: ${failures.length}`);
  } finally {
    await Promise.all([open.close(), withTokens.close()]);
  }
}

/** Shows what would be removed, and asks where somebody can answer; scripts have asked for it with the flag. */
async function agreesToRemove(
  terminal: Terminal,
  { json = false, yes = false }: PullCommandOptions,
  { removable }: Unchosen,
): Promise<boolean> {
  if (removable.length === 0) return false;
  for (const path of removable) {
    if (json) terminal.note(`${path}  would be removed`);
    else terminal.print(`${path}  would be removed`, 'yellow');
  }
  if (yes || !terminal.confirm || !terminal.printsToTerminal) return true;
  const what = removable.length === 1 ? 'this file' : `these ${removable.length} files`;
  return terminal.confirm(`Remove ${what}, which pull has put there?`);
}

/** What is there may be another file by now, so each is looked at again. */
async function removeUnchosen(
  folder: TargetFolder,
  { removable, kept }: Unchosen,
  mayRemove: boolean,
): Promise<{ removed: string[]; kept: string[] }> {
  const all = { removed: [] as string[], kept: [...kept] };
  if (!mayRemove) return all;
  for (const path of removable) {
    const why = await folder.remove(path);
    if (why === null) all.removed.push(path);
    else all.kept.push(`${path} stays: ${why}.`);
  }
  return all;
}

/** The models that are chosen, in the order of a budget, and all records of their categories. */
async function chosenModels(
  client: ModelrefClient,
  { category, name, baseline, tag = [], mostUsed, prune = false }: Choice,
): Promise<{ models: ChosenModel[]; others: Pick<ChosenModel, 'category' | 'record'>[] }> {
  const models: ChosenModel[] = [];
  const others: Pick<ChosenModel, 'category' | 'record'>[] = [];
  const unknown = new Set(name);
  for (const each of category) {
    const { value } = await client.category(each);
    if (value.size === 0) await checkCategories(client, [each]);
    for (const record of value.values()) others.push({ category: each, record });
    const ranked =
      mostUsed === undefined
        ? [...value.keys()]
        : (await client.popular(each, { limit: mostUsed })).map((model) => model.name);
    if (prune && ranked.length === 0) {
      const what = value.size === 0 ? `no models in '${each}'` : `not which models of '${each}' are used`;
      throw new CommandFailed(
        `The registry names ${what} now, so --prune would remove all of them: nothing is done.`,
      );
    }
    for (const key of ranked) {
      const record = value.get(key);
      if (!record || (name && !name.includes(key))) continue;
      unknown.delete(key);
      if (baseline && !baseline.includes(record.baseline ?? '')) continue;
      if (tag.every((word) => record.tags?.includes(word)))
        models.push({ category: each, name: key, record });
    }
  }
  if (unknown.size > 0) {
    throw new CommandFailed(
      `There is no model ${[...unknown].map((each) => `'${each}'`).join(', ')} among them.`,
      { exitCode: notFoundCode },
    );
  }
  return { models, others };
}

/** @throws CommandFailed when another pull has the folder */
function held(folder: TargetFolder): Disposable {
  try {
    return lockFolder(folder.own);
  } catch (error) {
    if (error instanceof FolderBusy) throw new CommandFailed(error.message);
    throw error;
  }
}

function tokensOf({ environment }: Terminal): Record<string, string> {
  const given = environment.MODELREF_PULL_TOKENS;
  if (!given) return {};
  try {
    const tokens = JSON.parse(given) as Record<string, string>;
    if (Object.values(tokens).every((token) => typeof token === 'string')) return tokens;
  } catch {
    // Said below; without the text, which may be a token.
  }
  throw new CommandFailed('MODELREF_PULL_TOKENS has to be JSON: {"<host>":"<token>"}.');
}

async function mayUseToken(
  { confirm }: Terminal,
  host: string,
  tokens: Readonly<Record<string, string>>,
  agreed: boolean,
): Promise<boolean> {
  if (tokens[host] === undefined) return false;
  return agreed || (await confirm?.(`${host} wants an account. Ask it with your token?`)) === true;
}

const sumOf = (files: readonly WantedFile[]) => files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);

function tellPlan(
  terminal: Terminal,
  { json = false }: PullCommandOptions,
  { files, problems, clashes, leftOut }: Wanted,
  missing: readonly WantedFile[],
  { removable, kept }: Unchosen,
): void {
  const unknown = missing.filter(({ bytes }) => bytes === null).length;
  if (json) {
    printJson(terminal, {
      missing,
      there: files.length - missing.length,
      bytes: sumOf(missing),
      unknown,
      remove: removable,
      kept,
      failures: clashes,
      problems,
      leftOut,
    });
    return;
  }
  for (const { path, bytes } of missing) {
    terminal.print(`${path}  ${bytes === null ? 'size unknown' : bytesText(bytes)}`);
  }
  for (const path of removable) terminal.print(`${path}  would be removed`, 'yellow');
  for (const sentence of [...kept, ...clashes]) terminal.note(sentence);
  for (const name of leftOut) terminal.note(`Not within the budget: ${name}`);
  const more = unknown > 0 ? ` and ${unknown} files of unknown size (--sizes asks their hosts)` : '';
  terminal.print(
    `${missing.length} of ${files.length} files are missing: ${bytesText(sumOf(missing))}${more}.`,
    'bold',
  );
}

/**
 * A file that is said to be larger than the disk has free stops no other: it fails when it is fetched.
 * @throws CommandFailed when the disk has no room for what is known to come
 */
async function checkRoom(folder: TargetFolder, missing: readonly WantedFile[]): Promise<void> {
  const free = await folder.freeBytes();
  const needed = sumOf(missing.filter(({ bytes }) => (bytes ?? 0) <= free));
  if (needed <= free) return;
  throw new CommandFailed(
    `${bytesText(needed)} are missing, and the disk has ${bytesText(free)} free. Choose less, or give a --budget.`,
  );
}

interface View {
  readonly options: Pick<PullOptions, 'onFile' | 'onProgress'>;
  stop(): void;
}

/** A bar for each file where somebody watches, else a line for each that is there. */
function progressView({ screen, print }: Terminal, json: boolean): View {
  const bars = screen
    ? new MultiBar(
        {
          format: '{bar} {percentage} %  {size}  {path}',
          stream: screen,
          clearOnComplete: true,
          hideCursor: true,
        },
        Presets.shades_classic,
      )
    : null;
  const shown = new Map<string, ReturnType<MultiBar['create']>>();
  return {
    options: {
      onProgress({ path }, bytes, of) {
        const facts = { path: path.slice(-50), size: bytesText(bytes) };
        const bar = shown.get(path) ?? bars?.create(of ?? 0, bytes, facts);
        if (!bar) return;
        shown.set(path, bar);
        bar.setTotal(of ?? bytes);
        bar.update(bytes, facts);
      },
      onFile({ path }, state) {
        const bar = shown.get(path);
        if (bar) bars?.remove(bar);
        if (!json && !bars && state === 'fetched') print(`Fetched ${path}`, 'green');
      },
    },
    stop: () => bars?.stop(),
  };
}
