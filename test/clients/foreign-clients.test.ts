import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentCheck, documentCheck, notInDocument } from '../support/document-check.ts';
import { keys } from '../support/identity-server.ts';
import type { Answer, ForeignClient, Opened } from './client.ts';
import { foreignClients } from './clients.ts';
import type { Served } from './deployments/deployment.ts';
import { deployments } from './deployments/deployments.ts';
import { generatedClients, removeGeneratedClients } from './generated/make.ts';
import { type Expected, expectedOf, type Journey, type Step, steps } from './steps.ts';

/** With CLIENTS_ON=all, as `npm run proof -- clients` has it, every way to run the service; else the simplest. */
const chosen = process.env.CLIENTS_ON === 'all' ? deployments : deployments.slice(0, 1);
const modelOf = (client: ForeignClient) => `${client.name}/50% ü?`;
/** By client: for each deployment how many steps went as expected, or `?` where it could not be tried. */
const outcomes = new Map(foreignClients.map(({ name }) => [name, chosen.map(() => '?')]));

afterAll(() => {
  removeGeneratedClients();
  // With CLIENTS_TABLE=<file> the run leaves a table, in Markdown, of what each client did.
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const head = row(['', ...chosen.map(({ name }) => name)]) + row(['---', ...chosen.map(() => ':-:')]);
  const rows = [...outcomes].map(([name, cells]) => row([name, ...cells]));
  if (process.env.CLIENTS_TABLE) writeFileSync(process.env.CLIENTS_TABLE, head + rows.join(''));
});

describe.each(chosen)('$name', (deployment) => {
  let served: Served;
  let fits: DocumentCheck;
  beforeAll(async () => {
    if (deployment.missing) return;
    served = await deployment.serve(foreignClients.map(modelOf));
    fits = documentCheck(await (await fetch(`${served.origins[0]}/api/openapi.json`)).text(), '/api');
  });
  afterAll(() => served?.[Symbol.asyncDispose]());

  it.for(foreignClients)('$name', async (client, { skip }) => {
    const missing = deployment.missing ?? client.missing;
    if (missing) skip(missing);
    const journey: Journey = { model: modelOf(client), etag: '', change: '1', batch: '1' };
    const able = steps.filter(({ undocumented }) => !undocumented || client.sends === 'anything');
    await using stack = new AsyncDisposableStack();
    const opened = await Promise.all(served.origins.map((origin) => client.open(origin)));
    stack.defer(async () => void (await Promise.all(opened.map((one) => one.close?.()))));
    const wrong: string[] = [];
    for (const [index, step] of able.entries()) {
      // Requests go to the instances in turn.
      const { send } = opened[index % opened.length] as Opened;
      const take = () => takeStep(step, expectedOf(step, deployment), send, journey, fits);
      try {
        await (deployment.instances && step.method === 'GET' ? untilTaken(take) : take());
      } catch (error) {
        wrong.push(`${step.name}: ${error}`);
      }
    }
    const cells = outcomes.get(client.name) ?? [];
    cells[chosen.indexOf(deployment)] = `${able.length - wrong.length} of ${able.length}`;
    expect(wrong).toEqual([]);
  });

  it.runIf(!deployment.missing && !deployment.copy).each(['hey-api', 'openapi-fetch'])(
    'the types of a generated client are those of what comes: %s',
    async (name) => {
      const [origin] = served.origins;
      const { program } = await generatedClients(origin);
      const { typed } = (await program(name)) as {
        typed(base: string, key: string): Promise<Record<string, unknown>>;
      };
      expect(await typed(`${origin}/api`, keys.requestor)).toEqual({
        baseline: 'stable_diffusion_xl',
        domain: 'image',
        purpose: 'generation',
        operation: 'create',
        missing: ['body', 'name'],
        kind: 'image_generation',
        last: expect.stringMatching(/^create|delete$/),
      });
    },
  );
});

/** Another instance may show a write a little later. However long one request takes, it is asked often enough. */
async function untilTaken(take: () => Promise<void>): Promise<void> {
  for (let tries = 1; tries < 20; tries += 1) {
    try {
      return await take();
    } catch {
      await pause(100);
    }
  }
  return take();
}

async function takeStep(
  step: Step,
  expected: Expected,
  send: Opened['send'],
  journey: Journey,
  fits: DocumentCheck,
): Promise<void> {
  const parameters = step.parameters?.(journey) ?? {};
  const query = { ...step.query };
  const path = step.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  const answer = await send(step.method, `/api${path}${search && `?${search}`}`, {
    headers: { ...(step.key && { apikey: keys[step.key] }), ...step.headers?.(journey) },
    ...(step.body && { body: step.body(journey) }),
    operation: { path: step.path, parameters, query },
  });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: expected.status });
  expected.answers?.(answer, journey);
  const difference = fits(step.method, `/api${path}`, seen(answer));
  expect(difference).toBeOneOf(step.undocumented ? [null, notInDocument] : [null]);
}

const seen = ({ status, headers, body }: Answer) => ({
  status,
  headers,
  empty: body === null || body === '',
  json: () => body,
});
