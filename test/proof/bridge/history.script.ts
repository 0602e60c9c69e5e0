import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open.ts';
import { sharedData } from '../../support/shared-data-folder.ts';
import { bundleOf, replayHistory } from './history.ts';

const [newest = 1] = process.argv.slice(2).map(Number);
if (sharedData === null) {
  console.error(
    'needs the history of both repositories: MODELREF_SHARED_DATA with history/text.bundle and history/image.bundle',
  );
  process.exit(2);
}
for (const kind of ['text', 'image'] as const) {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-history-'));
  const store = await openStore(`sqlite:${join(directory, 'registry.db')}`);
  const found = await replayHistory(store, bundleOf(sharedData, kind), kind, newest, (done, all) => {
    if (done % 50 === 0) console.log(`${kind}: ${done} of ${all} commits`);
  });
  console.log(`${kind}: ${JSON.stringify(found)}`);
  await store.close();
  await rm(directory, { recursive: true, force: true });
}
