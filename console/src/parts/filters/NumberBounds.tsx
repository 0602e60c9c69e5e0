import { NumberInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import classes from './FacetPanel.module.css';
import { typingPauseMs } from './use-debounced-text.ts';

interface Props {
  readonly label: string;
  readonly unit: { readonly label: string; readonly short: string };
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly onChange: (which: 'min' | 'max', value: number | undefined) => void;
}

export function NumberBounds({ label, unit, min, max, onChange }: Props) {
  const renderBound = (
    which: 'min' | 'max',
    word: string,
    placeholder: string,
    value: number | undefined,
  ) => (
    <NumberBound
      label={`${label} ${word}, in ${unit.label}`}
      placeholder={placeholder}
      suffix={` ${unit.short}`}
      value={value}
      onChange={(next) => onChange(which, next)}
    />
  );
  return (
    <div className={classes.bounds}>
      {renderBound('min', 'from', `from, ${unit.short}`, min)}
      <span aria-hidden="true">–</span>
      {renderBound('max', 'to', 'to', max)}
    </div>
  );
}

function NumberBound(props: {
  label: string;
  placeholder: string;
  suffix: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) {
  const send = useDebouncedCallback((next: number | string) => {
    props.onChange(typeof next === 'number' ? next : undefined);
  }, typingPauseMs);
  return (
    <NumberInput
      size="xs"
      aria-label={props.label}
      placeholder={props.placeholder}
      suffix={props.suffix}
      min={0}
      hideControls
      value={props.value ?? ''}
      onChange={send}
    />
  );
}
