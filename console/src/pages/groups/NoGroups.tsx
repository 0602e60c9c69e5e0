import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../parts/QueryState.tsx';

export function NoGroups() {
  return (
    <EmptyState title="No text model names a group yet.">
      A model belongs to the group that its record names in <code>text_model_group</code>. All{' '}
      <Link to="/browse/$category" params={{ category: 'text_generation' }}>
        text models
      </Link>
    </EmptyState>
  );
}
