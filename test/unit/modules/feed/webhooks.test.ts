import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appendEvents } from '../../../../src/modules/audit/append-events.ts';
import { deliveryStore } from '../../../../src/modules/feed/store.ts';
import {
  addWebhookDeliveries,
  createWebhookWorker,
  replayDeliveries,
} from '../../../../src/modules/feed/webhooks.ts';
import {
  createWebhookClient,
  type WebhookAttempt,
  webhookHeaders,
} from '../../../../src/outside/webhook-client.ts';
import type { ChainEnd } from '../../../../src/records/feed-cursor.ts';
import type { Store } from '../../../../src/store/store.ts';
import { forEachDatabase } from '../../../support/databases.ts';
import { saveState } from '../../../support/restore-state.ts';

const event = (model_name: string) => ({
  timestamp: 100,
  domain: 'v2' as const,
  category: 'clip',
  model_name,
  operation: 'create' as const,
  logical_user_id: '22',
  request_id: 'job',
  payload: { after: { name: model_name } },
  action: null,
  change_id: 7,
  batch_id: 3,
});

/** Events of models that are called by numbers. */
const events = (count: number) => Array.from({ length: count }, (_, at) => event(`${at}`));

const taken: WebhookAttempt = { ok: true, status: 200, error: null };
const failed: WebhookAttempt = { ok: false, status: 500, error: 'it answered 500' };
const targets = ['https://one.example/hook', 'https://two.example/hook'];
const append = addWebhookDeliveries(appendEvents, targets);

