import type { Clock } from '../../kernel/clock.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { AppendEvents } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Drafts } from '../drafts/index.ts';
import type { RequestsServices } from './http.ts';
import { createRequests } from './requests.ts';

/** Opens requests for models. */
export function openRequests(
  base: {
    readonly settings: Settings;
    readonly store: Store;
    readonly clock: Clock;
    readonly append: AppendEvents;
  },
  { catalog, drafts }: { readonly catalog: Catalog; readonly drafts: Drafts },
): RequestsServices {
  const isLive = (category: string, name: string) => catalog.snapshot('v2', category).get(name) !== undefined;
  return { requests: createRequests({ ...base, drafts, isLive }) };
}
