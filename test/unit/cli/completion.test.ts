import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../../../src/cli/command-line.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
let folder: string;
const file = (shell: string) => join(folder, shell === 'zsh' ? '_modelref' : `modelref.${shell}`);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'modelref-completion-'));
  for (const shell of shells) {
    const printed: string[] = [];
    const print = (line: string) => printed.push(line);
    const terminal = { environment: {}, givenEnvironment: {}, print, note: () => {}, screen: null };
    await createProgram(terminal).parseAsync(['completion', shell], { from: 'user' });
    writeFileSync(file(shell), `${printed.join('\n')}\n`);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bash = (words: string) =>
  `. ${file('bash')}; COMP_WORDS=(${words} ''); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _modelref; printf '%s\\n' "\${COMPREPLY[@]}"`;

/** Without a terminal there is no completion in zsh: what it would describe is printed in its place. */
const zsh = (words: string) =>
  `_describe() { print -rl -- \${(P)2} }; compadd() { shift; print -rl -- $@ }; _files() { }
   words=(${words} ''); CURRENT=\${#words}; . ${file('zsh')}`;

const fish = (words: string) => `source ${file('fish')}; complete -C '${words} '`;

/** What each shell proposes behind some words; null: it is not there. */
function proposed(shell: (typeof shells)[number], words: string): string[] | null {
  const script = { bash, zsh, fish }[shell](words);
  const flags = shell === 'zsh' ? ['-f'] : [];
  const { error, stdout, stderr } = spawnSync(shell, [...flags, '-c', script], {
    encoding: 'utf8',
    cwd: folder,
  });
  if (error) return null;
  expect(stderr).toBe('');
  const files = /^modelref\.|^_modelref/;
  return stdout
    .split('\n')
    .map((line) => line.replace(/[:\t].*/, ''))
    .filter((line) => line !== '' && !files.test(line))
    .sort();
}

describe.each(shells)('%s', (shell) => {
  test('completes commands, their commands, what options and arguments may be', (context) => {
    const audit = proposed(shell, 'modelref audit');
    if (audit === null) return context.skip(`${shell} is not here`);
    // fish proposes options once one is begun.
    const help = shell === 'fish' ? [] : ['--help'];
    expect(audit).toEqual([...help, 'export', 'verify']);
    expect(proposed(shell, 'modelref webhooks log --state')).toEqual(['delivered', 'failed', 'waiting']);
    expect(proposed(shell, 'modelref completion')).toEqual([...help, 'bash', 'fish', 'zsh']);
    expect(proposed(shell, 'modelref')).toEqual(
      expect.arrayContaining(['check-files', 'list', 'pull', 'serve']),
    );
  });
});

test('every text is one word: of zsh by the rules of quoting that bash shares, of fish by its own', () => {
  const script = `while read -r line; do eval "\${line#*) }" || exit 1; for each in "\${candidates[@]}"; do [[ $each =~ ^[a-z-]+: ]] || exit 2; done; done`;
  const lines = spawnSync('grep', ['candidates=(', file('zsh')], { encoding: 'utf8' }).stdout;
  const input = lines.replaceAll(' ;;', '');
  expect(spawnSync('bash', ['-c', script], { input, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
  const { stdout } = spawnSync('cat', [file('fish')], { encoding: 'utf8' });
  for (const line of stdout.trim().split('\n')) {
    expect(line).toMatch(/^(?:[\w .-]+|'(?:[^'\\]|\\['\\])*')+$/);
  }
});
