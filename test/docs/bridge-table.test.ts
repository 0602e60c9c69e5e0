/** Each row of the table "When things go wrong" of docs/bridge.md, and the tests that make it happen. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const modules = 'test/unit/modules/bridge/';
const sync = `${modules}sync.test.ts`;
const brake = `${modules}brake.test.ts`;
const damaged = `${modules}damaged-files.test.ts`;
const git = 'test/unit/outside/git-repository.test.ts';
const github = 'test/proof/bridge/github.test.ts';
const cli = 'test/unit/cli/bridge.test.ts';

/** By the beginning of a row: file and title of each test. */
const shownBy: readonly (readonly [row: string, ...tests: (readonly [file: string, title: string])[]])[] = [
  [
    'a row with a lost quote',
    [brake, 'nothing of a row that cannot be read counts as removed'],
    [sync, 'a record that nothing can hold is named, and the others are taken in'],
  ],
  [
    'a row that lacks only its last cells',
    [damaged, 'is taken in as the generator of db.json takes it, and stops nothing'],
  ],
  [
    'a row at which the generator',
    [damaged, 'while the generator of db.json stops at a row, nothing is sent that its check would refuse'],
  ],
  ['cut JSON, UTF-16', [damaged, 'no %s: it is named, and changes nothing']],
  ['a conflict marker of git', [damaged, 'no %s: it is named, and changes nothing']],
  ['a BOM, CRLF', [damaged, 'a file in another form']],
  ['a file is gone', [damaged, 'a file that is not there']],
  ['a cut `models.csv`', [damaged, 'of text models, %s, removes and changes no model']],
  [
    'many models gone',
    [brake, 'what looks like a mistake is asked about, with its reason'],
    [brake, 'with the policy %s, nothing of it changes until somebody answers'],
  ],
  [
    'a change here for which',
    [damaged, 'what a file cannot hold is named, and does not wait to be merged for ever'],
  ],
  ['history rewritten', [sync, 'is taken in for review, even where the repository is trusted']],
  ['a merge with changes', [sync, 'a merge commit with changes of its own is taken in as a whole']],
  ['commits with clocks', [sync, 'a commit of the time %i is one like any other']],
  [
    'our pull request: merged',
    [sync, 'follows when their branch moves on, and is agreed upon when it is %s'],
    [github, 'after a squash merge, which names commits that are gone, the dates are sent once more'],
  ],
  [
    'our pull request: closed',
    [github, 'one that curators close stays closed, and its branch as it is, until the changes differ'],
    [github, 'one whose branch is deleted is refused as well; what differs goes out on a new branch'],
    [github, 'one that was closed and is opened again goes on'],
  ],
  [
    'somebody commits to',
    [sync, 'does not go over what others did on our branch: %s'],
    [github, 'one to whose branch somebody else has added stays open, though nothing of ours is left in it'],
  ],
  [
    'the pull request cannot get its label',
    [github, 'one to the image repository has the label that starts its checks, once, where that is allowed'],
    [github, 'that a comment is not taken is a problem; the rest is sent'],
  ],
  [
    'somebody else opens a pull request',
    [github, 'one that somebody else opens from our branch decides nothing, open or closed'],
  ],
  [
    'the remote hangs',
    [git, 'that never answers is given up'],
    [git, 'that asks for a name and a password gets none, and is given up at once'],
    [git, 'that is away is an error'],
  ],
  ['the host limits calls', [github, 'a limit (%i) is a pause, not a loss']],
  ['the disk is full', [git, 'for which the disk has no room is an error']],
  ['a copy in `BRIDGE_DIRECTORY`', [git, 'the copy of a repository']],
  [
    'a copy that lacks objects',
    [git, 'tells a folder from an executable file, and a file that it has lost from one that is gone'],
  ],
  [
    'the process is killed',
    [
      'test/proof/bridge/kill-points.test.ts',
      'a sync that is killed when the branch was pushed, or the pull request opened, is gone on with',
    ],
    [
      `${modules}rounds.test.ts`,
      'a single step that takes longer than the lease keeps it as well, and nobody keeps it for a dead one',
    ],
  ],
  [
    'two instances, or',
    [github, 'two instances: one syncs, whichever is told; what comes in is read, what is changed goes out'],
    [cli, 'beside a running service, bridge sync asks that to sync'],
  ],
];

test('every row of the table about bad weather has tests', () => {
  const [, section = ''] = readFileSync('docs/bridge.md', 'utf8').split('## When things go wrong');
  const [table = ''] = section.split('\n## ');
  const rows = [...table.matchAll(/^\| (.+?) \|/gm)].map(([, cell = '']) => cell).slice(1);
  const found = rows.map(
    (row) => shownBy.find(([begins]) => row.startsWith(begins))?.[0] ?? `no test of: ${row}`,
  );
  expect(found).toEqual(shownBy.map(([begins]) => begins));
});

test.each(shownBy.map(([row, ...tests]) => ({ row, tests })))(
  'the tests of a row are there: $row',
  ({ tests }) => {
    for (const [file, title] of tests) expect(readFileSync(file, 'utf8')).toContain(title);
  },
);
