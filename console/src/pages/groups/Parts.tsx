import type { GroupMembers } from '../../api/types.ts';
import { Section } from '../../parts/Section.tsx';
import { Tag } from '../../parts/Tag.tsx';
import classes from './groups.module.css';

/** The sizes, variants, quantisations and versions in a group, with the number of models for each. */
export function Parts({ group }: { group: GroupMembers }) {
  const kinds = [
    { label: 'Sizes', values: group.available_sizes, usage: group.size_usage },
    { label: 'Variants', values: group.available_variants, usage: group.variant_usage },
    { label: 'Quantisations', values: group.available_quants, usage: group.quant_usage },
    { label: 'Versions', values: group.available_versions, usage: {} as Record<string, number> },
  ].filter(({ values }) => values.some((value) => value !== null));
  if (kinds.length === 0) return null;
  return (
    <Section title="Sizes and variants">
      <dl className={classes.parts}>
        {kinds.map(({ label, values, usage }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={classes.facts}>
              {values
                .filter((value) => value !== null)
                .map((value) => (
                  <Tag key={value}>
                    {value}
                    {(usage[value] ?? 0) > 1 ? ` × ${usage[value]}` : ''}
                  </Tag>
                ))}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
