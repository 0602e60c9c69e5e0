const bases = [
  'Llama-3',
  'Mistral',
  'Stheno',
  'Qwen2.5',
  'Nemo',
  'Pygmalion',
  'Phi',
  'Gemma',
  'Yi',
  'Falcon',
  'Command-R',
  'Solar',
] as const;
const sizes = [1, 3, 7, 8, 12, 13, 24, 34, 70] as const;
const variants = ['', '-Instruct', '-Chat', '-Code'] as const;
const quants = ['', '', '', '-Q4_K_M', '-GPTQ', '-AWQ'] as const;
const prefixes = ['', '', '', '', '', '', '', '', 'koboldcpp/', 'aphrodite/'] as const;

/**
 * Gives a number in [0, 1) that looks random but depends only on the two integers: every run has the same
 * models.
 */
function noise(at: number, salt: number): number {
  let mixed = Math.imul(at ^ (salt * 0x9e3779b9), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

export function syntheticModel(at: number): { name: string; text: string } {
  const pick = <T>(list: readonly T[], salt: number): T => list[Math.floor(noise(at, salt) * list.length)]!;
  const size = pick(sizes, 2);
  const author = `maker${Math.floor(noise(at, 3) * 5000)}`;
  const name = `${pick(prefixes, 4)}${author}/${pick(bases, 1)}-${size}B${pick(variants, 5)}-v${at % 4}-${at.toString(36)}${pick(quants, 6)}`;
  // Some tags are on many models, most on few.
  const tags = [7, 8, 9].map((salt) => `tag${Math.floor(noise(at, salt) ** 3 * 300)}`);
  const record = {
    record_type: 'text_generation',
    name,
    description: `The ${at}th model, made to be searched for.`,
    version: `${at % 7}`,
    metadata: { schema_version: '2.0.0', created_at: 1_700_000_000 + (at % 100_000) },
    config: { download: [] },
    model_classification: { domain: 'text', purpose: 'generation' },
    ...(at % 10 === 0 ? {} : { size_on_disk_bytes: Math.floor(noise(at, 10) * 5e10) }),
    inpainting: noise(at, 11) < 0.05,
    baseline: `baseline_${Math.floor(noise(at, 12) * 40)}`,
    parameters: size * 1e9,
    nsfw: noise(at, 13) < 0.3,
    tags,
  };
  return { name, text: JSON.stringify(record) };
}
