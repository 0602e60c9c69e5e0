import { createGuardedFetcher } from '../outside/guarded/guarded-fetcher.ts';
import { askSizes, type Choice, chosenModels } from './pull/chosen-models.ts';
import { lockFolder } from './pull/folder-lock.ts';
import { progressView, sumOf, tellPlan } from './pull/output.ts';
import { agreesToRemove, removeUnchosen, unchosenFiles } from './pull/prune.ts';
import { lookAt, pull } from './pull/pull.ts';
import { TargetFolder } from './pull/target-folder.ts';
import { foldersOf, type Layout, type WantedFile, wantedFiles } from './pull/wanted-files.ts';
import { bytesText, printJson } from './remote/output.ts';
import { openServer, type ServerOptions } from './remote/server-options.ts';
import { CommandFailed, type Terminal, UsageError } from './terminal.ts';

export interface PullFlags extends ServerOptions, Choice {
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
export async function runPull(terminal: Terminal, path: string, options: PullFlags): Promise<void> {
  const client = openServer(terminal, options);
  const strange = [...(options.folder?.keys() ?? [])].find((each) => !options.category.includes(each));
  if (strange !== undefined) {
    throw new UsageError(`--folder names '${strange}', which --category does not.`);
  }
  const { models, others } = await chosenModels(client, options);
  const folder = await TargetFolder.open(path);
  using _ = lockFolder(folder.own);
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
