import { Alert } from '@mantine/core';
import type { CategoryName } from '../api/types.ts';
import { categoriesWithUsage, useUsage } from '../api/usage.ts';
import { Icon } from './Icon.tsx';
import { ownValue } from './own-value.ts';
import { figuresOf, usageSentence } from './usage-figures.ts';

interface Props {
  category: CategoryName;
  name: string;
  /** The periods whose uses are shown. */
  spans: Parameters<typeof usageSentence>[1];
  title?: string | undefined;
}

/** Shows how often a model is used, as a warning before it is deleted or renamed. */
export function UsageBeforeDeletion({ category, name, spans, title }: Props) {
  const usage = useUsage(category);
  if (!categoriesWithUsage.has(category) || usage.isPending) return null;
  const stats = ownValue(usage.data, name);
  if (!stats) {
    return (
      <Alert color="gray" icon={<Icon name="info" />}>
        {usage.error ? 'Its usage is currently unavailable.' : 'No usage of this model is reported.'}
      </Alert>
    );
  }
  const figures = figuresOf(stats);
  const isUsed = (figures.workers ?? 0) + (figures.month ?? 0) > 0;
  return (
    <Alert color={isUsed ? 'red' : 'gray'} icon={<Icon name={isUsed ? 'warning' : 'info'} />} title={title}>
      {usageSentence(figures, spans)}
    </Alert>
  );
}
