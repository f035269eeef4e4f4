import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSelection } from './view.tsx';

/** An action that changes the project. Afterwards everything shown of the project is fetched again. */
export function useAction<Input, Result>(
  act: (input: Input, project: string) => Promise<Result>,
  { onDone }: { onDone?: (result: Result, input: Input) => void } = {},
) {
  const { project } = useSelection();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => act(input, project),
    onSuccess: (result, input) => {
      void client.invalidateQueries({ queryKey: ['project', project] });
      onDone?.(result, input);
    },
  });
}
