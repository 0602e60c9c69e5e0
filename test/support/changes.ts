import { type NewChange, pickRequestorColumns } from '../../src/modules/queue/pending-change.ts';

/** Creates a change as somebody proposes it, with default values for the fields that are not given. */
export function sampleChange(given: Partial<NewChange> = {}): NewChange {
  return {
    category: 'clip',
    model_name: 'ViT-L/14',
    operation: 'create',
    payload: { name: 'ViT-L/14' },
    requested_by: '7',
    requested_username: 'someone#7',
    requested_at: 1_700_000_000,
    ...pickRequestorColumns({}),
    request_metadata: { route: '/model_references/v2/clip' },
    related_models: null,
    domain: 'v2',
    payload_format: 'v2',
    base_hash: null,
    resource_kind: 'model_reference',
    resource_id: null,
    ...given,
  };
}
