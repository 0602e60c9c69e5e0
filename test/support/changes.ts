import { asProposed, type NewChange, type StoredChange } from '../../src/modules/queue/pending-change.ts';

/** Makes a change as somebody proposes it, with default values for the fields that are not given. */
export function aChange(given: Partial<NewChange> = {}): NewChange {
  return {
    category: 'clip',
    model_name: 'ViT-L/14',
    operation: 'create',
    payload: { name: 'ViT-L/14' },
    requested_by: '7',
    requested_username: 'someone#7',
    requested_at: 1_700_000_000,
    notes: null,
    request_metadata: { route: '/model_references/v2/clip' },
    related_models: null,
    domain: 'v2',
    payload_format: 'v2',
    base_hash: null,
    ...given,
  };
}

/** Makes a change as it is stored right after it was proposed. */
export function aStoredChange({ change_id = 1, ...given }: Partial<StoredChange> = {}): StoredChange {
  return { ...asProposed(aChange()), before_state: null, after_state: null, change_id, ...given };
}
