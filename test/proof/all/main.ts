import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { evidenceCommands } from './commands.ts';
import { jsonOf, parseReport, type Report } from './report.ts';
import { runAll } from './run-all.ts';

/** The report's usual place, which git ignores. */
const usualReport = 'reports/evidence.md';

const help = `usage: npm run proof -- all [options]

Runs every command that docs/evidence.md names, and writes a report: Markdown, and JSON beside it. First, alone,
what tells how fast something is, then the others. Nothing else should run meanwhile.

  --short           a run of about an hour: fewer rounds, and without what has no shorter form
  --only <words>    only the commands that contain these words; may be given again
  --report <file>   where the report goes (default: ${usualReport}); what commands print goes beside it
  --at-once <n>     how many of the others run side by side (default: 1)
  --resume          goes on with that report: what was shown is not run again. For the same commit, or one that
                    differs from it in documents only
  --list            what would be run, with minutes, and nothing else

Ends with 0 when no command failed, with 1 when one did, with 2 when the options are wrong. What cannot run
here is listed as such. TREE=<directory> names the tree of an older release for the upgrade.
`;

/** @param words the options, as they were typed */
export async function proveAll(words: readonly string[]): Promise<void> {
  const options = read(words);
  if (typeof options === 'string') {
    console.error(`${options}\n\n${help}`);
    process.exitCode = 2;
    return;
  }
  if (options.help) return console.log(help);
  const { short, only, file, atOnce } = options;
  const commands = evidenceCommands.filter(
    ({ command }) => only.length === 0 || only.some((part) => command.includes(part)),
  );
  if (options.list) {
    for (const each of commands) {
      const line = short && each.short !== undefined ? each.short : each.command;
      if (line !== null) console.log(short ? line : `${String(each.minutes).padStart(4)} min  ${line}`);
    }
    return;
  }
  const fresh = describeRun(short);
  const report = options.resume ? goOn(file, fresh) : fresh;
  if (typeof report === 'string' || commands.length === 0) {
    console.error(typeof report === 'string' ? report : `No command contains ${only.join(' or ')}.`);
    process.exitCode = 2;
    return;
  }
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  mkdirSync(dirname(file), { recursive: true });
  const { rows } = await runAll({
    commands,
    report,
    file,
    logs: `${file.replace(/\.md$/, '')}.logs`,
    atOnce,
    signal: interrupted.signal,
    say: console.log,
  });
  const failed = rows.filter(({ outcome }) => outcome === 'failed' || outcome === 'timed out');
  console.log(`${rows.length} commands, ${failed.length} failed; the report: ${file}`);
  for (const { command, outcome } of failed) console.error(`${outcome}: ${command}`);
  if (interrupted.signal.aborted) console.error('Interrupted; --resume goes on.');
  process.exitCode = failed.length > 0 || interrupted.signal.aborted ? 1 : 0;
}

function read(words: readonly string[]) {
  // Without a name, the usual one.
  const args = words.flatMap((word, index) =>
    word === '--report' && (words[index + 1] ?? '--').startsWith('--') ? [] : [word],
  );
  try {
    const { values } = parseArgs({
      args,
      options: {
        'at-once': { type: 'string', default: '1' },
        help: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        report: { type: 'string', default: usualReport },
        resume: { type: 'boolean', default: false },
        short: { type: 'boolean', default: false },
      },
    });
    const { report: file, 'at-once': count, ...others } = values;
    if (!file.endsWith('.md')) return `--report: a name that ends in .md; got '${file}'`;
    if (!/^[1-9]\d?$/.test(count)) return `--at-once: a whole number from 1 to 99; got '${count}'`;
    return { ...others, file, atOnce: Number(count) };
  } catch (error) {
    return (error as Error).message;
  }
}

const git = (...words: string[]): string => execFileSync('git', words, { encoding: 'utf8' }).trim();

function describeRun(short: boolean): Report {
  const memory = Math.round(totalmem() / 2 ** 30);
  return {
    commit: git('rev-parse', 'HEAD'),
    changed: git('status', '--porcelain') !== '',
    machine: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${memory} GiB, ${type()} ${release()}, Node ${process.version}`,
    began: new Date().toISOString(),
    short,
    rows: [],
  };
}

function isCommit(name: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${name}^{commit}`], { stdio: 'ignore' }).status === 0;
}

/** Gives the report to go on with, or the reason why there is none. */
function goOn(file: string, now: Report): Report | string {
  const json = jsonOf(file);
  if (!existsSync(json)) return `--resume: there is no ${json}`;
  const before = parseReport(readFileSync(json, 'utf8'));
  if (!isCommit(before.commit)) return `--resume: ${json} is of commit ${before.commit}, which is not here`;
  const changed = git('diff', '--name-only', before.commit, now.commit, '--', '.', ':!docs', ':!*.md');
  if (changed !== '')
    return `--resume: ${json} is of commit ${before.commit}; since then changed:\n${changed}`;
  if (before.short !== now.short)
    return `--resume: ${json} is of ${before.short ? 'a short' : 'the long'} run`;
  return { ...before, changed: before.changed || now.changed };
}
