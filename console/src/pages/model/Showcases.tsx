import type { Model } from '../../api/models.ts';
import layout from '../../parts/layout.module.css';
import { Picture, picturesOf } from '../../parts/Picture.tsx';
import { Section } from '../../parts/Section.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import classes from './model.module.css';

/**
 * The showcases of a model: a strip of pictures, if the operator has enabled them, and links to the
 * originals.
 */
export function Showcases({ model }: { model: Model }) {
  const addresses = model.record.showcases ?? [];
  const pictures = picturesOf(model);
  if (addresses.length === 0) return null;
  return (
    <Section title="Showcases">
      {pictures.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <section className={classes.strip} aria-label="Showcase pictures" tabIndex={0}>
          {pictures.map((address, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be equal, and they never move
            <span key={index} className={classes.picture}>
              <Picture model={model} address={address} alt={`Showcase ${index + 1} of ${model.name}`} />
            </span>
          ))}
        </section>
      )}
      <ul className={layout.lined}>
        {addresses.map((address, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be equal, and they never move
          <li key={index}>
            <WebLink address={address} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
