import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Baseline, useBaselineUse } from '../../api/baselines.ts';
import type { ModelRecord } from '../../api/types.ts';
import { categoryLabel, formatCompact, plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { LoadingState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';

/** Largest number of models listed for each category; the browse page of the category lists all. */
const shownModels = 10;

/** The models whose records name a baseline, by category, and how often they were used in the last month. */
export function NamedBy({ record, name }: { record: ModelRecord; name: string }) {
  const { category } = record as unknown as Baseline;
  const { usesOf, usageError } = useBaselineUse([{ name, category }]);
  const use = usesOf?.({ name, category });
  if (use === undefined) {
    return (
      <Section title="Models">
        <LoadingState lines={2} />
      </Section>
    );
  }
  const byCategory = [...Map.groupBy(use.models, (model) => model.category)];
  return (
    <Section title="Models">
      <Text size="sm" c={byCategory.length === 0 ? 'dimmed' : undefined}>
        {byCategory.length === 0
          ? 'No model names it.'
          : `${plural(use.models.length, 'model names', 'models name')} it.`}
        {use.month !== undefined && ` They were used ${formatCompact(use.month)} times in the last month.`}
      </Text>
      {byCategory.map(([each, models]) => (
        <div key={each}>
          <Text size="sm" mt="xs">
            <Link
              to="/browse/$category"
              params={{ category: each }}
              search={{ baseline: [name] }}
              className={layout.link}
            >
              {categoryLabel(each)}: {plural(models.length, 'model')}
            </Link>
          </Text>
          <ul className={layout.bullets}>
            {models.slice(0, shownModels).map((model) => (
              <li key={model.name}>
                <ModelLink category={each} name={model.name} />
              </li>
            ))}
            {models.length > shownModels && <li>and {plural(models.length - shownModels, 'other')}</li>}
          </ul>
        </div>
      ))}
      {usageError && byCategory.length > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          Usage is not known at the moment: {usageError.message}
        </Text>
      )}
    </Section>
  );
}
