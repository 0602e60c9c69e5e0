import { spawn } from 'node:child_process';
import {
  type FileText,
  maxFileBytes,
  notFile,
  notText,
  RepositoryUnavailable,
  tooLarge,
} from './content-repository.ts';

export interface GitOptions {
  /** The folder of the bare repository in which git runs. */
  readonly directory: string;
  /** Further environment variables. Secret configuration is passed in them, never as an argument. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
  readonly timeoutMs: number;
}

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  /** Git's error output, shortened. */
  readonly stderr: string;
}

/** Maximum output of git, in bytes; if git prints more, the run fails. */
const maxOutputBytes = 512 * 1024 * 1024;

/**
 * Runs git in a bare repository. Git ignores the machine's configuration, does not prompt, and leaves line
 * endings unchanged.
 * @throws RepositoryUnavailable when git exceeds the timeout, cannot be started, or prints too much
 */
export async function runGit(args: readonly string[], options: GitOptions): Promise<GitResult> {
  const child = spawn(
    'git',
    ['-c', 'core.autocrlf=false', '-c', 'core.safecrlf=false', '-c', 'gc.auto=0', ...args],
    {
      cwd: options.directory,
      env: { ...bareEnvironment(options.directory), ...options.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A separate process group, so that git's helper processes end with it.
      detached: true,
    },
  );
  const exit = Promise.withResolvers<number>();
  child.on('error', exit.reject);
  child.on('close', (code, signal) => exit.resolve(signal === null ? (code ?? 1) : 128));
  const failRun = (why: string) => {
    if (child.pid !== undefined) killGroup(child.pid);
    exit.reject(new RepositoryUnavailable(`git ${args[0]} ${why}`));
  };
  const timer = setTimeout(() => failRun(`did not end within ${options.timeoutMs} ms`), options.timeoutMs);
  const stdout: Buffer[] = [];
  let [outputBytes, stderr] = [0, ''];
  child.stdout.on('data', (piece: Buffer) => {
    outputBytes += piece.length;
    if (outputBytes > maxOutputBytes) failRun(`printed more than ${maxOutputBytes} bytes`);
    else stdout.push(piece);
  });
  child.stderr.on('data', (piece: Buffer) => {
    stderr = (stderr + piece.toString('utf8')).slice(-4096);
  });
  // A process that exits before it has read all input reports its failure by its exit code.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  try {
    return {
      code: await exit.promise,
      stdout: Buffer.concat(stdout, Math.min(outputBytes, maxOutputBytes)),
      stderr,
    };
  } catch (error) {
    if (error instanceof RepositoryUnavailable) throw error;
    throw new RepositoryUnavailable(`git could not be started: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

function bareEnvironment(homeFolder: string): Record<string, string> {
  const { PATH = '/usr/bin:/bin' } = process.env;
  return {
    PATH,
    HOME: homeFolder,
    GIT_DIR: homeFolder,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'true',
    SSH_ASKPASS: 'true',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:git:file',
  };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/**
 * Parses the output of `git cat-file --batch`. Yields the text of each requested object, in the order of the
 * request. Instead of a text, yields null for a missing object, `notFile` for an object that is not a file
 * (blob), `notText` for a file that is not UTF-8, and `tooLarge` for one of more than `maxFileBytes`.
 *
 * @param count the number of requested objects
 * @throws RepositoryUnavailable when the output is truncated or malformed
 */
export function* readContents(out: Buffer, count: number): Generator<FileText> {
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const lineEnd = out.indexOf(0x0a, at);
    if (lineEnd < 0) throw unexpectedOutputError('the output is truncated');
    const header = out.subarray(at, lineEnd).toString('utf8');
    at = lineEnd + 1;
    if (header.endsWith(' missing')) {
      yield null;
      continue;
    }
    const [, type, size] = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(header) ?? [];
    if (size === undefined) throw unexpectedOutputError(`unexpected line '${header}'`);
    const end = at + Number(size);
    if (end >= out.length) throw unexpectedOutputError('the output is truncated');
    yield type === 'blob' ? decode(out.subarray(at, end)) : notFile;
    at = end + 1;
  }
}

function unexpectedOutputError(why: string): RepositoryUnavailable {
  return new RepositoryUnavailable(`the output of git cat-file is not valid: ${why}`);
}

function decode(bytes: Buffer): FileText {
  if (bytes.length > maxFileBytes) return tooLarge;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return notText;
  }
}
