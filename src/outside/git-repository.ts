import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  BranchMoved,
  type ContentRepository,
  type FileText,
  maxFileBytes,
  type NewCommit,
  notFile,
  type RepositoryCommit,
  RepositoryUnavailable,
  tooLarge,
} from './content-repository.ts';
import { type GitResult, readContents, runGit } from './run-git.ts';

export interface GitRepositoryOptions {
  /** The URL without user and password. */
  readonly url: string;
  /** The folder of the local copy, a bare repository. Created if it does not exist. */
  readonly directory: string;
  /** The token for http(s) remotes; null if none is needed. */
  readonly token: string | null;
  /** Time limits, in milliseconds, for commands that use the network, and for all other commands. */
  readonly timeoutMs: { readonly network: number; readonly local: number };
}

/**
 * Opens a repository through the git program, which works with every host and does not change the bytes of
 * files.
 *
 * @throws RepositoryUnavailable when the local copy cannot be created
 */
export async function openGitRepository(options: GitRepositoryOptions): Promise<ContentRepository> {
  const { url, token, timeoutMs } = options;
  const directory = resolve(options.directory);
  await mkdir(directory, { recursive: true }).catch((error: Error) => {
    throw new RepositoryUnavailable(
      `the clone of the repository cannot be stored in ${directory}: ${error.message}`,
      {
        cause: error,
      },
    );
  });

  const git = (args: readonly string[], overrides: Partial<Parameters<typeof runGit>[1]> = {}) =>
    runGit(args, { directory, timeoutMs: timeoutMs.local, ...overrides });
  const gitOutput = async (
    args: readonly string[],
    overrides: Parameters<typeof git>[1] = {},
  ): Promise<Buffer> => requireSuccess(args, await git(args, overrides)).stdout;
  const gitText = async (...args: string[]) => (await gitOutput(args)).toString('utf8').trim();
  /**
   * Runs a git command that calls the remote. Passes the token through the environment, so that it is neither
   * in the arguments nor in the remote's URL, and is not logged. A host or proxy may quote the request in its
   * response, so the token is removed from git's messages.
   */
  const remoteGit = async (args: readonly string[]): Promise<GitResult> => {
    const credentials = token === null ? null : encodeBasicCredentials(token);
    const environment = credentials === null ? {} : createAuthorization(url, credentials);
    const result = await git(args, { environment, timeoutMs: timeoutMs.network });
    return credentials === null
      ? result
      : { ...result, stderr: result.stderr.replaceAll(credentials, '***') };
  };

  if (!(await isRepository(directory))) {
    // git repairs an interrupted clone, except for a damaged HEAD.
    await rm(join(directory, 'HEAD'), { force: true });
    requireSuccess(['init'], await git(['init', '--quiet', '--bare', '.']));
  }

  const readObjects = async (objects: readonly string[]): Promise<FileText[]> => {
    const output = await gitOutput(['cat-file', '--batch'], {
      input: objects.map((object) => `${object}\n`).join(''),
    });
    return [...readContents(output, objects.length)];
  };
  return {
    refs: async (names) => {
      const args = ['ls-remote', '--refs', url, ...names];
      const output = requireSuccess(args, await remoteGit(args)).stdout.toString('utf8');
      return new Map(
        output
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => line.split('\t').reverse() as [string, string]),
      );
    },

    fetch: async (refs) => {
      const specs = refs.map((ref) => `+${ref}:${ref.replace(/^refs\//, 'refs/remote/')}`);
      const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', url, ...specs];
      const result = await remoteGit(args);
      if (result.code !== 0) await removeStaleLock(directory, result.stderr, timeoutMs.network);
      requireSuccess(args, result);
    },

    has: async (commit) => (await git(['cat-file', '-e', `${commit}^{commit}`])).code === 0,

    isAncestor: async (ancestor, commit) =>
      (await git(['merge-base', '--is-ancestor', ancestor, commit])).code === 0,

    mergeBase: async (commitA, commitB) => {
      const { code, stdout } = await git(['merge-base', commitA, commitB]);
      return code === 0 ? stdout.toString('utf8').trim() : null;
    },

    commit: async (id) =>
      readCommits(await gitText('show', '--no-patch', commitFormat, id))[0] as RepositoryCommit,

    commits: async (base, head, files, limit) => {
      const range = base === null ? [head] : [head, `^${base}`];
      const output = await gitText(
        'log',
        '--first-parent',
        `--max-count=${limit}`,
        commitFormat,
        ...range,
        '--',
        ...files,
      );
      return readCommits(output).reverse();
    },

    history: async (head, file) => {
      const out = await gitText('log', '--format=%H %ct', head, '--', file);
      const lines = out.split('\n').filter((line) => line !== '');
      return lines.reverse().map((line) => {
        const [id = '', time = '0'] = line.split(' ');
        return { id, time: Number(time) };
      });
    },

    files: async (commit, names) => {
      const args = ['ls-tree', '-l', '-z', commit, '--', ...names];
      const tree = readTree((await gitOutput(args)).toString('utf8'));
      const isTooLarge = (name: string) => (tree.get(name)?.bytes ?? 0) > maxFileBytes;
      const regularFiles = names.filter((name) => tree.get(name)?.isRegular && !isTooLarge(name));
      const contentsFound = await readObjects(
        regularFiles.map((name) => (tree.get(name) as TreeEntry).object),
      );
      const texts = new Map<string, FileText>(
        regularFiles.map((name, index) => [name, contentsFound[index] ?? null]),
      );
      const missingFile = regularFiles.find((name) => texts.get(name) === null);
      if (missingFile !== undefined) {
        throw new RepositoryUnavailable(
          `the clone of the repository in ${directory} is damaged: it lacks ${missingFile} of ${commit}. Delete the directory; it will be created again.`,
        );
      }
      return new Map<string, FileText>(
        names.map((name) => [
          name,
          texts.get(name) ?? (isTooLarge(name) ? tooLarge : tree.has(name) ? notFile : null),
        ]),
      );
    },

    names: async (commit) => [
      ...readTree((await gitOutput(['ls-tree', '-z', commit])).toString('utf8')).keys(),
    ],

    versions: (commits, file) => readObjects(commits.map((commit) => `${commit}:${file}`)),

    make: async (commit) => {
      // A single process creates the commit on a temporary branch that only fast-import uses.
      const input = fastImportInput(commit, `refs/made/${randomUUID()}`);
      const output = await gitOutput(['fast-import', '--quiet', '--done'], { input });
      return output.toString('utf8').trim();
    },

    push: async (branch, commit, expectedCommit) => {
      const ref = `refs/heads/${branch}`;
      const args = [
        'push',
        '--porcelain',
        `--force-with-lease=${ref}:${expectedCommit ?? ''}`,
        url,
        `${commit}:${ref}`,
      ];
      const result = await remoteGit(args);
      const messages = `${result.stdout.toString('utf8')}\n${result.stderr}`;
      if (
        result.code !== 0 &&
        /stale info|fetch first|non-fast-forward|failed to lock|cannot lock ref/.test(messages)
      ) {
        throw new BranchMoved(branch);
      }
      requireSuccess(args, { ...result, stderr: messages });
    },
  };
}