forEachDatabase((_, makeStore, makeUrl) => {
  describe('webhooks', () => {
    let store: Store;
    const time = { seconds: 100 };
    let sent: { target: string; message: Record<string, unknown>; id: ChainEnd }[] = [];
    let answer: (target: string) => WebhookAttempt | Promise<WebhookAttempt> = () => taken;
    const laneOf = (target: string, of: Store = store) =>
      createWebhookWorker(target, {
        store: of,
        clock: { now: () => time.seconds },
        send: async (to, message, id) => {
          sent.push({ target: to, message: JSON.parse(message), id });
          return answer(to);
        },
        random: () => 0.5,
        monotonicMs: () => time.seconds * 1000,
      });
    /** All lanes of an instance that has just been started. */
    const webhooks = () => {
      const lanes = targets.map((target) => laneOf(target));
      return {
        deliverDue: async () => {
          let tried = 0;
          for (const lane of lanes) tried += await lane.deliverDue();
          return tried;
        },
      };
    };
    const log = () => store.read((reader) => deliveryStore(reader).list({}, 100));

    beforeEach(async () => {
      store = await makeStore();
      time.seconds = 100;
      sent = [];
      answer = () => taken;
    });

    test('every target is told of every event, once it is committed', async () => {
      await store.write((writer) => append(writer, [event('a')]));
      await expect(
        store.write(async (writer) => {
          await append(writer, [event('never')]);
          throw new Error('rolled back');
        }),
      ).rejects.toThrow('rolled back');
      expect(await webhooks().deliverDue()).toBe(2);
      expect(await webhooks().deliverDue()).toBe(0);
      expect(sent.map(({ target }) => target).sort()).toEqual(targets);
      expect(sent[0]?.message).toEqual({
        id: 1,
        type: 'model.create',
        timestamp: 100,
        domain: 'v2',
        category: 'clip',
        model_name: 'a',
        user_id: '22',
        change_id: 7,
        batch_id: 3,
        data: { after: { name: 'a' } },
      });
      expect((await log()).map(({ state, attempts }) => [state, attempts])).toEqual([
        ['delivered', 1],
        ['delivered', 1],
      ]);
    });

    test('an event that got the number of one that was lost is told, under an id of its own', async () => {
      const url = await makeUrl();
      store = await makeStore.on(url);
      await using before = await saveState(url);
      await store.write((writer) => append(writer, [event('lost')]));
      let replaced = false;
      answer = async () => {
        if (!replaced) {
          replaced = true;
          await before.putBack();
          await store.write((writer) => append(writer, [event('found')]));
        }
        return taken;
      };
      const lane = laneOf(targets[0]!);
      expect(await lane.deliverDue()).toBe(1);
      expect(await lane.deliverDue()).toBe(1);
      expect(await lane.deliverDue()).toBe(0);
      expect(sent.map(({ message }) => [message.id, message.model_name])).toEqual([
        [1, 'lost'],
        [1, 'found'],
      ]);
      const ids = sent.map(({ id }) => webhookHeaders({ secret: 'x' }, id, 0, '')['webhook-id']);
      expect(ids[0]).toMatch(/^event_1-[0-9a-f]{16}$/);
      expect(ids[0]).not.toBe(ids[1]);
    });

    test('a target is given the time that it asks for, and one that is gone is not asked again', async () => {
      answer = (target) =>
        target === targets[0]
          ? { ok: false, status: 429, error: 'it answered 429', retryAfterSeconds: 600 }
          : { ok: false, status: 410, error: 'it answered 410' };
      await store.write((writer) => append(writer, [event('a')]));
      await webhooks().deliverDue();
      const [asked, gone] = (await log()).sort((a, b) => a.target.localeCompare(b.target));
      expect([asked?.state, asked?.next_attempt_at]).toEqual(['waiting', 700]);
      expect([gone?.state, gone?.last_status]).toEqual(['failed', 410]);
    });

    test('a target that does not take it is tried again, each time after a longer while, and fails in the end', async () => {
      answer = (target) => (target === targets[0] ? failed : taken);
      await store.write((writer) => append(writer, [event('a')]));
      expect(await webhooks().deliverDue()).toBe(2);
      const waits: number[] = [];
      for (;;) {
        const [waiting] = await store.read((reader) => deliveryStore(reader).list({ target: targets[0] }, 1));
        if (waiting?.state !== 'waiting') break;
        waits.push(waiting.next_attempt_at - time.seconds);
        time.seconds = waiting.next_attempt_at - 1;
        expect(await webhooks().deliverDue()).toBe(0);
        time.seconds += 1;
        expect(await webhooks().deliverDue()).toBe(1);
      }
      expect(waits.slice(0, 4)).toEqual([8, 15, 30, 60]);
      expect(waits.at(-1)).toBe(6 * 3600 * 0.75);
      const [given] = await store.read((reader) => deliveryStore(reader).list({ state: 'failed' }, 10));
      expect(given).toMatchObject({
        target: targets[0],
        attempts: 20,
        last_status: 500,
        last_error: 'it answered 500',
      });

      answer = () => taken;
      expect(await replayDeliveries(store, { state: 'failed' }, time.seconds, 100)).toBe(1);
      expect(await webhooks().deliverDue()).toBe(1);
      expect((await log()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    });

    test('two instances do not send the same delivery; one that died in the middle is followed by another', async () => {
      await store.write((writer) => append(writer, [event('a')]));
      // An instance that claims and dies: its claim is all that is left of it.
      await store.write(async (writer) => {
        for (const due of await deliveryStore(writer).list({}, 10)) {
          await deliveryStore(writer).update({ ...due, next_attempt_at: 161, updated_at: 100 });
        }
      });
      expect(await webhooks().deliverDue()).toBe(0);
      time.seconds = 161;
      expect(await webhooks().deliverDue()).toBe(2);
    });

    test('a target that hangs keeps nothing from the others, nor its instance from going on', async () => {
      const hanging = Promise.withResolvers<WebhookAttempt>();
      answer = (target) => (target === targets[0] ? hanging.promise : taken);
      await store.write((writer) => append(writer, [event('a'), event('b')]));
      const stuck = laneOf(targets[0] as string).deliverDue();
      expect(await laneOf(targets[1] as string).deliverDue()).toBe(2);
      hanging.resolve({ ok: false, status: null, error: 'no answer within 10 s' });
      expect(await stuck).toBe(1);
    });

    test('events come in their order, by one instance at a time', async () => {
      const first = Promise.withResolvers<void>();
      const inside = Promise.withResolvers<void>();
      answer = async () => {
        inside.resolve();
        await first.promise;
        return taken;
      };
      await store.write((writer) => append(writer, events(20)));
      const one = laneOf(targets[0] as string).deliverDue();
      await inside.promise;
      // While the first instance sends what it took, another one would come in between.
      expect(await laneOf(targets[0] as string).deliverDue()).toBe(0);
      first.resolve();
      expect(await one).toBe(16);
      expect(await laneOf(targets[0] as string).deliverDue()).toBe(4);
      expect(sent.map(({ id }) => id.event_id)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    });

    test('of instances that claim at the same moment, one sends', async () => {
      const url = await makeUrl();
      store = await makeStore.on(url);
      const stores = [store, store, await makeStore.on(url), await makeStore.on(url)];
      await store.write((writer) => append(writer, events(40)));
      const lanes = stores.map((each) => laneOf(targets[0] as string, each));
      for (let round = 0; round < 10; round += 1) await Promise.all(lanes.map((lane) => lane.deliverDue()));
      expect(sent.map(({ id }) => id.event_id)).toEqual(events(40).map((_, i) => i + 1));
    });

    test('neither a claim nor its outcome waits for a write of records', async ({ skip }) => {
      skip(store.dialect === 'sqlite', 'it has one writer');
      await store.write((writer) => append(writer, [event('a')]));
      const tried = await store.write(() => webhooks().deliverDue());
      expect([tried, (await log()).map(({ state }) => state)]).toEqual([2, ['delivered', 'delivered']]);
    });

    test('a target that takes nothing is left alone for a while, then asked with one event', async () => {
      answer = () => failed;
      await store.write((writer) => append(writer, events(20)));
      const lane = laneOf(targets[0] as string);
      const tries: number[] = [];
      for (let look = 0; look < 4; look += 1) tries.push(await lane.deliverDue());
      expect(tries).toEqual([1, 1, 1, 0]);
      answer = () => taken;
      time.seconds += 1;
      expect(await lane.deliverDue()).toBe(1);
      expect(await lane.deliverDue()).toBe(16);
    });

    test('what failed can be replayed for 90 days, then the log forgets it', async () => {
      answer = () => ({ ok: false, status: 410, error: 'gone' });
      await store.write((writer) => append(writer, [event('a')]));
      expect(await webhooks().deliverDue()).toBe(2);
      answer = () => taken;
      for (const [name, days] of [
        ['b', 90],
        ['c', 1],
      ] as const) {
        time.seconds += days * 24 * 3600;
        await store.write((writer) => append(writer, [event(name)]));
        await webhooks().deliverDue();
        const left = (await log()).filter(({ state }) => state === 'failed');
        expect(left).toHaveLength(name === 'b' ? 2 : 0);
      }
    });

    test('what was parked by a clock that was a year ahead is sent', async () => {
      time.seconds += 365 * 24 * 3600;
      await store.write((writer) => append(writer, [{ ...event('a'), timestamp: time.seconds }]));
      time.seconds = 100;
      expect(await webhooks().deliverDue()).toBe(2);
      expect((await log()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    });

    test('all that failed are replayed, in as many transactions as it takes', async () => {
      await store.write(async (writer) => {
        await append(writer, events(300));
        for (const each of await deliveryStore(writer).list({}, 600)) {
          await deliveryStore(writer).update({ ...each, state: 'failed' });
        }
      });
      expect(await replayDeliveries(store, { state: 'failed' }, 100, 7)).toBe(7);
      expect(await replayDeliveries(store, {}, 100)).toBe(600);
      expect(await store.read((reader) => deliveryStore(reader).count({ state: 'failed' }))).toBe(0);
    });
  });
});

describe('sending', () => {
  let url = '';
  const received: { headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    const status = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('status') ?? 200);
    const headers = { 302: { location: '/elsewhere' }, 429: { 'retry-after': '120' } }[status] ?? {};
    response.writeHead(status, headers).end('whatever');
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const secret = 'a secret of some length';
  const here = ['127.0.0.1'];
  const event5 = { event_id: 5, hash: '0123456789abcdef'.repeat(4) };
  const sendTo = async (target: string, privateHosts: string[]) => {
    const sender = createWebhookClient({ targets: [{ url: target, secret }], privateHosts, now: () => 1234 });
    try {
      return await sender.send(target, '{"id":5}', event5);
    } finally {
      await sender.close();
    }
  };

  test('a message is signed with its time, so that the receiver can check both', async () => {
    expect(await sendTo(url, here)).toEqual({ ok: true, status: 200, error: null });
    const signature = createHmac('sha256', secret).update('1234.{"id":5}').digest('hex');
    expect(received.at(-1)).toMatchObject({
      body: '{"id":5}',
      headers: {
        'content-type': 'application/json',
        'modelref-event-id': '5',
        'modelref-timestamp': '1234',
        'modelref-signature': `sha256=${signature}`,
      },
    });
  });

  describe("Standard Webhooks' own library accepts a message", () => {
    const standard = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
    const older = `whsec_${Buffer.from('fedcba9876543210fedcba9876543210').toString('base64')}`;
    const sendSigned = async (keys: { secret: string; previousSecrets?: string[] }) => {
      const sender = createWebhookClient({
        targets: [{ url, ...keys }],
        privateHosts: here,
        now: () => Math.floor(Date.now() / 1000),
      });
      await sender.send(url, '{"id":5}', event5);
      await sender.close();
      const { headers, body } = received.at(-1)!;
      return { headers: headers as Record<string, string>, body };
    };

    test('with its kind of secret, with any text, and with the secret before a change', async () => {
      const { headers, body } = await sendSigned({ secret: standard, previousSecrets: [older] });
      expect(headers['webhook-id']).toBe('event_5-0123456789abcdef');
      expect(new Webhook(standard).verify(body, headers)).toEqual({ id: 5 });
      expect(new Webhook(older).verify(body, headers)).toEqual({ id: 5 });
      const plain = await sendSigned({ secret });
      expect(new Webhook(secret, { format: 'raw' }).verify(plain.body, plain.headers)).toEqual({ id: 5 });
    });

    test('and no other', async () => {
      const { headers, body } = await sendSigned({ secret: standard });
      expect(() => new Webhook(older).verify(body, headers)).toThrow('No matching signature');
      expect(() => new Webhook(standard).verify(`${body} `, headers)).toThrow('No matching signature');
    });
  });

  test('a target that asks for time says so', async () => {
    expect(await sendTo(`${url}/?status=429`, here)).toEqual({
      ok: false,
      status: 429,
      error: 'it answered 429',
      retryAfterSeconds: 120,
    });
  });

  test('an answer that is no success is an error; redirects are not followed', async () => {
    expect(await sendTo(`${url}/?status=503`, here)).toEqual({
      ok: false,
      status: 503,
      error: 'it answered 503',
    });
    const before = received.length;
    expect(await sendTo(`${url}/?status=302`, here)).toEqual({
      ok: false,
      status: 302,
      error: 'it answered 302',
    });
    expect(received.length).toBe(before + 1);
  });
});
