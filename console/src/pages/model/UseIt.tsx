import { Text } from '@mantine/core';
import { isAddressable } from '#client';
import { apiBase } from '../../api/place.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import classes from './UseIt.module.css';
import { usesOf } from './use-it.ts';

/** How programs read this record. */
export function UseIt({ category, name }: { category: string; name: string }) {
  const base = new URL(apiBase, location.origin).href.replace(/\/+$/, '');
  return (
    <Section title="Use it">
      {isAddressable(name) ? (
        <dl className={classes.uses}>
          {usesOf({ base, category, name }).map(({ label, text }) => (
            <div key={label} className={classes.use}>
              <dt>{label}</dt>
              <dd>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
                <pre tabIndex={0}>
                  <ShownText text={text} lines />
                </pre>
                <CopyButton value={text} label={`Copy: ${label}`} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <Text size="sm" c="dimmed">
          Browsers cannot ask for a model of this name alone; read the whole category.
        </Text>
      )}
    </Section>
  );
}
