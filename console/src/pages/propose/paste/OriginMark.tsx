import { ShownText } from '../../../parts/ShownText.tsx';
import { Tag } from '../../../parts/Tag.tsx';
import classes from '../propose.module.css';
import type { FieldOrigin } from './origin.ts';

const tones = { certain: 'good', likely: 'accent', guess: 'warn' } as const;

/** The source of a field's value, shown below the field until it is edited. */
export function OriginMark({ origin }: { origin: FieldOrigin }) {
  return (
    <span className={classes.origin}>
      <Tag tone={tones[origin.certainty]}>{origin.certainty}</Tag> from <ShownText text={origin.source} />
    </span>
  );
}
