import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { shownText } from './hidden-characters.ts';
import { EmptyState } from './QueryState.tsx';

export function NoSuchCategory({ category, allAt }: { category: string; allAt: '/' | '/propose' }) {
  return (
    <EmptyState title={`There is no category “${shownText(category)}”.`}>
      <Anchor component={Link} to={allAt}>
        All categories
      </Anchor>
    </EmptyState>
  );
}
