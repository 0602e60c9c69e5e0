import { describe, expect, test } from 'vitest';
import { aliasStore, familyStore, nameSchemaStore } from '../../../src/modules/names/store.ts';
import { forEachDatabase } from '../../support/databases.ts';

forEachDatabase((_database, makeStore) => {
  describe('aliases', () => {
    test('entries are sorted by code point, their aliases kept in the order given', async () => {
      const store = await makeStore();
      await store.write(async (writer) => {
        await aliasStore(writer).put({ canonical: 'b', aliases: ['z', 'a', 'm'] });
        await aliasStore(writer).put({ canonical: 'é', aliases: ['x'] });
        await aliasStore(writer).put({ canonical: 'B', aliases: [] });
        await aliasStore(writer).put({ canonical: 'a-b', aliases: ['w'] });
        await aliasStore(writer).put({ canonical: 'aa', aliases: ['v'] });
      });
      expect(await store.read((reader) => aliasStore(reader).all())).toEqual([
        { canonical: 'B', aliases: [] },
        { canonical: 'a-b', aliases: ['w'] },
        { canonical: 'aa', aliases: ['v'] },
        { canonical: 'b', aliases: ['z', 'a', 'm'] },
        { canonical: 'é', aliases: ['x'] },
      ]);
    });

    test('a list is replaced, and an alias that left it is free for another group', async () => {
      const store = await makeStore();
      await store.write((writer) => aliasStore(writer).put({ canonical: 'a', aliases: ['x', 'y'] }));
      expect(await store.read((reader) => aliasStore(reader).holder('x'))).toBe('a');
      await store.write((writer) => aliasStore(writer).put({ canonical: 'a', aliases: ['y', 'z'] }));
      expect(await store.read((reader) => aliasStore(reader).get('a'))).toEqual({
        canonical: 'a',
        aliases: ['y', 'z'],
      });
      await store.write((writer) => aliasStore(writer).put({ canonical: 'b', aliases: ['x'] }));
      expect(await store.read((reader) => aliasStore(reader).holder('x'))).toBe('b');
    });

    test.each([
      ['held by another group', { canonical: 'b', aliases: ['new', 'x'] }],
      ['given twice', { canonical: 'b', aliases: ['n', 'n'] }],
    ])('an alias %s is a conflict, and nothing is written', async (_what, entry) => {
      const store = await makeStore();
      await store.write((writer) => aliasStore(writer).put({ canonical: 'a', aliases: ['x'] }));
      await expect(store.write((writer) => aliasStore(writer).put(entry))).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining("'b'"),
      });
      expect(await store.read((reader) => aliasStore(reader).all())).toEqual([
        { canonical: 'a', aliases: ['x'] },
      ]);
    });

    test('after a conflict under a savepoint the write goes on', async () => {
      const store = await makeStore();
      await store.write(async (writer) => {
        await aliasStore(writer).put({ canonical: 'a', aliases: ['x'] });
        const conflicting = writer.savepoint(() =>
          aliasStore(writer).put({ canonical: 'b', aliases: ['x'] }),
        );
        await expect(conflicting).rejects.toMatchObject({ code: 'conflict' });
        await aliasStore(writer).put({ canonical: 'c', aliases: ['y'] });
      });
      expect(
        (await store.read((reader) => aliasStore(reader).all())).map((entry) => entry.canonical),
      ).toEqual(['a', 'c']);
    });

    test('a deleted entry takes its aliases with it', async () => {
      const store = await makeStore();
      await store.write((writer) => aliasStore(writer).put({ canonical: 'a', aliases: ['x'] }));
      expect(await store.write((writer) => aliasStore(writer).delete('a'))).toBe(true);
      expect(await store.write((writer) => aliasStore(writer).delete('a'))).toBe(false);
      expect(await store.read((reader) => aliasStore(reader).get('a'))).toBeNull();
      expect(await store.read((reader) => aliasStore(reader).holder('x'))).toBeNull();
    });
  });

  describe('families', () => {
    test('members keep the order given, and know their family', async () => {
      const store = await makeStore();
      await store.write(async (writer) => {
        await familyStore(writer).put({ family_name: 'Qwen', members: ['Qwen3', 'Qwen2'] });
        await familyStore(writer).put({ family_name: 'Llama', members: ['Llama-3'] });
      });
      expect(await store.read((reader) => familyStore(reader).all())).toEqual([
        { family_name: 'Llama', members: ['Llama-3'] },
        { family_name: 'Qwen', members: ['Qwen3', 'Qwen2'] },
      ]);
      expect(await store.read((reader) => familyStore(reader).holder('Qwen2'))).toBe('Qwen');
      expect(await store.read((reader) => familyStore(reader).holder('Qwen'))).toBeNull();
    });

    test('a member of another family is a conflict', async () => {
      const store = await makeStore();
      await store.write((writer) => familyStore(writer).put({ family_name: 'Qwen', members: ['Qwen3'] }));
      const second = store.write((writer) =>
        familyStore(writer).put({ family_name: 'Other', members: ['Qwen3'] }),
      );
      await expect(second).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.read((reader) => familyStore(reader).get('Other'))).toBeNull();
    });

    test('a deleted family sets its members free', async () => {
      const store = await makeStore();
      await store.write((writer) => familyStore(writer).put({ family_name: 'Qwen', members: ['Qwen3'] }));
      expect(await store.write((writer) => familyStore(writer).delete('Qwen'))).toBe(true);
      expect(await store.write((writer) => familyStore(writer).delete('Qwen'))).toBe(false);
      expect(await store.read((reader) => familyStore(reader).holder('Qwen3'))).toBeNull();
    });
  });

  describe('name schemas', () => {
    test('are stored, replaced and deleted per group', async () => {
      const store = await makeStore();
      await store.write(async (writer) => {
        await nameSchemaStore(writer).put('b', { separator: '-', parts: ['size', 'base'] });
        await nameSchemaStore(writer).put('B', { parts: [] });
        await nameSchemaStore(writer).put('b', { parts: ['base'], separator: '_' });
      });
      expect(await store.read((reader) => nameSchemaStore(reader).all())).toEqual([
        { group_name: 'B', schema: { parts: [] } },
        { group_name: 'b', schema: { parts: ['base'], separator: '_' } },
      ]);
      expect(await store.write((writer) => nameSchemaStore(writer).delete('b'))).toBe(true);
      expect(await store.write((writer) => nameSchemaStore(writer).delete('b'))).toBe(false);
      expect(await store.read((reader) => nameSchemaStore(reader).get('b'))).toBeNull();
      expect(await store.read((reader) => nameSchemaStore(reader).get('B'))).toEqual({ parts: [] });
    });
  });
});
