/** A repository on GitHub, at a branch. */
export interface Repository {
  readonly owner: string;
  readonly name: string;
  readonly branch: string;
}

/** The base URL of a repository's files. */
export function filesOfRepository({ owner, name, branch }: Repository): string {
  return `https://raw.githubusercontent.com/${owner}/${name}/${branch}`;
}
