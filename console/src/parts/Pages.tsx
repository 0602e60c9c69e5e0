import { type MantineSpacing, Pagination } from '@mantine/core';

interface Props {
  readonly total: number;
  /** The number of items on one page. */
  readonly size: number;
  /** The number of the current page, counted from 1. */
  readonly page: number;
  /**
   * Is called with the page that people choose; undefined means the first page, which the URL does not name.
   */
  readonly onChange: (page: number | undefined) => void;
  readonly mt?: MantineSpacing;
}

/** Buttons that lead to the pages of a list; shown only if the list has several pages. */
export function Pages({ total, size, page, onChange, mt = 0 }: Props) {
  if (total <= size) return null;
  return (
    <Pagination
      mt={mt}
      total={Math.ceil(total / size)}
      value={page}
      onChange={(next) => onChange(next === 1 ? undefined : next)}
      getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
    />
  );
}
