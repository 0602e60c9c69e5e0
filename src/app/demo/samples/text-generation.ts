import type { Sample } from './sample.ts';

/**
 * Creates the record of a text model. Its name is the name of the Hugging Face repository from which backends
 * load it.
 */
function createTextModel(repository: string, billions: number, facts: Omit<Sample, 'name'>): Sample {
  return {
    name: repository,
    parameters: billions * 1_000_000_000,
    nsfw: false,
    style: 'generalist',
    url: `https://huggingface.co/${repository}`,
    ...facts,
  };
}

export const textGeneration: readonly Sample[] = [
  createTextModel('mistralai/Mistral-7B-Instruct-v0.3', 7, {
    description: 'A small model that follows instructions, with function calling.',
    baseline: 'mistralai/Mistral-7B-v0.3',
    instruct_format: 'Mistral',
    tags: ['instruct'],
    settings: { temperature: 0.7 },
  }),
  createTextModel('mistralai/Mistral-Nemo-Instruct-2407', 12, {
    description: 'Made with NVIDIA: a context of 128,000 tokens, eleven languages.',
    baseline: 'mistralai/Mistral-Nemo-Base-2407',
    instruct_format: 'Mistral',
    tags: ['instruct', 'multilingual'],
    settings: { temperature: 0.3 },
  }),
  createTextModel('meta-llama/Llama-3.1-8B-Instruct', 8, {
    description: 'The small one of the Llama 3.1 family, for dialogue in eight languages.',
    baseline: 'meta-llama/Llama-3.1-8B',
    instruct_format: 'Llama 3',
    tags: ['instruct', 'multilingual'],
  }),
  createTextModel('Qwen/Qwen2.5-7B-Instruct', 7.6, {
    description: 'Strong in code and mathematics, and in giving structured output.',
    baseline: 'Qwen/Qwen2.5-7B',
    instruct_format: 'ChatML',
    tags: ['code', 'instruct'],
  }),
  createTextModel('Qwen/Qwen2.5-14B-Instruct', 14.7, {
    description: 'The same family, twice the size.',
    baseline: 'Qwen/Qwen2.5-14B',
    instruct_format: 'ChatML',
    tags: ['code', 'instruct'],
  }),
  createTextModel('google/gemma-2-9b-it', 9, {
    description: 'Open weights from the research behind Gemini; English.',
    baseline: 'google/gemma-2-9b',
    instruct_format: 'Gemma',
    tags: ['instruct'],
  }),
];
