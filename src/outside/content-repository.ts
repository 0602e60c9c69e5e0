export interface RepositoryCommit {
  /** The full hash. */
  readonly id: string;
  /** `name <address>`. */
  readonly author: string;
  /** The person who created the commit object; differs from the author after an amendment or a rebase. */
  readonly committer: string;
  /** The committer's time, Unix seconds. */
  readonly time: number;
  /** The title and body. */
  readonly message: string;
}

/** Returned in place of a file's text if its bytes are not UTF-8. */
export const notText = Symbol('not UTF-8');
/** Returned in place of a file's text if the name is that of a folder, a link or a submodule. */
export const notFile = Symbol('not a file but a folder, a link or a submodule');

/** Size of the largest file that is read, in bytes. A larger one would occupy the service for minutes. */
export const maxFileBytes = 4 * 1024 * 1024;
/** Returned in place of a file's text if the file has more than `maxFileBytes`. */
export const tooLarge = Symbol(`larger than ${maxFileBytes / 1024 ** 2} MiB`);

export type FileText = string | null | typeof notText | typeof notFile | typeof tooLarge;

export interface NewCommit {
  readonly parent: string;
  /** The new texts of the changed files, by name; all other files stay as in the parent. */
  readonly files: ReadonlyMap<string, string>;
  readonly message: string;
  /** Author and committer. */
  readonly by: { readonly name: string; readonly email: string };
  /** Unix seconds. */
  readonly time: number;
}

/** Thrown when nothing was pushed because the branch was not at the expected commit. */
export class BranchMoved extends Error {
  constructor(branch: string) {
    super(`somebody else pushed to ${branch} at the same time: nothing was pushed`);
    this.name = 'BranchMoved';
  }
}

/** Thrown when the repository could not be read or written. The message contains no secrets. */
export class RepositoryUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RepositoryUnavailable';
  }
}

/**
 * The content of one git repository, on any host. Files are read and written byte for byte, without
 * conversion of line endings.
 *
 * Every method throws RepositoryUnavailable when the repository cannot be read or written.
 */
export interface ContentRepository {
  /**
   * Returns the commit to which each of these refs points at the remote, by full ref name. Omits refs that do
   * not exist. Fetches nothing.
   */
  refs(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Fetches these refs, with their history, into the local copy. */
  fetch(refs: readonly string[]): Promise<void>;
  /** Returns whether the local copy has the commit. */
  has(commit: string): Promise<boolean>;
  isAncestor(ancestor: string, commit: string): Promise<boolean>;
  mergeBase(commitA: string, commitB: string): Promise<string | null>;
  commit(id: string): Promise<RepositoryCommit>;
  /**
   * Returns the commits after `base` up to `head` that change one of the files, oldest first. Follows only
   * first parents.
   *
   * @param base null: begins with the first commit
   * @param limit maximum number of commits; the newest ones are returned
   */
  commits(
    base: string | null,
    head: string,
    files: readonly string[],
    limit: number,
  ): Promise<RepositoryCommit[]>;
  /**
   * Returns the commits up to `head` that change a file, oldest first. `time` is the committer's, in Unix
   * seconds.
   */
  history(head: string, file: string): Promise<{ id: string; time: number }[]>;
  /**
   * Returns the text of a file in each of these commits, in the same order; null for a commit without the
   * file. Holds all texts in memory at once.
   */
  versions(commits: readonly string[], file: string): Promise<FileText[]>;
  /** Returns the names of the files and folders in the root of a commit's tree. */
  names(commit: string): Promise<string[]>;
  /** Returns the texts of a commit's files, by name; null for a file that does not exist in the commit. */
  files(commit: string, names: readonly string[]): Promise<ReadonlyMap<string, FileText>>;
  /**
   * Creates a commit in the local copy only and returns its hash. The same input always produces the same
   * hash.
   */
  make(commit: NewCommit): Promise<string>;
  /**
   * Moves a remote branch to a commit.
   *
   * @param expectedCommit the commit at which the branch is now; null: the branch does not exist
   * @throws BranchMoved when the branch is at another commit
   */
  push(branch: string, commit: string, expectedCommit: string | null): Promise<void>;
}
