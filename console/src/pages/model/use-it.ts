/** A text as a literal of a shell, and of a program. */
const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const inCode = (text: string) => JSON.stringify(text);

export interface Use {
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
export function usesOf({ base, category, name }: { base: string; category: string; name: string }): Use[] {
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
