import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { keys, startIdentityServer, users } from '../../support/identity-server.ts';
import { newFolder } from '../../support/new-folder.ts';
import { startRemoteHost } from '../../support/remote-host.ts';
import { serviceEnvironment } from '../../support/service-process.ts';
import { startModelref } from '../../unit/cli/process.ts';
import { generateRequest, readApiDocument } from './openapi-requests.ts';
import { Random } from './random.ts';

const webhookSecret = 'the-secret-of-a-webhook';
const { requestor, approver, nobody, unknown } = keys;
const sentKeys = [requestor, approver, nobody, unknown, `${requestor}${'x'.repeat(300)}`];
/** The texts that must be nowhere: keys, the first half of one, and what anybody could compute from one. */
const traces = [
  ...[...sentKeys, webhookSecret].flatMap((secret) => [
    secret,
    ...(['hex', 'base64', 'base64url'] as const).map((form) =>
      createHash('sha256').update(secret).digest(form),
    ),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ]),
  requestor.slice(0, 10),
];
const marker = 'a name that is looked for';
const v2 = '/api/model_references/v2';

/**
 * Collects everything that a service gives away: its output at the most talkative level, its answers, its
 * webhooks, and the bytes of its database.
 */
test('no key, nor a hash of one, is in a log, an answer, the metrics, a webhook or the database', async () => {
  const identity = await startIdentityServer();
  onTestFinished(() => identity.close());
  const received: string[] = [];
  await using hooks = await startRemoteHost(async (request, response) => {
    received.push(JSON.stringify(request.headers), await text(request));
    response.end();
  });
  const directory = newFolder();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await using service = await startModelref(
    ['serve'],
    serviceEnvironment(directory, port, {
      MODELREF_AUTH_URL: identity.url,
      MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
      MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
      MODELREF_LOG_LEVEL: 'trace',
      MODELREF_ACCESS_LOG: 'all',
      MODELREF_CORS_ALLOWED_ORIGINS: '*',
      MODELREF_IDENTITY_CACHE_TTL_SECONDS: '0',
      MODELREF_WEBHOOKS: JSON.stringify([{ url: `${hooks.url}/hook`, secret: webhookSecret }]),
      MODELREF_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    }),
    directory,
  );
  await service.printed(/"msg":"listening"/);

  const answers: string[] = [];
  const send = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const response = await fetch(origin + path, { method, headers, ...(body !== undefined && { body }) });
    const said = await response.text();
    answers.push(JSON.stringify([...response.headers]), said);
    return said;
  };

  const json = { 'content-type': 'application/json' };
  const created = await send(
    'POST',
    `${v2}/clip`,
    { ...json, apikey: requestor },
    JSON.stringify({ name: marker }),
  );
  const { change_id: id } = JSON.parse(created) as { change_id: number };
  const batch = JSON.stringify({ batch_title: 'a batch', approved_ids: [id] });
  await send('POST', `${v2}/pending_queue/batches`, { ...json, apikey: approver }, batch);
  await send('POST', `${v2}/pending_queue/changes/${id}/apply`, { ...json, apikey: approver }, '{}');

  const document = await readApiDocument();
  const random = new Random(20_261_121);
  for (const operation of document.operations) {
    const { method, url, headers, body } = generateRequest(operation, document, random);
    const sent = method === 'GET' || method === 'HEAD' ? undefined : body;
    await send(method, url, headers, sent);
  }
  for (const apikey of sentKeys) {
    for (const path of [`${v2}/clip`, '/nowhere', `${v2}/pending_queue/changes/1`]) {
      await send('POST', path, { ...json, apikey }, '{');
      await send(
        'POST',
        `${path}?apikey=${apikey}`,
        { ...json, authorization: `Bearer ${apikey}`, cookie: apikey },
        '[]',
      );
    }
  }
  for (const mood of ['error', 'overloaded', 'not json'] as const) {
    identity.mood = mood;
    await send('GET', '/api/me', { apikey: requestor });
    await send('POST', `${v2}/clip`, { ...json, apikey: requestor }, '{}');
  }
  await identity.close();
  await send('POST', `${v2}/clip`, { ...json, apikey: requestor }, '{}');
  answers.push(await raw(port, `GET /api/heartbeat HTTP/9.9\r\napikey: ${requestor}\r\n\r\n`));
  answers.push(
    await raw(
      port,
      `POST ${v2}/clip HTTP/1.1\r\nhost: x\r\napikey: ${requestor}\r\napikey: ${approver}\r\nconnection: close\r\n\r\n`,
    ),
  );
  answers.push(await send('GET', '/metrics', { apikey: requestor }));
  await eventually(() => expect(received.join()).toContain(marker));

  const bytesOf = () =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'));
  // While it runs there is a write-ahead log.
  const whileRunning = bytesOf();
  service.child.kill('SIGTERM');
  await service.ended();

  const places = {
    log: service.output(),
    answers: answers.join('\n'),
    webhooks: received.join('\n'),
    'running database': whileRunning.join('\n'),
    database: bytesOf().join('\n'),
  };
  for (const [place, said] of Object.entries(places)) {
    // The search would find what is there.
    if (place !== 'log') expect(said.includes(marker), `${place} without the marker`).toBe(true);
    for (const trace of traces) expect(said.includes(trace), `${trace} in the ${place}`).toBe(false);
  }
  expect(places.log.match(/"msg":"request"/g)?.length).toBeGreaterThan(100);
});

/** Returns the answer to bytes that need not be HTTP. */
function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  return text(socket);
}
