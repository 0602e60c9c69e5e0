import type { Trail } from '../audit/index.ts';
import type { ModuleContext } from '../base.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Drafts } from '../drafts/index.ts';
import { createRequests } from './requests.ts';

/** Creates the service for requests for models. */
export function openRequests(
  base: ModuleContext & Trail,
  { catalog, drafts }: { readonly catalog: Catalog; readonly drafts: Drafts },
) {
  const isLive = (category: string, name: string) => catalog.snapshot('v2', category).get(name) !== undefined;
  return { requests: createRequests({ ...base, drafts, isLive }) };
}
