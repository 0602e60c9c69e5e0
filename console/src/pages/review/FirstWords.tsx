import type { ReviewedChange } from '../../api/review-types.ts';
import { categoriesWithUsage, useUsage } from '../../api/usage.ts';
import { ownValue } from '../../parts/own-value.ts';
import { newNameOf } from '../../parts/renames.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { figuresOf } from '../../parts/usage-figures.ts';
import classes from './review.module.css';
import { listRowFacts } from './row-words.ts';

/**
 * The most serious point about a change, and the number of further points, which are shown on hover.
 *
 * @param files short descriptions of the change's effect on the model's files; absent if the change does not
 *   update the files, or if the page has not compared the files with the live ones
 */
export function FirstWords({
  change,
  files,
}: {
  change: ReviewedChange;
  files?: readonly string[] | undefined;
}) {
  const { category, model_name, operation } = change;
  const endsName = operation === 'delete' || newNameOf(change) !== null;
  const usage = useUsage(category, endsName && change.status === 'pending');
  const stats = ownValue(usage.data, model_name);
  const isCounted = categoriesWithUsage.has(category) && usage.data !== undefined;
  const [mainFact, ...otherFacts] = listRowFacts(
    change,
    files,
    isCounted ? figuresOf(stats).month : undefined,
  );
  if (mainFact === undefined) return null;
  return (
    <span className={classes.words} title={[mainFact, ...otherFacts].map(({ text }) => text).join('\n')}>
      {mainFact.tone === undefined ? (
        <span className={classes.plain}>
          <ShownText text={mainFact.text} />
        </span>
      ) : (
        <Tag tone={mainFact.tone}>
          <ShownText text={mainFact.text} />
        </Tag>
      )}
      {otherFacts.length > 0 && <span className={classes.further}>+{otherFacts.length}</span>}
    </span>
  );
}
