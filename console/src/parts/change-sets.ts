import type { PendingChange } from '../api/types.ts';
import { categoryLabel } from './format.ts';

/** What a change is about: a model, or a catalogue beside the models. */
export type ResourceKind = PendingChange['resource_kind'];

export const resourceKindLabels: Readonly<Record<ResourceKind, string>> = {
  model_reference: 'Models',
  image_baseline: 'Image baselines',
  text_guidance: 'Text guidance',
};

export const resourceKinds = Object.keys(resourceKindLabels) as ResourceKind[];

/** Returns whether a change is a change set: of entries of a catalogue, not of a model. */
export function isChangeSet({ resource_kind }: Pick<PendingChange, 'resource_kind'>): boolean {
  return resource_kind !== 'model_reference';
}

/** Returns the label of what a change belongs to: the category of its model, or its catalogue. */
export function subjectLabel(change: Pick<PendingChange, 'resource_kind' | 'category'>): string {
  return isChangeSet(change) ? resourceKindLabels[change.resource_kind] : categoryLabel(change.category);
}

const kindsByPrefix: Readonly<Record<string, ResourceKind>> = {
  baseline: 'image_baseline',
  guidance: 'text_guidance',
};

/**
 * Returns the name to show where only the name of a change is known: a change set is called `baseline:<uuid>`
 * there, which becomes "change set of image baselines". Other names stay.
 */
export function namedChange(name: string): string {
  const prefix = /^(baseline|guidance):[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.exec(name)?.[1];
  const kind = prefix === undefined ? undefined : kindsByPrefix[prefix];
  return kind === undefined ? name : `change set of ${resourceKindLabels[kind].toLowerCase()}`;
}
