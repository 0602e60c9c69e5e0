import { EmptyState } from '../../parts/QueryState.tsx';

export function Unaddressable({ name }: { name: string }) {
  if (name === '') {
    return <EmptyState title="No model named.">Open a model, and choose what to propose there.</EmptyState>;
  }
  return (
    <EmptyState title={`A model called “${name}” cannot be changed from a browser.`}>
      Browsers take such a name out of every address. The API takes it when it is sent as %2E or %2E%2E, by
      curl with --path-as-is for example.
    </EmptyState>
  );
}
