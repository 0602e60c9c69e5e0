import type { RepositoryCommit } from '../content-repository.ts';

/** For `git log` and `git show`, so that `readCommits` can read them. */
export const commitFormat = '--format=%H%n%an <%ae>%n%ct%n%B%x00';

export function readCommits(out: string): RepositoryCommit[] {
  return out
    .split('\0')
    .filter((record) => record.trim() !== '')
    .map((record) => {
      const [id = '', author = '', time = '0', ...message] = record.replace(/^\n/, '').split('\n');
      return { id, author, time: Number(time), message: message.join('\n').trimEnd() };
    });
}
