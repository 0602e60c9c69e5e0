import { Section } from '../../parts/Section.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import classes from './Downloads.module.css';

/** Links, not pictures: the page loads nothing from other hosts. */
export function Showcases({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return null;
  return (
    <Section title="Showcases" aside={addresses.length > 1 && <Tag>{addresses.length}</Tag>}>
      <ul className={classes.files}>
        {addresses.map((address, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be equal, and they never move
          <li key={index} className={classes.file}>
            <span className={classes.address}>
              <WebLink address={address} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
