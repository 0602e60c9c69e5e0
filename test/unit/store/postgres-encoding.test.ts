import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { copyDatabase } from '../../../src/app/copy-database.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { openStore } from '../../../src/store/open.ts';
import { planMigrations } from '../../../src/store/plan-migrations.ts';
import { onDatabase } from '../../support/databases.ts';
import { runSql } from '../../support/run-sql.ts';
import { aModel } from './samples.ts';

onDatabase('PostgreSQL', (_database, makeStore, makeUrl) => {
  /** Runs a statement that makes a database, and gives the URL of that one. */
  const make = async (name: string, statement: string): Promise<string> => {
    const server = await makeUrl('nothing');
    await runSql(server, statement);
    onTestFinished(() => runSql(server, `DROP DATABASE ${name} WITH (FORCE)`));
    const url = new URL(server);
    url.pathname = `/${name}`;
    return url.href;
  };
  const makeWith = (encoding: string, provider = ''): Promise<string> => {
    const name = `modelref_test_${randomUUID().replaceAll('-', '')}`;
    return make(
      name,
      `CREATE DATABASE ${name} ENCODING '${encoding}' LC_COLLATE 'C' LC_CTYPE 'C' ${provider} TEMPLATE template0`,
    );
  };
  const everyScript = 'Ω 模型 модель 🎨';

  test.each(['LATIN1', 'WIN1252'])('%s is refused, with the statement that helps', async (encoding) => {
    const url = await makeWith(encoding);
    const refused: Error = await openStore(url).then(
      () => expect.unreachable(),
      (error) => error,
    );
    expect(refused).toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining(`has the encoding ${encoding}`),
    });
    await expect(planMigrations(url)).rejects.toThrow(refused.message);
    const [statement = '', name = ''] = /CREATE DATABASE (\S+)[^;]+/.exec(refused.message) ?? [];
    const store = await openStore(await make(name, statement));
    try {
      await store.write((tx) => modelStore(tx).put(aModel({ name: everyScript }), 1));
      expect((await store.read((tx) => modelStore(tx).list('clip')))[0]?.name).toBe(everyScript);
    } finally {
      await store.close();
    }
  });

  test('SQL_ASCII keeps every text as it is', async () => {
    const store = await openStore(await makeWith('SQL_ASCII', 'LOCALE_PROVIDER libc'));
    onTestFinished(() => store.close());
    await store.write((tx) => modelStore(tx).put(aModel({ name: everyScript }), 1));
    expect((await store.read((tx) => modelStore(tx).list('clip')))[0]?.name).toBe(everyScript);
  });

  test('what is in a database of another encoding is copied into one that is fit', async () => {
    const url = await makeWith('LATIN1');
    const before = await openStore(url, { postgres: { anyEncoding: true } });
    await before.write((tx) => modelStore(tx).put(aModel({ name: 'café' }), 1));
    await before.close();
    const target = await makeUrl('nothing');
    await copyDatabase(url, target, () => {});
    const after = await makeStore.on(target);
    expect((await after.read((tx) => modelStore(tx).list('clip')))[0]?.name).toBe('café');
    const unfit = await makeWith('LATIN1');
    await expect(copyDatabase(target, unfit, () => {})).rejects.toThrow('has the encoding LATIN1');
  });
});
