import { stringifySearch } from '../search-params.ts';
import { shownText } from './hidden-characters.ts';
import { QuickLink } from './QuickLink.tsx';
import { ShownText } from './ShownText.tsx';
import classes from './text.module.css';

/**
 * A baseline's name, as a link if the catalogue has the baseline.
 *
 * @param known the names of the baselines in the catalogue, as returned by `useBaselineNames`
 */
export function BaselineLink({ name, known }: { name: string; known: ReadonlySet<string> }) {
  if (!known.has(name)) {
    return (
      <span className={classes.cut} title={shownText(name)}>
        <ShownText text={name} />
      </span>
    );
  }
  return <QuickLink href={`/baselines/baseline${stringifySearch({ name })}`} label={name} />;
}
