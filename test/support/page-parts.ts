import type { Locator, Page } from 'playwright-core';

// Parts of the console's pages by their whole names, as people and their screen readers tell them apart.

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
export const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const combobox = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const inDialog = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Waits until a page has this title. */
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Waits until a proposal is queued, and returns the id of its change. */
export async function queuedChange(page: Page): Promise<number> {
  const queued = page.getByRole('status').filter({ hasText: 'Queued as change' });
  return Number(/Queued as change (\d+)/.exec(await queued.innerText())?.[1]);
}
