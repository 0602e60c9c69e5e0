import { Button } from '@mantine/core';
import { useState } from 'react';
import { showsPictures } from '../../api/place.ts';
import layout from '../../parts/layout.module.css';
import { Section } from '../../parts/Section.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import classes from './model.module.css';

/**
 * Sample pictures, or links to them if the operator does not let the page load pictures from other hosts. The
 * pictures of a model that is not known to be safe for work are blurred until the reader asks to see them.
 */
export function Showcases(props: { name: string; addresses: readonly string[]; isSafe: boolean }) {
  const { name, addresses, isSafe } = props;
  const [asked, setAsked] = useState(false);
  if (addresses.length === 0) return null;
  const isBlurred = !isSafe && !asked;
  const pictures = addresses.some(isPicture);
  return (
    <Section title="Showcases" aside={addresses.length > 1 && <Tag>{addresses.length}</Tag>}>
      {pictures && !isSafe && (
        <Button size="compact-xs" variant="default" mb="sm" onClick={() => setAsked(!asked)}>
          {isBlurred ? 'Show the pictures (NSFW)' : 'Blur the pictures'}
        </Button>
      )}
      <ul className={pictures ? classes.pictures : layout.lined}>
        {addresses.map((address, index) => (
          <Showcase
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be equal, and they never move
            key={index}
            address={address}
            description={`Showcase ${index + 1} of ${name}`}
            isBlurred={isBlurred}
          />
        ))}
      </ul>
    </Section>
  );
}

function isPicture(address: string): boolean {
  return showsPictures && address.startsWith('https:');
}

function Showcase(props: { address: string; description: string; isBlurred: boolean }) {
  const { address, description, isBlurred } = props;
  const [failed, setFailed] = useState(false);
  return (
    <li>
      {isPicture(address) && !failed && (
        <img
          src={address}
          alt={isBlurred ? `${description}, blurred` : description}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className={classes.picture}
          data-blurred={isBlurred || undefined}
          onError={() => setFailed(true)}
        />
      )}
      <WebLink address={address} />
    </li>
  );
}
