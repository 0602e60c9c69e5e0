import type { Locator, Page, Response } from 'playwright-core';
import { sharedBrowser } from '../../support/browser.ts';
import { inFull } from '../../support/openapi-document.ts';
import { type Answer, type ForeignClient, headersOf, parsed, type Sent } from '../client.ts';
import type { OpenApiDocument } from '../generated/make.ts';
import { steps } from '../steps.ts';

/** A person in a browser who fills in what the documentation page asks for, and reads what it shows. */
export const swaggerUi: ForeignClient = {
  name: 'Swagger UI',
  sends: 'forms',
  async open(origin) {
    const document = inFull((await (await fetch(`${origin}/api/openapi.json`)).json()) as OpenApiDocument);
    const context = await (await sharedBrowser()).newContext();
    const page = await context.newPage();
    await page.route('**/api/docs/json', (route) => route.fulfill({ json: onlyUsed(document) }));
    await page.goto(`${origin}/api/docs`);
    await page.locator('.opblock-tag').first().waitFor();
    let key: string | undefined;
    return {
      send: async (method, _path, sent) => {
        if (sent.headers.apikey !== key) await authorize(page, sent.headers.apikey);
        key = sent.headers.apikey;
        const operation = document.paths[sent.operation.path]?.[method.toLowerCase()];
        if (!operation) throw new Error(`the document has no ${method} ${sent.operation.path}`);
        const block = await filledIn(page, operation, sent);
        const [answer] = await Promise.all([
          page.waitForResponse((one) => one.url().startsWith(origin) && one.request().method() === method),
          block.locator('.execute').click(),
        ]);
        const told = await shown(block, answer);
        // Else it would be taken for the operation's next answer, until that is drawn.
        await block.getByRole('button', { name: 'Clear' }).click();
        // The page draws all that is open again and again.
        await block.locator('.opblock-summary-control').click();
        return told;
      },
      close: () => context.close(),
    };
  },
};

/**
 * Of the document, what the forms of the used operations are made of: with all of it, and with what each answer
 * may be, the page takes seconds to draw what one click changes.
 */
function onlyUsed(document: OpenApiDocument): unknown {
  const used = new Set(steps.map(({ path }) => path));
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .filter(([path]) => used.has(path))
      .map(([path, operations]) => [path, JSON.parse(JSON.stringify(operations, withoutAnswers))]),
  );
  return { ...document, paths, components: reachable(paths, document.components) };
}

interface DescribedAnswer {
  readonly description: string;
  readonly content?: Record<string, unknown>;
}

/** Of the answers only their types of content, of which the page asks for the first. */
function withoutAnswers(key: string, value: unknown): unknown {
  if (key !== 'responses') return value;
  return mapped(value as Record<string, DescribedAnswer>, ({ description, content = {} }) => ({
    description,
    content: mapped(content, () => ({})),
  }));
}

const mapped = <T>(of: Record<string, T>, make: (one: T) => unknown) =>
  Object.fromEntries(Object.entries(of).map(([name, one]) => [name, make(one)]));

/** The ways to say who asks, and the parts that `paths` name, or that those name. */
function reachable(paths: unknown, components: OpenApiDocument['components']): unknown {
  const kept: Record<string, Record<string, unknown>> = {
    securitySchemes: { ...components.securitySchemes },
  };
  const keepNamed = (value: unknown) => {
    for (const [, room = '', name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      kept[room] ??= {};
      if (name in kept[room]) continue;
      kept[room][name] = components[room]?.[name];
      keepNamed(kept[room][name]);
    }
  };
  keepNamed(paths);
  return kept;
}

type Described = OpenApiDocument['paths'][string][string];

async function authorize(page: Page, key: string | undefined): Promise<void> {
  await page.locator('.auth-wrapper .authorize').first().click();
  const dialog = page.locator('.dialog-ux');
  const logOut = dialog.getByRole('button', { name: 'Remove authorization' });
  if (await logOut.isVisible()) await logOut.click();
  if (key !== undefined) {
    await dialog.locator('input').fill(key);
    await dialog.getByRole('button', { name: 'Apply credentials' }).click();
  }
  await dialog.locator('.btn-done').click();
}

async function filledIn(
  page: Page,
  { operationId, tags }: Described,
  { operation, body }: Sent,
): Promise<Locator> {
  const block = blockOf(page, operationId);
  const section = page.locator(`.opblock-tag-section:has(#operations-tag-${tags[0]})`);
  const closed = !(await section.evaluate((element) => element.classList.contains('is-open')));
  if (closed) await section.locator('.opblock-tag').click();
  if (!(await block.evaluate((element) => element.classList.contains('is-open')))) {
    await block.locator('.opblock-summary-control').click();
    const cancel = block.locator('.try-out__btn.cancel');
    if ((await cancel.count()) === 0) await block.locator('.try-out__btn').click();
  }
  // What was chosen the last time is still there.
  for (const choice of await block.locator('.parameters select').all())
    await choice.selectOption({ index: 0 });
  for (const [name, value] of Object.entries({ ...operation.parameters, ...operation.query })) {
    await fillIn(block.locator(`tr[data-param-name="${name}"]`), value);
  }
  if (body !== undefined) await block.locator('.body-param textarea').fill(JSON.stringify(body));
  return block;
}

/** A list is shown as items to add, a boolean or an enumeration as a choice. */
async function fillIn(row: Locator, value: string): Promise<void> {
  const add = row.locator('.json-schema-form-item-add');
  if ((await add.count()) > 0 && (await row.locator('.json-schema-form-item').count()) === 0)
    await add.click();
  const choice = row.locator('select');
  if ((await choice.count()) > 0) await choice.first().selectOption(value);
  else await row.locator('input').first().fill(value);
}

/** What the page shows of an answer, when it shows the one that has come. */
async function shown(block: Locator, answer: Response): Promise<Answer> {
  const live = block.locator('.live-responses-table .response').first();
  await live.locator('.response-col_status', { hasText: String(answer.status()) }).waitFor();
  const status = Number.parseInt(await live.locator('.response-col_status').innerText(), 10);
  const text = live.locator(
    '.response-col_description .highlight-code code, .response-col_description pre.microlight',
  );
  return {
    status,
    headers: headersOf(Object.entries(await answer.allHeaders())),
    body: parsed((await text.first().textContent()) ?? ''),
  };
}

/** The page puts the tag before the id. */
const blockOf = (page: Page, operationId: string) => page.locator(`.opblock[id$="-${operationId}"]`).first();
