import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open.ts';
import { GitRemote } from '../../support/bridge-setup.ts';
import { canCheckRepositories, repositoryChecks } from '../../support/repository-checks.ts';
import { sharedData } from '../../support/shared-data-folder.ts';
import { bundleOf } from './history.ts';
import { interleaveHistory } from './interleaved.ts';

const [newest = 1, seed = 1] = process.argv.slice(2).map(Number);
if (sharedData === null || !canCheckRepositories) {
  console.error(
    'needs the history of both repositories (MODELREF_SHARED_DATA with history/text.bundle and history/image.bundle) and python3, in which their checks are written',
  );
  process.exit(2);
}
for (const kind of ['text', 'image'] as const) {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-interleaved-'));
  const store = await openStore(`sqlite:${join(directory, 'registry.db')}`);
  const remote = new GitRemote();
  const { ranges, ...found } = await interleaveHistory(
    store,
    remote,
    bundleOf(sharedData, kind),
    kind,
    { newest, seed },
    (done, all) => {
      if (done % 50 === 0) console.log(`${kind}: ${done} of ${all} commits`);
    },
  );
  const problems = repositoryChecks(remote, kind, ranges);
  console.log(
    `${kind}: ${JSON.stringify({ ...found, ourCommits: ranges.length, problems: problems.length })}`,
  );
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  await store.close();
  remote.remove();
  await rm(directory, { recursive: true, force: true });
}
