import { EmptyState } from '../../parts/QueryState.tsx';

export function Unaddressable({ name }: { name: string }) {
  if (name === '') {
    return <EmptyState title="No model named.">Open a model, and choose what to propose there.</EmptyState>;
  }
  return (
    <EmptyState title={`A model called “${name}” cannot be changed from a browser.`}>
      Browsers remove such a name from every URL. Use the API with %2E or %2E%2E in the path, for example with
      curl --path-as-is.
    </EmptyState>
  );
}
