import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { isAddressable } from '#client';
import type { Model } from '../../api/models.ts';
import { apiBase } from '../../api/place.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import classes from './model.module.css';

/**
 * `inShell` gives a text as a quoted word for a shell, `inCode` as a string literal for JavaScript and
 * Python.
 */
const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const inCode = (text: string) => JSON.stringify(text);

interface Use {
  readonly label: string;
  readonly text: string;
}

/**
 * Returns commands and code that read this record and its files through the API, for people to copy.
 *
 * @param base the API's base address, with its origin: `https://models.example/api`
 */
function usesOf(base: string, { category, name }: Model): Use[] {
  const address = `${base}/model_references/v2/${category}/model/${encodeURIComponent(name)}`;
  return [
    { label: 'curl', text: `curl ${inShell(address)}` },
    {
      label: 'Python',
      text: [
        'import json',
        'from urllib.request import urlopen',
        '',
        `with urlopen(${inCode(address)}, timeout=30) as answer:`,
        '    model = json.load(answer)',
        `print(model["name"])`,
      ].join('\n'),
    },
    {
      label: 'TypeScript, with modelref-client',
      text: [
        `import { ModelrefClient } from 'modelref-client';`,
        '',
        `const client = new ModelrefClient({ server: ${inCode(base)} });`,
        `const model = await client.model(${inCode(category)}, ${inCode(name)});`,
        `console.log(model?.value);`,
      ].join('\n'),
    },
    {
      label: 'Its files, verified',
      text: `modelref pull models --server ${inShell(base)} --category ${category} --name ${inShell(name)}`,
    },
  ];
}

/** A button that opens a dialog with commands and code for reading this record. */
export function UseIt({ model }: { model: Model }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="xs" onClick={() => setOpened(true)}>
        Use it
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Use it" size="xl">
        {opened && <Uses model={model} />}
      </Dialog>
    </>
  );
}

function Uses({ model }: { model: Model }) {
  const base = new URL(apiBase, location.origin).href.replace(/\/+$/, '');
  return isAddressable(model.name) ? (
    <dl className={classes.uses}>
      {usesOf(base, model).map(({ label, text }) => (
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
  );
}
