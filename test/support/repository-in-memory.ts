import { createHash } from 'node:crypto';
import {
  BranchMoved,
  type ContentRepository,
  type FileText,
  maxFileBytes,
  type NewCommit,
  notFile,
  notText,
  type RepositoryCommit,
  RepositoryUnavailable,
  tooLarge,
} from '../../src/outside/content-repository.ts';

/**
 * What a commit puts at a path: a file with this text or these bytes, a symbolic link with this target, or a
 * submodule at this commit. Null removes the file.
 */
export type CommitInput =
  | string
  | null
  | { readonly bytes: Buffer }
  | { readonly link: string }
  | { readonly submodule: string };

export interface CommitOptions {
  readonly message?: string;
  readonly branch?: string;
  /** Default: the head of the branch. */
  readonly parents?: readonly string[];
  readonly author?: string;
  /** Unix seconds. Default: a minute after the last commit. */
  readonly time?: number;
}

export const curator = 'Cura Tor <curator@example.org>';

interface Entry {
  readonly mode: string;
  readonly hash: string;
  readonly bytes: Buffer | null;
}
/** The entries of a commit's top folder, by name: there are no other folders. */
type Tree = ReadonlyMap<string, Entry>;

interface MadeCommit extends RepositoryCommit {
  readonly parents: readonly string[];
  readonly tree: Tree;
}

/**
 * A repository that stands for a public one, without git and its processes. Commits have the hashes that git
 * would give them. `commit` makes commits as a curator does; `content` is the view of the registry, with one
 * local copy.
 */
export class RepositoryInMemory {
  readonly #commits = new Map<string, MadeCommit>();
  readonly #refs = new Map<string, string>();
  /** The commits of the local copy. */
  readonly #copied = new Set<string>();
  #time = 1_700_000_000;

