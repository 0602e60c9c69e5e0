import type { UsageAnswers } from '../../support/usage-server.ts';

const config = (...hosts: string[]) => ({
  download: hosts.map((host, at) => ({
    file_name: `part${at}`,
    file_url: `https://${host}/x`,
    sha256sum: 'a'.repeat(64),
  })),
});
const gib = 1024 ** 3;

/** Image models in stored order: nobody uses `10` and `Unused`. */
export const images = [
  {
    name: 'Unused',
    baseline: 'stable_diffusion_1',
    nsfw: true,
    config: config('example.org', 'example.com'),
    tags: ['anime', 'cg'],
    style: 'anime',
  },
  {
    name: 'Busy',
    baseline: 'stable_diffusion_xl',
    nsfw: false,
    description: 'Much used.',
    config: config('huggingface.co'),
    size_on_disk_bytes: 2 * gib,
    tags: ['anime'],
    style: 'anime',
    trigger: ['busy'],
    showcases: ['https://example.org/1.webp'],
  },
  { name: '10', baseline: 'stable_diffusion_xl', nsfw: false, description: 'A number.', inpainting: true },
];

/** Two of a group, one alone. */
export const texts = [
  {
    name: 'north/Marx-3B-V3',
    parameters: 3_000_000_000,
    nsfw: true,
    baseline: 'llama',
    description: 'Small.',
  },
  {
    name: 'north/Marx-13B-V3',
    parameters: 13_000_000_000,
    nsfw: false,
    baseline: 'llama',
    description: 'Big.',
  },
  { name: 'gpt2', parameters: 124_000_000, nsfw: false },
];

const status = { count: 1, jobs: 2, queued: 30, eta: 10, performance: 1.5 };
const worker = { performance: '0.6 megapixelsteps per second', online: true, trusted: false, uptime: 60 };

/** What the usage service says; some items cannot be read. */
export const answers: UsageAnswers = {
  status: [
    { ...status, name: 'busy', count: 5, type: 'image' },
    { ...status, name: 'Broken', count: 'many', type: 'image' },
    { ...status, name: 'koboldcpp/Marx-3B-V3', count: 3, type: 'text' },
    { ...status, name: 'aphrodite/north/Marx-3B-V3', count: 2, type: 'text' },
    null,
  ],
  stats: {
    day: { Busy: 10, Unused: 'none', 'koboldcpp/Marx-3B-V3': 1, 'north/Marx-13B-V3': 2 },
    month: {
      Busy: 300,
      'koboldcpp/Marx-3B-V3': 10,
      'aphrodite/north/Marx-3B-V3': 5,
      'north/Marx-13B-V3': 35,
    },
    total: {
      Busy: 1000,
      'koboldcpp/Marx-3B-V3': 100,
      'aphrodite/north/Marx-3B-V3': 50,
      'north/Marx-13B-V3': 90,
    },
  },
  workers: [
    { ...worker, id: 'w1', name: 'One', models: ['Busy'], type: 'image' },
    { ...worker, id: 'w2', name: 'Two', models: ['BUSY', '10'], type: 'image' },
    { id: 'w3', name: 'Broken', type: 'image' },
  ],
};

export const busyStatus = { queued_jobs: 2, performance: 1.5, eta: 10, queued: 30 };
export const busyUsage = { day: 10, month: 300, total: 1000 };
