import type { BaselineChoice } from './baseline-choices.ts';
import { formatCompact, plural } from './format.ts';
import layout from './layout.module.css';
import { ShownText } from './ShownText.tsx';

/** An option of a baseline list: name, display name and number of models. */
export function BaselineOption({ choice }: { choice: BaselineChoice | undefined }) {
  if (choice === undefined) return null;
  const { name, displayName, models, month, isLive } = choice;
  const facts = [
    ...(displayName === null ? [] : [displayName]),
    ...(isLive ? [] : ['only proposed']),
    ...(models === undefined ? [] : [plural(models, 'model')]),
    ...(month ? [`${formatCompact(month)} uses a month`] : []),
  ];
  return (
    <span className={layout.shrinks}>
      <ShownText text={name} /> <small className={layout.dim}>{facts.join(', ')}</small>
    </span>
  );
}
