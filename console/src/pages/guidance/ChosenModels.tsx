import { Button, Checkbox } from '@mantine/core';
import type { Assignment } from '../../api/guidance.ts';
import { profileIdsOf } from '../../api/guidance-change-sets.ts';
import layout from '../../parts/layout.module.css';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';

interface Props {
  readonly models: readonly string[];
  readonly assignmentByModel: ReadonlyMap<string, Assignment>;
  readonly chosenModels: ReadonlySet<string>;
  /** The service's messages, by model. */
  readonly errors: ReadonlyMap<string, string> | undefined;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The selected models with their current profiles. */
export function ChosenModels({ models, assignmentByModel, chosenModels, errors, onChoose }: Props) {
  const toggleModel = (name: string) => {
    const newChosen = new Set(chosenModels);
    if (!newChosen.delete(name)) newChosen.add(name);
    onChoose(newChosen);
  };
  return (
    <Section
      title="Models"
      aside={
        models.length > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onChoose(chosenModels.size === models.length ? new Set() : new Set(models))}
          >
            {chosenModels.size === models.length ? 'Choose none' : 'Choose all'}
          </Button>
        )
      }
    >
      <ul className={layout.panel}>
        {models.map((name) => (
          <li key={name} className={layout.item}>
            <Checkbox
              label={<ShownText text={name} />}
              description={`Now: ${profileIdsOf(assignmentByModel.get(name)).join(', ') || 'none'}`}
              checked={chosenModels.has(name)}
              error={errors?.get(name)}
              onChange={() => toggleModel(name)}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
