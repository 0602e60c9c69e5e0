/**
 * How text models want to be spoken to: the spelling that the registry uses for each format, and by which marks
 * its chat template is known.
 */
interface InstructFormat {
  readonly name: string;
  /** Other spellings that are met, without blanks, dashes and letter case. */
  readonly spellings?: readonly string[];
  /** All have to be in the template. */
  readonly marks?: readonly string[];
  /** None may be in it. */
  readonly notMarks?: readonly string[];
}

/** The first whose marks fit is it, so the more particular come first. */
const formats: readonly InstructFormat[] = [
  { name: 'Harmony', marks: ['<|start|>', '<|channel|>'] },
  { name: 'Gemma 4', marks: ['<|turn>'] },
  { name: 'Gemma', spellings: ['gemma2', 'gemma3'], marks: ['<start_of_turn>'] },
  { name: 'Llama 4', marks: ['<|header_start|>'] },
  {
    name: 'Llama 3',
    spellings: ['llama3instruct', 'llama3chat', 'llama3.1', 'llama3.2', 'llama3.3'],
    marks: ['<|start_header_id|>'],
  },
  { name: 'ChatML', spellings: ['chatmlformat'], marks: ['<|im_start|>'] },
  { name: 'Llama 2', spellings: ['llama2chat'], marks: ['[INST]', '<<SYS>>'] },
  { name: 'Mistral V7', marks: ['[SYSTEM_PROMPT] '] },
  { name: 'Mistral V7 Tekken', spellings: ['mistralv7tekken'], marks: ['[SYSTEM_PROMPT]'] },
  {
    name: 'Mistral V3 Tekken',
    spellings: ['mistralv3tekken'],
    marks: ['[AVAILABLE_TOOLS]', '[INST]'],
    notMarks: ['[INST] '],
  },
  { name: 'Mistral V3', marks: ['[AVAILABLE_TOOLS]', '[INST] '] },
  { name: 'Mistral', spellings: ['mistralinstruct'], marks: ['[INST]'] },
  { name: 'GLM-4', spellings: ['glm4'], marks: ['[gMASK]'] },
  { name: 'CommandR', spellings: ['commandr', 'coherecommandr'], marks: ['<|START_OF_TURN_TOKEN|>'] },
  { name: 'DeepSeek', marks: ['<｜User｜>'] },
  { name: 'Metharme', spellings: ['pygmalion2'], marks: ['<|user|>', '<|model|>'] },
  { name: 'Phi', marks: ['<|user|>', '<|end|>'] },
  { name: 'Zephyr', marks: ['<|user|>', '<|assistant|>'] },
  { name: 'Alpaca', marks: ['### Instruction'] },
  { name: 'Vicuna', marks: ['USER:', 'ASSISTANT:'] },
];

const bySpelling = new Map(
  formats.flatMap(({ name, spellings = [] }) =>
    [key(name), ...spellings].map((spelling) => [spelling, name]),
  ),
);

/** The registry's spelling of a format, and any other text as it is, trimmed. */
export function canonicalInstructFormat(text: string): string {
  return bySpelling.get(key(text)) ?? text.trim();
}

/** The format of a chat template; null when it is none of those known. */
export function formatOfTemplate(template: string): string | null {
  const looked = template.slice(0, 100_000);
  const fits = ({ marks, notMarks = [] }: InstructFormat) =>
    marks?.every((mark) => looked.includes(mark)) && !notMarks.some((mark) => looked.includes(mark));
  return formats.find(fits)?.name ?? null;
}

function key(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}
