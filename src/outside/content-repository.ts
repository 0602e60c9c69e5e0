/** A commit of a branch. */
export interface RepositoryCommit {
  /** The full hash. */
  readonly id: string;
  /** `name <address>`. */
  readonly author: string;
  /** Committer's, Unix seconds. */
  readonly time: number;
  /** Title and body. */
  readonly message: string;
}

/** Stands for the text of a file that is no UTF-8. */
export const notText = Symbol('not UTF-8');
/** Stands for the text of what has the name of a file and is none. Its content is nobody's record. */
export const notFile = Symbol('not a file but a folder, a link or a submodule');

export type FileText = string | null | typeof notText | typeof notFile;

export interface NewCommit {
  readonly parent: string;
  /** What its files are; others stay as in the parent. */
  readonly files: ReadonlyMap<string, string>;
  readonly message: string;
  /** Author and committer. */
  readonly by: { readonly name: string; readonly email: string };
  /** Unix seconds. */
  readonly time: number;
}

/** The branch was not where it was expected to be: nothing was pushed. */
export class BranchMoved extends Error {
  constructor(branch: string) {
    super(`${branch} was moved by somebody else while it was written to: nothing was pushed`);
    this.name = 'BranchMoved';
  }
}

/** The repository could not be asked; the message has no secrets. */
export class RepositoryUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RepositoryUnavailable';
  }
}

/**
 * The content of one git repository, on any host. Bytes are never touched: no line ends are converted.
 *
 * All methods raise RepositoryUnavailable.
 */
export interface ContentRepository {
  /** What the remote's refs point to, by full name; asked without fetching anything. */
  refs(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Gets what these refs point to, with their history. */
  fetch(refs: readonly string[]): Promise<void>;
  /** Whether it is fetched, and was not thrown away since. */
  has(commit: string): Promise<boolean>;
  isAncestor(ancestor: string, commit: string): Promise<boolean>;
  mergeBase(one: string, other: string): Promise<string | null>;
  commit(id: string): Promise<RepositoryCommit>;
  /**
   * The commits of the first-parent line after `base` up to `head` that touch one of the files, oldest first.
   *
   * @param base null: from the beginning
   * @param limit the newest so many
   */
  commits(
    base: string | null,
    head: string,
    files: readonly string[],
    limit: number,
  ): Promise<RepositoryCommit[]>;
  /** Commits that touch a file, with their committer's time in Unix seconds, oldest first. */
  history(head: string, file: string): Promise<{ id: string; time: number }[]>;
  /**
   * What a file was in each of these commits, in this order; null where it was not there. All are in
   * memory at once.
   */
  versions(commits: readonly string[], file: string): Promise<FileText[]>;
  /** The texts of files; null for one that is not there. */
  files(commit: string, names: readonly string[]): Promise<ReadonlyMap<string, FileText>>;
  /** Makes a commit, here only; gives its hash: the same for the same commit. */
  make(commit: NewCommit): Promise<string>;
  /**
   * Points a branch of the remote to a commit.
   *
   * @param expected where it is now; null: nowhere
   * @throws BranchMoved when it is elsewhere
   */
  push(branch: string, commit: string, expected: string | null): Promise<void>;
}
