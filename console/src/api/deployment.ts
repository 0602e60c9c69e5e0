import { useQuery } from '@tanstack/react-query';
import { type Abilities, abilitiesOf } from './abilities.ts';
import { api, unwrap } from './client.ts';

export function useDeployment(): Abilities {
  const { data } = useQuery({
    queryKey: ['deployment'],
    queryFn: ({ signal }) => unwrap(api.GET('/replicate_mode', { signal })),
    staleTime: 5 * 60_000,
  });
  return abilitiesOf(data ?? null);
}
