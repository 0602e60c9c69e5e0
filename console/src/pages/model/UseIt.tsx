import { Text } from '@mantine/core';
import { isAddressable } from '#client';
import { apiBase } from '../../api/place.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import classes from './UseIt.module.css';

/** A text as a literal of a shell, and of a program. */
const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const inCode = (text: string) => JSON.stringify(text);

interface Use {
  readonly label: string;
  readonly text: string;
}

/** Categories that the v1 API does not know. */
const onlyInV2 = new Set(['video_generation', 'audio_generation', 'controlnet_annotator']);

/**
 * Ways for programs to read a record, ready to be copied.
 *
 * @param base the API's base address, with its origin: `https://models.example/api`
 */
function usesOf({ base, category, name }: { base: string; category: string; name: string }): Use[] {
  const address = `${base}/model_references/v2/${category}/model/${encodeURIComponent(name)}`;
  return [
    { label: 'Raw JSON', text: address },
    { label: 'curl, API v2', text: `curl ${inShell(address)}` },
    ...(onlyInV2.has(category)
      ? []
      : [
          {
            label: 'curl, API v1: the whole category',
            text: `curl ${inShell(`${base}/model_references/v1/${category}`)}`,
          },
        ]),
    {
      label: 'JavaScript, with modelref-client',
      text: [
        `import { ModelrefClient } from 'modelref-client';`,
        '',
        `const client = new ModelrefClient({ server: ${inCode(base)} });`,
        `const model = await client.model(${inCode(category)}, ${inCode(name)});`,
        `console.log(model?.value);`,
      ].join('\n'),
    },
  ];
}

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
