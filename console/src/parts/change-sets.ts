import type { PendingChange } from '../api/types.ts';
import { categoryLabel } from './format.ts';

/** The kind of resource that a change affects: a model, or the entries of a catalogue. */
export type ResourceKind = PendingChange['resource_kind'];

export const resourceKindLabels: Readonly<Record<ResourceKind, string>> = {
  model_reference: 'Models',
  image_baseline: 'Image baselines',
  text_guidance: 'Text guidance',
};

export const resourceKinds = Object.keys(resourceKindLabels) as ResourceKind[];

/** Returns whether a change is a change set, which affects catalogue entries instead of a model. */
export function isChangeSet({ resource_kind }: Pick<PendingChange, 'resource_kind'>): boolean {
  return resource_kind !== 'model_reference';
}

/** Returns the label of a change's category or, for a change set, of its catalogue. */
export function subjectLabel(change: Pick<PendingChange, 'resource_kind' | 'category'>): string {
  return isChangeSet(change) ? resourceKindLabels[change.resource_kind] : categoryLabel(change.category);
}

const kindsByPrefix: Readonly<Record<string, ResourceKind>> = {
  baseline: 'image_baseline',
  guidance: 'text_guidance',
};

/**
 * Returns the display name for the name of a change: "change set of image baselines" for a change set, which
 * is named `baseline:<uuid>`. Other names are returned unchanged.
 */
export function changeDisplayName(name: string): string {
  const prefix = /^(baseline|guidance):[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.exec(name)?.[1];
  const kind = prefix === undefined ? undefined : kindsByPrefix[prefix];
  return kind === undefined ? name : `change set of ${resourceKindLabels[kind].toLowerCase()}`;
}
