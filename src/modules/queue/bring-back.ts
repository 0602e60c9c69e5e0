import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { categoryOf } from '../../records/categories/index.ts';
import { formatOf, shownRecord } from '../../records/model-views.ts';
import type { Store } from '../../store/store.ts';
import { latestModelEvents, modelStore, viewsBeforeEvent } from '../catalog/index.ts';
import type { Proposal } from './proposals.ts';
import { restoringMetadata } from './restored-model.ts';

/** Proposals that undo a deletion. */
export interface BringBack {
  /**
   * The proposal that brings a deleted model back with its last record, in both views and to its place.
   * @throws RegistryError `conflict` when the model is live, `not_found` when the trail tells of no deletion
   */
  proposalOf(category: string, name: string, caller: Caller): Promise<Proposal>;
}

export interface BringBackOptions {
  readonly store: Store;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
}

export function createBringBack({ store, settings }: BringBackOptions): BringBack {
  return {
    proposalOf: (category, name, caller) =>
      store.read(async (reader) => {
        const definition = categoryOf(category);
        if (await modelStore(reader).get(category, name)) {
          throw new RegistryError(
            'conflict',
            `Model '${name}' of ${category} is live: there is nothing to bring back.`,
          );
        }
        const [deletion] = await latestModelEvents(reader, { category, model_name: name }, 1);
        const past = deletion?.operation === 'delete' ? await viewsBeforeEvent(reader, deletion) : null;
        if (!deletion || !past) {
          throw new RegistryError(
            'not_found',
            `The audit trail tells of no model '${name}' of ${category} that was deleted.`,
          );
        }
        const format = formatOf(definition, settings.canonicalFormat);
        return {
          category,
          name,
          operation: 'create',
          record: shownRecord(definition, name, format, past),
          format,
          restores: past,
          route: 'bring_back_model',
          caller,
          requestMetadata: restoringMetadata(deletion.event_id),
        };
      }),
  };
}
