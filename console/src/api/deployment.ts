import { useQuery } from '@tanstack/react-query';
import { type Abilities, abilitiesOf } from './abilities.ts';
import { registry } from './client.ts';

export function useDeployment(): Abilities {
  const { data } = useQuery({
    queryKey: ['deployment'],
    queryFn: ({ signal }) => registry.deployment({ signal }),
    staleTime: 5 * 60_000,
  });
  return abilitiesOf(data ?? null);
}
