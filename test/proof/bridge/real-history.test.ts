import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { categoriesOf } from '../../../src/modules/bridge/bridged-repository.ts';
import type { RepositoryFile } from '../../../src/modules/bridge/compare-records.ts';
import { fileStateAfterImport } from '../../../src/modules/bridge/file-states.ts';
import { detectHeldFile } from '../../../src/modules/bridge/held-files.ts';
import { readRecordFile } from '../../../src/modules/transfer/repository-files/record-file.ts';
import { GitRemote } from '../../support/bridge-setup.ts';
import { baselines, categories } from '../../support/categories.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';

describeWithSharedData('over the real history', (folder) => {
  test.skipIf(!existsSync(join(folder, 'history')))(
    'the bridge asks about a handful of the newest commits',
    ({ onTestFinished }) => {
      const asked: string[] = [];
      for (const kind of ['text', 'image'] as const) {
        const remote = new GitRemote();
        onTestFinished(() => remote.remove());
        remote.git('fetch', '--quiet', join(folder, 'history', `${kind}.bundle`), 'main:refs/heads/all');
        for (const definition of categoriesOf(kind, categories)) {
          const { fileName } = definition.legacy;
          const log = ['log', '--first-parent', '--reverse', '--since=2025-05-01', '--format=%H'];
          const commits = remote
            .git(...log, 'all', '--', fileName)
            .split('\n')
            .filter(Boolean);
          let was: RepositoryFile | null = null;
          for (const [commit, text] of remote.versions(fileName, commits)) {
            const file = text === null ? null : readRecordFile(definition, text, baselines);
            if (text === null || !file?.isReadable) continue;
            const now = { definition, text, file };
            const held = was && detectHeldFile(now, fileStateAfterImport(was));
            if (held) asked.push(`${commit.slice(0, 8)} ${held.reasons.join('; ')}`);
            was = now;
          }
        }
      }
      expect(asked.length).toBeLessThan(8);
      // What damaged the file in earnest is among them: a lost quotation mark.
      expect(asked).toContainEqual(expect.stringMatching(/^d783aaaa it may be truncated/));
    },
  );
});
