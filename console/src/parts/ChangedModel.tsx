import type { PendingChange } from '../api/types.ts';
import { ModelLink } from './ModelLink.tsx';
import { ShownText } from './ShownText.tsx';

type Change = Pick<PendingChange, 'category' | 'model_name' | 'operation' | 'status' | 'net_operation'>;

/** The name of a change's model, as a link to the model's page unless the change creates the model. */
export function ChangedModel({ change }: { change: Change }) {
  const { category, model_name: name } = change;
  return isThere(change) ? <ModelLink category={category} name={name} /> : <ShownText text={name} />;
}

function isThere({ operation, status, net_operation }: Change): boolean {
  if (net_operation) return net_operation !== 'added';
  return operation !== 'create' || status === 'applied';
}
