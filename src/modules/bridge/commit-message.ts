import type { SentModel } from './send-out.ts';

/** Where people see a model of the registry. */
export type LinkTo = (model: SentModel) => string;

/** How many models of a kind a message names. */
const namedModels = 50;

const headings = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const;

/** `Registry: 2 added, 1 changed`. */
export function outgoingTitle(models: readonly SentModel[]): string {
  const counts = Object.keys(headings).flatMap((change) => {
    const count = models.filter((model) => model.change === change).length;
    return count > 0 ? [`${count} ${change}`] : [];
  });
  return `Registry: ${counts.join(', ')}`;
}

/**
 * What a commit changes, in models.
 * @param link where people see a model here; null: nowhere
 */
export function outgoingBody(models: readonly SentModel[], link: LinkTo | null): string {
  const parts = Object.entries(headings).flatMap(([change, heading]) => {
    const named = models.filter((model) => model.change === change);
    if (named.length === 0) return [];
    const lines = named.slice(0, namedModels).map((model) => {
      const address = link && model.change !== 'removed' ? `: ${link(model)}` : '';
      return `- ${model.name} (${model.category})${address}`;
    });
    const more = named.length > namedModels ? [`- … and ${named.length - namedModels} more`] : [];
    return [[`${heading}:`, ...lines, ...more].join('\n')];
  });
  return parts.join('\n\n');
}
