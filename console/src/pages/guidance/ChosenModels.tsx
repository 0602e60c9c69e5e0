import { Button, Checkbox } from '@mantine/core';
import type { Assignment } from '../../api/guidance.ts';
import { profileIdsOf } from '../../api/guidance-change-sets.ts';
import layout from '../../parts/layout.module.css';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';

interface Props {
  readonly models: readonly string[];
  readonly present: ReadonlyMap<string, Assignment>;
  readonly chosen: ReadonlySet<string>;
  /** The service's messages, by model. */
  readonly errors: ReadonlyMap<string, string> | undefined;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The selected models with their current profiles. */
export function ChosenModels({ models, present, chosen, errors, onChoose }: Props) {
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    onChoose(next);
  };
  return (
    <Section
      title="Models"
      aside={
        models.length > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onChoose(chosen.size === models.length ? new Set() : new Set(models))}
          >
            {chosen.size === models.length ? 'Choose none' : 'Choose all'}
          </Button>
        )
      }
    >
      <ul className={layout.panel}>
        {models.map((name) => (
          <li key={name} className={layout.item}>
            <Checkbox
              label={<ShownText text={name} />}
              description={`Now: ${profileIdsOf(present.get(name)).join(', ') || 'none'}`}
              checked={chosen.has(name)}
              error={errors?.get(name)}
              onChange={() => toggle(name)}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
