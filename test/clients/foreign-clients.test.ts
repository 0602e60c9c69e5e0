import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keys } from '../support/identity-server.ts';
import type { ForeignClient, Opened } from './client.ts';
import { foreignClients } from './clients.ts';
import { generatedClients, removeGeneratedClients } from './generated/make.ts';
import { type ServedProcess, serve } from './service.ts';
import { type Journey, type Step, steps } from './steps.ts';
import { OutcomeTable } from './table.ts';

let service: ServedProcess;
const table = new OutcomeTable();

beforeAll(async () => {
  service = await serve();
});
afterAll(async () => {
  removeGeneratedClients();
  await service?.[Symbol.asyncDispose]();
  // With CLIENTS_TABLE=<file> the run leaves the table that docs/evidence.md has.
  const file = process.env.CLIENTS_TABLE;
  if (file) writeFileSync(file, table.markdown(foreignClients, steps));
});

describe.each(foreignClients)('$name', (client) => {
  let opened: Opened;
  const journey: Journey = { model: `${client.name}/50% ü?`, etag: '', change: '', batch: '' };

  beforeAll(async () => {
    if (!client.missing) opened = await client.open(service.origin);
  });
  afterAll(() => opened?.close?.());

  it.for(steps)('$name', async (step, { skip }) => {
    const unfit = client.missing ?? whyNot(client, step);
    if (unfit) {
      table.note(client, step, client.missing ? 'not installed' : 'not for it');
      skip(unfit);
    }
    table.note(client, step, 'wrong');
    await take(step, opened, journey);
    table.note(client, step, 'as expected');
  });
});

describe('the types of the generated clients', () => {
  it.each(['hey-api', 'openapi-fetch'])('are those of what comes: %s', async (name) => {
    const { program } = await generatedClients(service.origin);
    const { typed } = (await program(name)) as {
      typed(base: string, key: string): Promise<Record<string, unknown>>;
    };
    expect(await typed(`${service.origin}/api`, keys.requestor)).toEqual({
      baseline: 'stable_diffusion_xl',
      domain: 'image',
      purpose: 'generation',
      operation: 'create',
      missing: ['body', 'name'],
      kind: 'image_generation',
      last: expect.stringMatching(/^create|delete$/),
    });
  });
});

/** Why a client cannot send what a step asks; null when it can. */
function whyNot({ sends }: ForeignClient, step: Step): string | null {
  if (step.undocumented && sends !== 'anything') return 'it sends what the document has';
  const freeHeader = step.headers?.({ model: '', etag: '', change: '', batch: '' })['if-none-match'];
  if (freeHeader !== undefined && sends === 'forms') return 'the document does not have this header';
  return null;
}

async function take(step: Step, { send }: Opened, journey: Journey): Promise<void> {
  const parameters = step.parameters?.(journey) ?? {};
  const query = { ...step.query };
  const path = step.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  const answer = await send(step.method, `/api${path}${search && `?${search}`}`, {
    headers: { ...(step.key && { apikey: keys[step.key] }), ...step.headers?.(journey) },
    ...(step.body && { body: step.body(journey) }),
    operation: { path: step.path, parameters, query },
  });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: step.status });
  step.answers?.(answer, journey);
}
