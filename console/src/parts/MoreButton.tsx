import { Button, type MantineSpacing } from '@mantine/core';

interface Props {
  /** The query of a list that is read page by page. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  readonly label?: string;
  readonly mt?: MantineSpacing;
  readonly size?: 'xs';
}

/** A button that reads the next page of a list; not shown when there is no next page. */
export function MoreButton({ query, label = 'Show more', mt = 0, size }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="default"
      mt={mt}
      {...(size && { size })}
      // In grids and columns it is as wide as its text.
      style={{ alignSelf: 'start', justifySelf: 'start' }}
      loading={query.isFetchingNextPage}
      onClick={() => query.fetchNextPage()}
    >
      {label}
    </Button>
  );
}
