import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { forEachDatabase } from '../../../support/databases.ts';
import { eventually } from '../../../support/eventually.ts';
import { keys } from '../../../support/identity-server.ts';
import { saveState } from '../../../support/restore-state.ts';

const v2 = '/api/model_references/v2';

/** Nobody looks by himself: what is looked for every second is looked for when a test says so. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
});

async function start(settings: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp(settings);
  onTestFinished(() => app[Symbol.asyncDispose]());
  return app;
}

/** Those that the tests write, and one that they do not. */
const ofModels = ['clip', 'blip', 'esrgan', 'lora', 'gfpgan'].flatMap((name) => [
  `${v2}/${name}`,
  `/api/model_references/v1/${name}`,
]);

/** All that readers of models and of groups get. */
async function served(
  app: TestApp,
  paths: readonly string[] = [...ofModels, `${v2}/text_generation/aliases`],
): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const path of paths) {
    const { statusCode, headers, body } = await app.get(path);
    all[path] = { statusCode, etag: headers.etag, body };
  }
  return all;
}

const losses = async (app: TestApp) =>
  [...(await app.get('/metrics')).body.matchAll(/modelref_history_lost_total\{memory="(\w+)"\} (\d+)/g)].map(
    ([, memory, count]) => `${memory} ${count}`,
  );

/** Of models and groups: the memory of files is read when somebody asks about files, sooner or later. */
const lossesOfModels = async (app: TestApp) =>
  (await losses(app)).filter((loss) => !loss.startsWith('files '));

/** The replica looks again as long as what it shows differs: a look may come while a write is under way. */
const toShow = (replica: TestApp, models: Record<string, unknown>) =>
  eventually(async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await served(replica, ofModels)).toEqual(models);
  });

async function alias(app: TestApp, canonical: string, name: string): Promise<void> {
  const path = `${v2}/text_generation/aliases/${canonical}`;
  const answer = await app.send('PUT', path, { key: keys.approver, body: { aliases: [name] } });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
}

forEachDatabase((_, __, makeUrl) => {
  describe('a database that lost its last writes, and has others since', () => {
    async function open() {
      const databaseUrl = await makeUrl();
      const logs: Record<string, unknown>[] = [];
      const one = await start({
        settings: { databaseUrl, port: 0 },
        onLog: (line) => logs.push(line),
      });
      const origin = await one.service.listen();
      await one.seed('clip', { name: 'kept' }, { name: 'changed', description: 'before' });
      await one.seed('esrgan', { name: 'untouched' });
      await alias(one, 'kept-group', 'kept-alias');
      const held = await saveState(databaseUrl);
      onTestFinished(() => held[Symbol.asyncDispose]());
      const before = await served(one);
      return { databaseUrl, one, origin, held, before, logs };
    }

    /** Writes that leave the versions where those that were lost had left them, or further on. */
    async function writeLost(app: TestApp): Promise<void> {
      await app.seed('clip', { name: 'lost' });
      await app.change('PUT', '/clip/model/changed', { name: 'changed', description: 'lost' });
      await app.seed('blip', { name: 'lost' });
      await alias(app, 'lost-group', 'lost-alias');
    }
    async function writeOthers(app: TestApp): Promise<void> {
      await app.seed('clip', { name: 'found' }, { name: 'found too' });
      await app.seed('blip', { name: 'one' }, { name: 'two' }, { name: 'three' });
      await alias(app, 'found-group', 'found-alias');
    }

    test.each(['exactly to', 'beyond'])(
      'is served as it is, by every instance and replica, when versions have come %s those of before',
      async (where) => {
        const { databaseUrl, one, origin, held, logs } = await open();
        const two = await start({ settings: { databaseUrl } });
        const replica = await start({
          settings: { port: 0, replicateMode: 'REPLICA', primaryApiUrl: `${origin}/api` },
        });
        await writeLost(one);
        await two.service.follower.check();
        const lost = await served(one);
        const lostModels = await served(one, ofModels);
        await toShow(replica, lostModels);
        expect(await served(two)).toEqual(lost);

        await held.putBack();
        // Its instances hear of these by notifications, where there are any, and do not look.
        const other = await start({ settings: { databaseUrl } });
        await writeOthers(other);
        if (where === 'beyond') await other.seed('clip', { name: 'further' });
        const truth = await served(other);
        expect(truth).not.toEqual(lost);

        for (const app of [one, two]) await app.service.follower.check();
        expect(await served(one)).toEqual(truth);
        expect(await served(two)).toEqual(truth);
        expect(await losses(one)).toContain('clip 1');
        expect(await losses(one)).toContain('groups 1');
        expect(logs.find(({ memory }) => memory === 'clip')).toMatchObject({
          event: expect.stringMatching(/^\d+-[0-9a-f]{16}$/),
          msg: expect.stringContaining('history was replaced'),
        });
        expect(await losses(other)).toEqual([]);
        const models = await served(other, ofModels);
        await toShow(replica, models);

        // Once is enough.
        const counted = await lossesOfModels(one);
        await one.service.follower.check();
        await other.seed('lora', { name: 'later' });
        for (const app of [one, two]) await app.service.follower.check();
        expect(await lossesOfModels(one)).toEqual(counted);
        expect(await served(two)).toEqual(await served(other));
      },
    );

    test('is noticed although nothing was written since, and by a write of this instance before it answers', async () => {
      const { databaseUrl, one, held, before } = await open();
      await writeLost(one);
      await held.putBack();
      await one.service.follower.check();
      expect(await served(one)).toEqual(before);

      await writeLost(one);
      await held.putBack();
      await one.seed('clip', { name: 'own' }, { name: 'own too' });
      const other = await start({ settings: { databaseUrl } });
      const path = `${v2}/clip`;
      expect((await one.get(path)).body).toBe((await other.get(path)).body);

      // Net changes are those of its batches, not what others of their numbers did.
      const changedBy = async (name: string) => {
        const change = await one.propose('POST', '/clip', { name });
        const batch = await one.approve(change);
        await one.apply(change);
        const changes = `${v2}/pending_queue/audit/batches/${batch}/net_changes`;
        const { model_changes } = (await one.get(changes, { key: keys.approver })).json();
        return [batch, model_changes.map((model: { model_name: string }) => model.model_name)];
      };
      await held.putBack();
      const [batch] = await changedBy('lost');
      await held.putBack();
      expect(await changedBy('found')).toEqual([batch, ['found']]);
    });
  });
});
