import { NumberInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import classes from './SizeBounds.module.css';
import { typingPause } from './typing-pause.ts';

interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Inputs for the least and the greatest size; either may be empty. */
export function SizeBounds({
  unit,
  value,
  onChange,
}: {
  readonly unit: { readonly label: string; readonly short: string };
  readonly value: Bounds;
  readonly onChange: (changed: { min: number | undefined } | { max: number | undefined }) => void;
}) {
  return (
    <div className={classes.size}>
      <SizeBound
        label={`Size from, in ${unit.label}`}
        placeholder={`Size from, ${unit.short}`}
        suffix={` ${unit.short}`}
        value={value.min}
        onChange={(min) => onChange({ min })}
      />
      <span aria-hidden="true">–</span>
      <SizeBound
        label={`Size to, in ${unit.label}`}
        placeholder="to"
        suffix={` ${unit.short}`}
        value={value.max}
        onChange={(max) => onChange({ max })}
      />
    </div>
  );
}

function SizeBound(props: {
  label: string;
  placeholder: string;
  suffix: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) {
  const send = useDebouncedCallback((next: number | string) => {
    props.onChange(typeof next === 'number' ? next : undefined);
  }, typingPause);
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
