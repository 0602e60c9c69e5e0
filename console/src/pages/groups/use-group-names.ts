import { useMemo } from 'react';
import { useGroupsSummary } from '../../api/groups.ts';

/** The names of all groups, to choose from. */
export function useGroupNames(): readonly string[] {
  const { data } = useGroupsSummary();
  return useMemo(() => (data?.groups ?? []).map(({ group_name }) => group_name), [data]);
}
