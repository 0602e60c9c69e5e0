import { useMemo } from 'react';
import { useGroupsSummary } from '../../api/groups.ts';

export function useGroupNames(): readonly string[] {
  const { data: summary } = useGroupsSummary();
  return useMemo(() => (summary?.groups ?? []).map(({ group_name }) => group_name), [summary]);
}
