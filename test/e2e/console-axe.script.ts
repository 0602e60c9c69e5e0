/**
 * Looks at every page of the console with axe: as an approver, as a requestor and without a key, light and dark, at
 * 390, 768, 1024 and 1440 px, over real records. Run: `npm run console-axe -- <folder of legacy records> [part of a
 * route…]`. Prints what axe finds, and pages that scroll sideways; exits with 1 when there is any.
 */
import { openReferenceDirectory } from '../../src/cli/reference-directory.ts';
import { readReferenceFiles } from '../../src/modules/transfer/reference-files.ts';
import { categories } from '../../src/records/categories/index.ts';
import { closeBrowser } from '../support/browser.ts';
import { accessibilityProblems, signIn, startConsole, untilDrawn } from '../support/console.ts';
import { addressesOfRoutes, consoleRoutes } from '../support/console-routes.ts';
import { keys } from '../support/identity-server.ts';
import { madeUsage } from '../support/made-usage.ts';
import { fillDay } from '../support/registry-day.ts';
import { startUsageServer } from '../support/usage-server.ts';

const [records, ...parts] = process.argv.slice(2);
if (records === undefined) {
  console.error('Usage: npm run console-axe -- <folder of legacy records> [part of a route…]');
  process.exit(2);
}

const widths = [1440, 1024, 768, 390];
const roles = { approver: keys.approver, requestor: keys.requestor, 'nobody signed in': null };

const { models } = await readReferenceFiles(await openReferenceDirectory(records), categories, null);
const answers = madeUsage(models);
const used = new Map(Object.entries((answers.stats as { month: Record<string, number> }).month));
const usage = await startUsageServer(answers);
const found = new Map<string, string[]>();
const note = (problem: string, where: string) => found.set(problem, [...(found.get(problem) ?? []), where]);
let views = 0;
{
  await using site = await startConsole({ MODELREF_USAGE_URL: usage.url }, models);
  const day = await fillDay(site.origin, (name) => (used.get(name) ?? 0) > 100);
  const asked = await fetch(`${site.origin}/api/model_references/v2/requests`, {
    method: 'POST',
    headers: { apikey: keys.requestor, 'content-type': 'application/json' },
    body: JSON.stringify({ category: 'image_generation', name: 'A wanted model', why: 'For landscapes.' }),
  });
  if (!asked.ok) throw new Error(`the request for a model answered ${asked.status}: ${await asked.text()}`);
  const routes = consoleRoutes().filter(
    (route) => parts.length === 0 || parts.some((part) => route.includes(part)),
  );
  for (const [role, key] of Object.entries(roles)) {
    const page = await site.open('/', { reducedMotion: 'reduce' });
    if (key !== null) await signIn(page, key, { remember: true });
    for (const route of routes) {
      for (const address of addressesOfRoutes[route] ?? []) {
        const path = address.startsWith('$') ? (day[address.slice(1)] as string) : address;
        await page.goto(site.origin + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
        for (const colorScheme of ['light', 'dark'] as const) {
          for (const width of widths) {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize({ width, height: 900 });
            await untilDrawn(page);
            const where = `${role}, ${path}, ${colorScheme}, ${width} px`;
            for (const problem of await accessibilityProblems(page)) note(problem, where);
            const excess = Number(await page.evaluate('document.documentElement.scrollWidth')) - width;
            if (excess > 0) note('scrolls sideways', `${where}: ${excess} px`);
            views += 1;
          }
        }
      }
    }
    await page.context().close();
  }
  for (const problem of site.problems) note(`logged: ${problem}`, 'somewhere');
}
await usage.close();
await closeBrowser();
console.log(`${views} views of ${consoleRoutes().length} routes, ${found.size} problems`);
for (const [problem, places] of found) console.log(`${problem}\n  ${places.length} times: ${places[0]}`);
process.exitCode = found.size > 0 ? 1 : 0;
