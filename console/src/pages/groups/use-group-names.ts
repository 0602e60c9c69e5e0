import { useMemo } from 'react';
import { useGroupsSummary } from '../../api/groups.ts';

export function useGroupNames(): readonly string[] {
  const { data } = useGroupsSummary();
  return useMemo(() => (data?.groups ?? []).map(({ group_name }) => group_name), [data]);
}
