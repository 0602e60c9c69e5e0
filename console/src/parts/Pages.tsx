import { type MantineSpacing, Pagination } from '@mantine/core';

interface Props {
  readonly total: number;
  readonly size: number;
  /** The current page; the first is 1. */
  readonly page: number;
  /** Called with the selected page; undefined for the first page, which the URL omits. */
  readonly onChange: (page: number | undefined) => void;
  readonly mt?: MantineSpacing;
}

/** Pagination buttons of a list; hidden if the list has only one page. */
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
