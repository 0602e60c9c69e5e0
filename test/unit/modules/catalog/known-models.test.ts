import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBody } from '../../../../src/kernel/ready-body.ts';
import { knownModelsOf } from '../../../../src/modules/catalog/known-models.ts';
import { CategorySnapshot } from '../../../../src/modules/catalog/snapshot.ts';
import { applyChanges, emptyView, type View } from '../../../../src/modules/catalog/view.ts';
import { categoryOf } from '../../../../src/records/categories/index.ts';
import { createNameKeys } from '../../../../src/records/look-alike.ts';

const nameAt = (position: number) => `model ${position}`;
const recordWith = (file: number) =>
  JSON.stringify({ config: { download: [{ file_url: `https://host/${file}`, sha256sum: '' }] } });

function knownOf(view: View) {
  const of = { category: 'clip', format: 'v2', version: 1 } as const;
  return knownModelsOf(
    { snapshot: () => new CategorySnapshot(of, view, createBody('{}')) },
    categoryOf('clip'),
  );
}

test('whatever has changed, each file and name is found with the models that have it, in stored order', () => {
  const file = fc.option(fc.nat({ max: 9 }), { nil: null });
  const change = fc.tuple(fc.nat({ max: 20 }), file);
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const live = new Map<number, number | null>();
      let view = emptyView;
      for (const [position, to] of changes) {
        live.set(position, to);
        const shown = to === null ? [] : [{ name: nameAt(position), text: recordWith(to) }];
        view = applyChanges(view, new Map([[position, shown]]));
      }
      const known = knownOf(view);
      const positions = [...live.keys()].sort((a, b) => a - b);
      for (let number = 0; number <= 9; number += 1) {
        const having = positions.filter((at) => live.get(at) === number).map(nameAt);
        const files = known.byUrl.get(`https://host/${number}`) ?? [];
        expect(files.map(({ name }) => name)).toEqual(having);
      }
      for (const at of positions) {
        const has = live.get(at) === null ? undefined : [nameAt(at)];
        expect(known.byNameKey.seen.get(createNameKeys(nameAt(at)).seen)).toEqual(has);
      }
    }),
  );
});
