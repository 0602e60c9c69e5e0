import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that ignores a second click: `mutate` does nothing while an earlier call is running. `until`
 * determines when `mutate` works again: `answered` after every call, `refused` only after a failed call.
 */
export function useSendOnce<Answer, Input>(
  options: UseMutationOptions<Answer, Error, Input> & { mutationFn: (input: Input) => Promise<Answer> },
  until: 'answered' | 'refused',
) {
  const isSent = useRef(false);
  const mutation = useMutation<Answer, Error, Input>({
    ...options,
    mutationFn: async (input) => {
      try {
        const answer = await options.mutationFn(input);
        if (until === 'answered') isSent.current = false;
        return answer;
      } catch (error) {
        isSent.current = false;
        throw error;
      }
    },
  });
  const mutate: typeof mutation.mutate = (...given) => {
    if (isSent.current) return;
    isSent.current = true;
    mutation.mutate(...given);
  };
  return { ...mutation, mutate };
}