  commit(files: Readonly<Record<string, CommitInput>>, how: CommitOptions = {}): string {
    const { message = 'Added X', branch = 'main', author = curator, time = this.#time + 60 } = how;
    this.#time += 60;
    const parents = how.parents ?? [this.head(branch)].filter((head) => head !== null);
    const id = this.#add({ parents, files, message, author, committer: curator, time });
    this.setRef(`refs/heads/${branch}`, id);
    return id;
  }

  head(branch = 'main'): string | null {
    return this.#refs.get(`refs/heads/${branch}`) ?? null;
  }

  /** Moves a ref to a commit, whatever it was at; null removes it. */
  setRef(ref: string, commit: string | null): void {
    if (commit === null) this.#refs.delete(ref);
    else this.#refs.set(ref, commit);
  }

  /** Returns the commit of this hash, or at the head of this branch. */
  look(commit: string): MadeCommit {
    return this.#get(this.head(commit) ?? commit);
  }

  /** Returns the text of a file in a commit, which is named by its hash or its branch. */
  file(name: string, commit = 'main'): string {
    const text = textOf(this.look(commit).tree.get(name));
    if (typeof text !== 'string') throw new Error(`${commit} has no text ${name}`);
    return text;
  }

  readonly content: ContentRepository = {
    refs: async (names) =>
      new Map(names.flatMap((ref) => (this.#refs.has(ref) ? [[ref, this.#refs.get(ref) as string]] : []))),
    fetch: async (refs) => {
      for (const ref of refs) {
        const head = this.#refs.get(ref);
        if (head === undefined) throw new RepositoryUnavailable(`couldn't find remote ref ${ref}`);
        for (const id of this.#history(head).keys()) this.#copied.add(id);
      }
    },
    has: async (commit) => this.#copied.has(commit),
    isAncestor: async (ancestor, commit) => this.#history(commit).has(ancestor),
    mergeBase: async (one, other) => {
      const known = this.#history(one);
      return [...this.#history(other).keys()].find((id) => known.has(id)) ?? null;
    },
    commit: async (id) => seen(this.#get(id)),
    commits: async (base, head, files, limit) => {
      const known = base === null ? new Map() : this.#history(base);
      const found: MadeCommit[] = [];
      for (let id: string | undefined = head; id !== undefined && !known.has(id); ) {
        const commit = this.#get(id);
        [id] = commit.parents;
        const before = id === undefined ? undefined : this.#get(id).tree;
        if (files.some((file) => !same(commit.tree.get(file), before?.get(file)))) found.push(commit);
      }
      return found.slice(0, limit).reverse().map(seen);
    },
    history: async (head, file) => {
      const found: MadeCommit[] = [];
      this.#history(head, (commit) => {
        const before = commit.parents.map((id) => this.#get(id));
        const at = commit.tree.get(file);
        const unchanged = before.find(({ tree }) => same(tree.get(file), at));
        if (unchanged) return [unchanged.id];
        if (before.length > 0 || at !== undefined) found.push(commit);
        return commit.parents;
      });
      return found.reverse().map(({ id, time }) => ({ id, time }));
    },
    versions: async (commits, file) =>
      commits.map((commit) => {
        const bytes = this.#get(commit).tree.get(file)?.bytes;
        return bytes ? decode(bytes) : null;
      }),
    names: async (commit) => [...this.#get(commit).tree.keys()].sort(),
    files: async (commit, names) => {
      const { tree } = this.#get(commit);
      return new Map(names.map((name) => [name, textOf(tree.get(name))]));
    },
    make: async ({ by, files, parent, ...commit }: NewCommit) => {
      const author = `${by.name} <${by.email}>`;
      const made = { ...commit, parents: [parent], author, committer: author };
      const id = this.#add({ ...made, files: Object.fromEntries(files) });
      this.#copied.add(id);
      return id;
    },
    push: async (branch, commit, expected) => {
      if (this.head(branch) !== expected) throw new BranchMoved(branch);
      this.setRef(`refs/heads/${branch}`, commit);
    },
  };

  #get(id: string): MadeCommit {
    const commit = this.#commits.get(id);
    if (!commit) throw new Error(`there is no commit ${id}`);
    return commit;
  }

  /** Returns a commit and all before it, the newest first; `next` says from which to go on after each. */
  #history(head: string, next = (commit: MadeCommit) => commit.parents): Map<string, MadeCommit> {
    const found = new Map<string, MadeCommit>();
    const waiting = [this.#get(head)];
    for (let commit = waiting.shift(); commit; commit = waiting.shift()) {
      if (found.has(commit.id)) continue;
      found.set(commit.id, commit);
      waiting.push(...next(commit).map((id) => this.#get(id)));
      waiting.sort((a, b) => b.time - a.time);
    }
    return found;
  }

  #add({
    files,
    ...commit
  }: Omit<MadeCommit, 'id' | 'tree'> & { readonly files: Readonly<Record<string, CommitInput>> }): string {
    const [first] = commit.parents;
    const tree = new Map(first === undefined ? [] : this.#get(first).tree);
    for (const [name, content] of Object.entries(files)) {
      if (content === null) tree.delete(name);
      else tree.set(name, entryOf(content));
    }
    const lines = [
      `tree ${treeHash(tree)}`,
      ...commit.parents.map((parent) => `parent ${parent}`),
      `author ${commit.author} ${commit.time} +0000`,
      `committer ${commit.committer} ${commit.time} +0000`,
    ];
    const id = hashOf('commit', Buffer.from(`${lines.join('\n')}\n\n${commit.message}`));
    this.#commits.set(id, { ...commit, id, tree });
    return id;
  }
}

function entryOf(content: Exclude<CommitInput, null>): Entry {
  if (typeof content === 'object' && 'submodule' in content)
    return { mode: '160000', hash: content.submodule, bytes: null };
  const isLink = typeof content === 'object' && 'link' in content;
  const bytes =
    typeof content === 'string' ? Buffer.from(content) : isLink ? Buffer.from(content.link) : content.bytes;
  return { mode: isLink ? '120000' : '100644', hash: hashOf('blob', bytes), bytes };
}

function textOf(entry: Entry | undefined): FileText {
  if (!entry) return null;
  return entry.mode === '100644' && entry.bytes ? decode(entry.bytes) : notFile;
}

function decode(bytes: Buffer): FileText {
  if (bytes.length > maxFileBytes) return tooLarge;
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : notText;
}

function same(a: Entry | undefined, b: Entry | undefined): boolean {
  return a?.mode === b?.mode && a?.hash === b?.hash;
}

function seen({ id, author, committer, time, message }: MadeCommit): RepositoryCommit {
  return { id, author, committer, time, message: message.trimEnd() };
}

function treeHash(tree: Tree): string {
  const entries = [...tree].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const lines = entries.flatMap(([name, { mode, hash }]) => [
    Buffer.from(`${mode} ${name}\0`),
    Buffer.from(hash, 'hex'),
  ]);
  return hashOf('tree', Buffer.concat(lines));
}

/** Returns the hash by which git names an object. */
function hashOf(type: 'blob' | 'tree' | 'commit', content: Buffer): string {
  return createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');
}
