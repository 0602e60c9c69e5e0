import { jsonMembers } from '../../kernel/json-members.ts';
import type { Primary } from '../../outside/primary.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { bodyEtag } from '../catalog/segmented-body.ts';
import { OutOfStep } from './interruptions.ts';
import { throwIfNoFeed } from './pages.ts';

/**
 * Asks the primary whether every category still is, byte for byte and in both views, what is served here.
 * Cheap when it is: answers without bodies. What was written there meanwhile is left for another time.
 *
 * @param cursor the place up to which this copy is complete
 * @throws OutOfStep naming the categories that differ although nothing was written to them
 */
export async function compareWithPrimary(
  primary: Primary,
  catalog: Pick<Catalog, 'snapshot'>,
  definitions: readonly CategoryDefinition[],
  cursor: string,
  signal: AbortSignal,
): Promise<void> {
  const isSame = async (format: CanonicalFormat, { name }: CategoryDefinition): Promise<boolean> => {
    const { body, size } = catalog.snapshot(format, name);
    const view = await primary.view(format, name, `"${body.etag}"`, signal);
    if (view.kind === 'none') return size === 0;
    // A proxy in between may not know of ETags.
    return view.kind === 'same' || bodyEtag(jsonMembers(view.text)) === body.etag;
  };
  const different: string[] = [];
  for (const definition of definitions) {
    const same =
      (await isSame('v2', definition)) && (!definition.legacy || (await isSame('legacy', definition)));
    if (!same) different.push(definition.name);
  }
  if (different.length === 0) return;
  const { events, next, head } = throwIfNoFeed(await primary.page(cursor, signal));
  if (next !== head) return;
  const written = new Set(events.map(({ category }) => category));
  const wrong = different.filter((category) => !written.has(category));
  if (wrong.length > 0) throw new OutOfStep(`the copy differs from the primary in ${wrong.join(', ')}`);
}
