import { createHash } from 'node:crypto';
import {
  BranchMoved,
  type ContentRepository,
  type NewCommit,
  type RepositoryCommit,
} from '../../src/outside/content-repository.ts';

/** The texts of all files of a commit, by name. Files are at the top: there are no folders. */
type Tree = ReadonlyMap<string, string>;

interface MadeCommit extends RepositoryCommit {
  readonly parent: string | null;
  readonly tree: Tree;
}

const curator = 'Cura Tor <curator@example.org>';

/**
 * A repository that stands for a public one, without git and without its processes: for tests of what the
 * registry makes of files. Each commit has at most one parent, and the hash that git would give it.
 * `commit` makes commits as a curator does; `content` is the view of the registry.
 */
export class RepositoryInMemory {
  readonly #commits = new Map<string, MadeCommit>();
  readonly #branches = new Map<string, string>();
  #time = 1_700_000_000;

  /** Commits files to a branch, null in place of one that it removes, and gives the commit's hash. */
  commit(
    files: Readonly<Record<string, string | null>>,
    {
      message = 'Added X',
      branch = 'main',
      parent = this.head(branch),
      author = curator,
    }: { message?: string; branch?: string; parent?: string | null; author?: string } = {},
  ): string {
    this.#time += 60;
    const id = this.#add({ parent, files, message, author, committer: curator, time: this.#time });
    this.#branches.set(branch, id);
    return id;
  }

  head(branch = 'main'): string | null {
    return this.#branches.get(branch) ?? null;
  }

  /** Moves a branch to a commit, whatever it was at. */
  reset(branch: string, commit: string): void {
    this.#branches.set(branch, commit);
  }

  /** Gives the commit of this hash, or at the head of this branch. */
  look(commit: string): MadeCommit {
    return this.#get(this.#branches.get(commit) ?? commit);
  }

  /** Gives the text of a file in a commit, which is named by its hash or its branch. */
  file(name: string, commit = 'main'): string {
    const text = this.look(commit).tree.get(name);
    if (text === undefined) throw new Error(`${commit} has no ${name}`);
    return text;
  }

  readonly content: ContentRepository = {
    refs: async (names) =>
      new Map(
        [...this.#branches]
          .map(([branch, id]): [string, string] => [`refs/heads/${branch}`, id])
          .filter(([ref]) => names.includes(ref)),
      ),
    fetch: async () => {},
    has: async (commit) => this.#commits.has(commit),
    isAncestor: async (ancestor, commit) => this.#history(commit).some(({ id }) => id === ancestor),
    mergeBase: async (one, other) => {
      const ids = new Set(this.#history(one).map(({ id }) => id));
      return this.#history(other).find(({ id }) => ids.has(id))?.id ?? null;
    },
    commit: async (id) => seen(this.#get(id)),
    commits: async (base, head, files, limit) => {
      const known = new Set(base === null ? [] : this.#history(base).map(({ id }) => id));
      const found = this.#history(head).filter(
        (commit) => !known.has(commit.id) && files.some((file) => this.#changes(commit, file)),
      );
      return found.slice(0, limit).reverse().map(seen);
    },
    history: async (head, file) =>
      this.#history(head)
        .filter((commit) => this.#changes(commit, file))
        .reverse()
        .map(({ id, time }) => ({ id, time })),
    versions: async (commits, file) => commits.map((commit) => this.#get(commit).tree.get(file) ?? null),
    names: async (commit) => [...this.#get(commit).tree.keys()].sort(),
    files: async (commit, names) => {
      const { tree } = this.#get(commit);
      return new Map(names.map((name) => [name, tree.get(name) ?? null]));
    },
    make: async ({ by, files, ...commit }: NewCommit) => {
      const author = `${by.name} <${by.email}>`;
      return this.#add({ ...commit, files: Object.fromEntries(files), author, committer: author });
    },
    push: async (branch, commit, expected) => {
      if (this.head(branch) !== expected) throw new BranchMoved(branch);
      this.#branches.set(branch, commit);
    },
  };

  #get(id: string): MadeCommit {
    const commit = this.#commits.get(id);
    if (!commit) throw new Error(`there is no commit ${id}`);
    return commit;
  }

  /** Gives a commit and all before it, newest first. */
  #history(head: string): MadeCommit[] {
    const found = [this.#get(head)];
    for (const { parent } of found) if (parent !== null) found.push(this.#get(parent));
    return found;
  }

  #changes({ parent, tree }: MadeCommit, file: string): boolean {
    return tree.get(file) !== (parent === null ? undefined : this.#get(parent).tree.get(file));
  }

  #add({
    files,
    ...commit
  }: Omit<MadeCommit, 'id' | 'tree'> & { readonly files: Readonly<Record<string, string | null>> }): string {
    const tree = new Map(commit.parent === null ? [] : this.#get(commit.parent).tree);
    for (const [name, text] of Object.entries(files)) {
      if (text === null) tree.delete(name);
      else tree.set(name, text);
    }
    const id = hashOf(
      'commit',
      Buffer.from(
        [
          `tree ${treeHash(tree)}`,
          ...(commit.parent === null ? [] : [`parent ${commit.parent}`]),
          `author ${commit.author} ${commit.time} +0000`,
          `committer ${commit.committer} ${commit.time} +0000`,
          '',
          commit.message,
        ].join('\n'),
      ),
    );
    this.#commits.set(id, { ...commit, id, tree });
    return id;
  }
}

function seen({ id, author, committer, time, message }: MadeCommit): RepositoryCommit {
  return { id, author, committer, time, message: message.trimEnd() };
}

function treeHash(tree: Tree): string {
  const entries = [...tree].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const lines = entries.flatMap(([name, text]) => [
    Buffer.from(`100644 ${name}\0`),
    Buffer.from(hashOf('blob', Buffer.from(text)), 'hex'),
  ]);
  return hashOf('tree', Buffer.concat(lines));
}

/** Gives the hash by which git names an object. */
function hashOf(type: 'blob' | 'tree' | 'commit', content: Buffer): string {
  return createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');
}