async function isRepository(directory: string): Promise<boolean> {
  try {
    await Promise.all(['objects', 'refs'].map((name) => access(join(directory, name))));
    return /^(ref: refs\/|[0-9a-f]{40})/.test(await readFile(join(directory, 'HEAD'), 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Removes the lock file that made git fail, if the file is older than twice `oldestMs`. No git command runs
 * that long, so a killed process must have left the file. As long as it exists, every later command fails
 * too.
 *
 * @param messages the error output of git, which names the file
 */
async function removeStaleLock(directory: string, messages: string, oldestMs: number): Promise<void> {
  const lock = /Unable to create '([^'\n]+\.lock)': File exists/.exec(messages)?.[1];
  if (lock === undefined || !resolve(directory, lock).startsWith(`${directory}/`)) return;
  const path = resolve(directory, lock);
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  if (Date.now() - mtimeMs > 2 * oldestMs) await rm(path, { force: true });
}

function requireSuccess(args: readonly string[], result: GitResult): GitResult {
  if (result.code === 0) return result;
  const why = result.stderr.trim().split('\n').slice(-3).join('; ');
  throw new RepositoryUnavailable(`git ${args[0]} failed (${result.code}): ${why}`);
}

/**
 * Returns the input for `git fast-import` that creates a commit on a branch, prints the commit's id, and
 * removes the branch.
 */
function fastImportInput({ parent, files, message, by, time }: NewCommit, branch: string): string {
  const committer = `${by.name} <${by.email}> ${time} +0000`;
  const lines = [
    `commit ${branch}`,
    'mark :1',
    `author ${committer}`,
    `committer ${committer}`,
    formatData(message),
    `from ${parent}`,
    ...[...files].map(([name, content]) => `M 100644 inline ${name}\n${formatData(content)}`),
    'get-mark :1',
    `reset ${branch}`,
    `from ${'0'.repeat(parent.length)}`,
    '',
    'done',
  ];
  return `${lines.join('\n')}\n`;
}

/** Formats a text for `git fast-import`: preceded by a line with its number of bytes. */
function formatData(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

function encodeBasicCredentials(token: string): string {
  return Buffer.from(`x-access-token:${token}`).toString('base64');
}

/**
 * Returns the environment variables that make git send the credentials to an http(s) remote. Disables
 * redirects, so that no other host receives them.
 */
function createAuthorization(url: string, credentials: string): Record<string, string> {
  const { origin, protocol } = URL.canParse(url) ? new URL(url) : { origin: '', protocol: '' };
  if (protocol !== 'https:' && protocol !== 'http:') return {};
  return {
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${credentials}`,
    GIT_CONFIG_KEY_1: 'http.followRedirects',
    GIT_CONFIG_VALUE_1: 'false',
  };
}

/** Git's modes of regular files. */
const regularModes = new Set(['100644', '100755']);

interface TreeEntry {
  readonly object: string;
  readonly isRegular: boolean;
  /** Absent if it was not asked for; NaN for a folder or a missing object. */
  readonly bytes?: number;
}

/** Parses the output of `ls-tree -z`, with or without `-l`, into entries by path. */
function readTree(out: string): Map<string, TreeEntry> {
  const entries = out.split('\0').filter((line) => line !== '');
  return new Map(
    entries.map((entry) => {
      const tab = entry.indexOf('\t');
      const [mode = '', , object = '', bytes] = entry.slice(0, tab).split(/ +/);
      const size = bytes === undefined ? {} : { bytes: Number(bytes) };
      return [entry.slice(tab + 1), { object, isRegular: regularModes.has(mode), ...size }];
    }),
  );
}

/** The format of `git log` and `git show` that `readCommits` reads. */
const commitFormat = '--format=%H%n%an <%ae>%n%cn <%ce>%n%ct%n%B%x00';

function readCommits(out: string): RepositoryCommit[] {
  return out
    .split('\0')
    .filter((record) => record.trim() !== '')
    .map((record) => {
      const [id = '', author = '', committer = '', time = '0', ...message] = record
        .replace(/^\n/, '')
        .split('\n');
      return { id, author, committer, time: Number(time), message: message.join('\n').trimEnd() };
    });
}
