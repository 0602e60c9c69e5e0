import { stringifySearch } from '../search-params.ts';
import { QuickLink } from './QuickLink.tsx';
import { ShownText } from './ShownText.tsx';

/**
 * A baseline's name, as a link if the catalogue has the baseline.
 *
 * @param known the names of the baselines in the catalogue, by `useBaselineNames`
 */
export function BaselineLink({ name, known }: { name: string; known: ReadonlySet<string> }) {
  if (!known.has(name)) return <ShownText text={name} />;
  return <QuickLink href={`/baselines/baseline${stringifySearch({ name })}`} label={name} />;
}
