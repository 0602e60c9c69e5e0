import { Button, type MantineSpacing } from '@mantine/core';

interface Props {
  /** The query of a paginated list. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  readonly label?: string;
  readonly mt?: MantineSpacing;
  readonly size?: 'xs';
}

/** A button that loads the next page of a list; hidden if there is none. */
export function MoreButton({ query, label = 'Show more', mt = 0, size }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="default"
      mt={mt}
      {...(size && { size })}
      // Keeps the button as wide as its text in grids and columns.
      style={{ alignSelf: 'start', justifySelf: 'start' }}
      loading={query.isFetchingNextPage}
      onClick={() => query.fetchNextPage()}
    >
      {label}
    </Button>
  );
}
