import { ModelLink } from './ModelLink.tsx';
import { ShownText } from './ShownText.tsx';

/**
 * A baseline's name, as a link if the baseline has a page.
 *
 * @param known the names of the baselines that have a page, by `useBaselineNames`
 */
export function BaselineLink({ name, known }: { name: string; known: ReadonlySet<string> }) {
  return known.has(name) ? <ModelLink category="baseline" name={name} /> : <ShownText text={name} />;
}
