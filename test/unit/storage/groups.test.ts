import { describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';

forEachDatabase((_database, makeStore) => {
  describe('aliases', () => {
    test('entries are sorted by code point, their aliases kept in the order given', async () => {
      const store = await makeStore();
      await store.write(async (writer) => {
        await writer.aliases.put({ canonical: 'b', aliases: ['z', 'a', 'm'] });
        await writer.aliases.put({ canonical: 'é', aliases: ['x'] });
        await writer.aliases.put({ canonical: 'B', aliases: [] });
        await writer.aliases.put({ canonical: 'a-b', aliases: ['w'] });
        await writer.aliases.put({ canonical: 'aa', aliases: ['v'] });
      });
      expect(await store.read((reader) => reader.aliases.all())).toEqual([
        { canonical: 'B', aliases: [] },
        { canonical: 'a-b', aliases: ['w'] },
        { canonical: 'aa', aliases: ['v'] },
        { canonical: 'b', aliases: ['z', 'a', 'm'] },
        { canonical: 'é', aliases: ['x'] },
      ]);
    });

    test('a list is replaced, and an alias that left it is free for another group', async () => {
      const store = await makeStore();
      await store.write((writer) => writer.aliases.put({ canonical: 'a', aliases: ['x', 'y'] }));
      expect(await store.read((reader) => reader.aliases.holder('x'))).toBe('a');
      await store.write((writer) => writer.aliases.put({ canonical: 'a', aliases: ['y', 'z'] }));
      expect(await store.read((reader) => reader.aliases.get('a'))).toEqual({
        canonical: 'a',
        aliases: ['y', 'z'],
      });
      await store.write((writer) => writer.aliases.put({ canonical: 'b', aliases: ['x'] }));
      expect(await store.read((reader) => reader.aliases.holder('x'))).toBe('b');
    });

    test.each([
      ['held by another group', { canonical: 'b', aliases: ['new', 'x'] }],
      ['given twice', { canonical: 'b', aliases: ['n', 'n'] }],
    ])('an alias %s is a conflict, and nothing is written', async (_what, entry) => {
      const store = await makeStore();
      await store.write((writer) => writer.aliases.put({ canonical: 'a', aliases: ['x'] }));
      await expect(store.write((writer) => writer.aliases.put(entry))).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining("'b'"),
      });
      expect(await store.read((reader) => reader.aliases.all())).toEqual([
        { canonical: 'a', aliases: ['x'] },
      ]);
    });

    test('after a conflict under a savepoint the write goes on', async () => {
      const store = await makeStore();
      await store.write(async (writer) => {
        await writer.aliases.put({ canonical: 'a', aliases: ['x'] });
        const conflicting = writer.savepoint(() => writer.aliases.put({ canonical: 'b', aliases: ['x'] }));
        await expect(conflicting).rejects.toMatchObject({ code: 'conflict' });
        await writer.aliases.put({ canonical: 'c', aliases: ['y'] });
      });
      expect((await store.read((reader) => reader.aliases.all())).map((entry) => entry.canonical)).toEqual([
        'a',
        'c',
      ]);
    });

    test('a deleted entry takes its aliases with it', async () => {
      const store = await makeStore();
      await store.write((writer) => writer.aliases.put({ canonical: 'a', aliases: ['x'] }));
      expect(await store.write((writer) => writer.aliases.delete('a'))).toBe(true);
      expect(await store.write((writer) => writer.aliases.delete('a'))).toBe(false);
      expect(await store.read((reader) => reader.aliases.get('a'))).toBeNull();
      expect(await store.read((reader) => reader.aliases.holder('x'))).toBeNull();
    });
  });

  describe('families', () => {
    test('members keep the order given, and know their family', async () => {
      const store = await makeStore();
      await store.write(async (writer) => {
        await writer.families.put({ family_name: 'Qwen', members: ['Qwen3', 'Qwen2'] });
        await writer.families.put({ family_name: 'Llama', members: ['Llama-3'] });
      });
      expect(await store.read((reader) => reader.families.all())).toEqual([
        { family_name: 'Llama', members: ['Llama-3'] },
        { family_name: 'Qwen', members: ['Qwen3', 'Qwen2'] },
      ]);
      expect(await store.read((reader) => reader.families.holder('Qwen2'))).toBe('Qwen');
      expect(await store.read((reader) => reader.families.holder('Qwen'))).toBeNull();
    });

    test('a member of another family is a conflict', async () => {
      const store = await makeStore();
      await store.write((writer) => writer.families.put({ family_name: 'Qwen', members: ['Qwen3'] }));
      const second = store.write((writer) =>
        writer.families.put({ family_name: 'Other', members: ['Qwen3'] }),
      );
      await expect(second).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.read((reader) => reader.families.get('Other'))).toBeNull();
    });

    test('a deleted family sets its members free', async () => {
      const store = await makeStore();
      await store.write((writer) => writer.families.put({ family_name: 'Qwen', members: ['Qwen3'] }));
      expect(await store.write((writer) => writer.families.delete('Qwen'))).toBe(true);
      expect(await store.write((writer) => writer.families.delete('Qwen'))).toBe(false);
      expect(await store.read((reader) => reader.families.holder('Qwen3'))).toBeNull();
    });
  });

  describe('name schemas', () => {
    test('are stored, replaced and deleted per group', async () => {
      const store = await makeStore();
      await store.write(async (writer) => {
        await writer.nameSchemas.put('b', { separator: '-', parts: ['size', 'base'] });
        await writer.nameSchemas.put('B', { parts: [] });
        await writer.nameSchemas.put('b', { parts: ['base'], separator: '_' });
      });
      expect(await store.read((reader) => reader.nameSchemas.all())).toEqual([
        { group_name: 'B', schema: { parts: [] } },
        { group_name: 'b', schema: { parts: ['base'], separator: '_' } },
      ]);
      expect(await store.write((writer) => writer.nameSchemas.delete('b'))).toBe(true);
      expect(await store.write((writer) => writer.nameSchemas.delete('b'))).toBe(false);
      expect(await store.read((reader) => reader.nameSchemas.get('b'))).toBeNull();
      expect(await store.read((reader) => reader.nameSchemas.get('B'))).toEqual({ parts: [] });
    });
  });
});
