import type { PendingChange } from '../api/types.ts';
import { isChangeSet } from './change-sets.ts';
import { ModelLink } from './ModelLink.tsx';
import { newNameOf, shownName } from './renames.ts';
import { ShownText } from './ShownText.tsx';

type Change = Pick<
  PendingChange,
  | 'category'
  | 'model_name'
  | 'operation'
  | 'status'
  | 'net_operation'
  | 'request_metadata'
  | 'resource_kind'
  | 'notes'
>;

/**
 * The name of a change's model. Links to the model's page if the model is live. For a rename, shows the old
 * and the new name, and links the one that is live. For a change set, shows its title.
 */
export function ChangedModel({ change }: { change: Change }) {
  const { category, model_name: name } = change;
  if (isChangeSet(change)) return <ShownText text={shownName(change)} />;
  const newName = newNameOf(change);
  if (newName !== null) {
    const isApplied = change.status === 'applied';
    return (
      <>
        {isApplied ? <ShownText text={name} /> : <ModelLink category={category} name={name} />} →{' '}
        {isApplied ? <ModelLink category={category} name={newName} /> : <ShownText text={newName} />}
      </>
    );
  }
  return hasLiveModel(change) ? <ModelLink category={category} name={name} /> : <ShownText text={name} />;
}

function hasLiveModel({ operation, status, net_operation }: Change): boolean {
  if (net_operation) return net_operation !== 'added';
  return operation !== 'create' || status === 'applied';
}
