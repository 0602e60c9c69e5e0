import type { NewCommit } from '../content-repository.ts';

/** What `git fast-import` is told to make a commit and say its id. The branch is gone afterwards. */
export function madeOnBranch({ parent, files, message, by, time }: NewCommit, branch: string): string {
  const who = `${by.name} <${by.email}> ${time} +0000`;
  const lines = [
    `commit ${branch}`,
    'mark :1',
    `author ${who}`,
    `committer ${who}`,
    data(message),
    `from ${parent}`,
    ...[...files].map(([name, content]) => `M 100644 inline ${name}\n${data(content)}`),
    'get-mark :1',
    `reset ${branch}`,
    `from ${'0'.repeat(parent.length)}`,
    '',
    'done',
  ];
  return `${lines.join('\n')}\n`;
}

/** A text as `git fast-import` takes it. */
function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
