import type { Caller } from '../../kernel/caller.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { modelStore } from '../../modules/catalog/index.ts';
import type { Groups } from '../../modules/names/index.ts';
import { createApply, createReview, type QueueServices } from '../../modules/queue/index.ts';
import { type CategoryName, categoryOf } from '../../records/categories/index.ts';
import { parseOrThrow } from '../../records/parse.ts';
import type { Store } from '../../store/store.ts';
import { demoAccounts } from './identity-service.ts';
import { createDownload, createHuggingFaceUrl } from './samples/sample.ts';

type ApplyParts = Parameters<typeof createApply>[0];

interface Services
  extends Pick<ApplyParts, 'catalog' | 'categories' | 'clock' | 'settings'>,
    Pick<QueueServices, 'proposals' | 'conversation'> {
  readonly groups: Groups;
}

/**
 * Fills the queue of a demo that holds the sample models. Creates pending changes (harmless, stale, risky and
 * contradictory ones), a batch that is not applied yet, and an applied batch that users can revert. Also sets
 * families and an alias. Its changes need one approval, regardless of the settings.
 */
export async function fillQueue(store: Store, services: Services): Promise<void> {
  const { proposals, conversation, groups, clock, catalog, categories, settings } = services;
  const review = createReview({ store, clock, settings });
  const apply = createApply({ store, clock, catalog, categories, settings, newId: () => 'demo' });
  const [requestor, approver] = demoAccounts.map(createCaller) as [Caller, Caller];
  const otherRequestor = createCaller({ id: '104', username: 'Max#104' });

  const propose = async (sample: QueueSample): Promise<number> => {
    const { category, name, changes, by } = sample;
    const definition = categoryOf(category);
    const liveModel = await store.read((tx) => modelStore(tx).get(category, name));
    const before = liveModel ? (JSON.parse(liveModel.v2) as JsonObject) : { name };
    const { change_id } = await proposals.propose({
      category,
      name,
      operation: changes === null ? 'delete' : liveModel ? 'update' : 'create',
      record:
        changes && parseOrThrow(definition.record(categories.baselines), { ...before, ...changes }, 'body'),
      format: 'v2',
      route: 'demo',
      caller: by ? otherRequestor : requestor,
    });
    return change_id;
  };
  const proposeAll = async (samples: readonly QueueSample[]): Promise<number[]> => {
    const ids: number[] = [];
    for (const sample of samples) ids.push(await propose(sample));
    return ids;
  };

  await proposeAll(earlierProposals);
  const appliedIds = await proposeAll(appliedBatch.changes);
  await review.processBatch({ batch_title: appliedBatch.title, approved_ids: appliedIds }, approver);
  await apply.applyMany({ changeIds: appliedIds }, approver);

  const [approvedId, rejectedId] = [await propose(approvedChange), await propose(rejectedChange)];
  await review.processBatch(
    {
      batch_title: 'Descriptions',
      approved_ids: [approvedId],
      rejected_ids: [rejectedId],
      reject_reason: rejectedChange.reason,
    },
    approver,
  );

  for (const sample of waitingChanges) {
    const id = await propose(sample);
    if (sample.question) await conversation.comment(id, sample.question, approver);
  }

  const suggestGroup = (name: string) => groups.parse(name).suggested_group;
  for (const [family, models] of Object.entries(familiesByModels)) {
    await groups.families.set(family, models.map(suggestGroup), approver);
  }
  for (const [model, aliases] of Object.entries(aliasesByModels)) {
    await groups.aliases.set(suggestGroup(model), aliases, approver);
  }
}

function createCaller({ id, username }: { readonly id: string; readonly username: string }): Caller {
  const isApprover = username === demoAccounts[1].username;
  return { userId: id, username, isRequestor: true, isApprover };
}

/** A change proposed in the demo. */
export interface QueueSample {
  readonly category: CategoryName;
  readonly name: string;
  /**
   * The new values of the changed fields; null to delete the model. An existing model keeps its other fields.
   * A new model has these fields and its name.
   */
  readonly changes: JsonObject | null;
  /**
   * The proposer: `somebody else` is a user without an account in the demo. Default: Rita, the demo account
   * that may propose but not approve.
   */
  readonly by?: 'somebody else';
  /** A question that an approver asks about the change, if any. */
  readonly question?: string;
}

/** Changes that are proposed before `appliedBatch` is applied, and are stale afterwards. */
export const earlierProposals: readonly QueueSample[] = [
  {
    category: 'image_generation',
    name: 'SDXL 1.0',
    changes: { description: 'Stable Diffusion XL, made for 1024 × 1024 pixels. A refiner exists as well.' },
  },
];

/** An applied batch with a mistake, for trying out a revert. */
export const appliedBatch: { readonly title: string; readonly changes: readonly QueueSample[] } = {
  title: 'Styles of the image models',
  changes: [
    { category: 'image_generation', name: 'SDXL 1.0', changes: { style: 'realistic' } },
    { category: 'image_generation', name: 'Stable Cascade 1.0', changes: { style: 'artistic' } },
    { category: 'image_generation', name: 'stable_diffusion_inpainting', changes: { nsfw: true } },
  ],
};

/** A change that is approved but not applied. */
export const approvedChange: QueueSample = {
  category: 'clip',
  name: 'ViT-H-14',
  changes: { description: 'OpenCLIP trained by LAION: the text encoder of Stable Diffusion 2.' },
};

export const rejectedChange: QueueSample & { readonly reason: string } = {
  category: 'clip',
  name: 'our-test-clip',
  changes: { description: 'Just a test.' },
  reason: 'No worker can load it: the record has no file.',
};

/** Pending changes: harmless and risky ones, and two that contradict each other. */
export const waitingChanges: readonly QueueSample[] = [
  {
    category: 'clip',
    name: 'ViT-B/32',
    changes: { description: "The smallest and fastest of OpenAI's CLIP models." },
  },
  {
    category: 'text_generation',
    name: 'Qwen/Qwen2.5-32B-Instruct',
    changes: {
      description: 'The same family, for two large GPUs.',
      parameters: 32_800_000_000,
      baseline: 'Qwen/Qwen2.5-32B',
      nsfw: false,
      style: 'generalist',
      instruct_format: 'ChatML',
      tags: ['code', 'instruct'],
      url: 'https://huggingface.co/Qwen/Qwen2.5-32B-Instruct',
    },
  },
  {
    category: 'text_generation',
    name: 'google/gemma-2-9b-it',
    changes: { tags: ['english', 'instruct'] },
    by: 'somebody else',
  },
  {
    category: 'image_generation',
    name: 'FLUX.1 [schnell]',
    changes: { requirements: { min_steps: 1, max_steps: 8, cfg_scale: 1 } },
  },
  {
    category: 'image_generation',
    name: 'FLUX.1 [schnell]',
    changes: { requirements: { min_steps: 2, max_steps: 4, cfg_scale: 1 } },
    by: 'somebody else',
  },
  { category: 'image_generation', name: 'stable_diffusion', changes: null, by: 'somebody else' },
  {
    category: 'clip',
    name: 'ViT-L/14',
    changes: {
      config: { download: [createDownload('http://mirror.example/ViT-L-14.pt')] },
    },
    question: 'Where does this copy come from, and what is its checksum?',
  },
  {
    category: 'image_generation',
    // The о is Cyrillic.
    name: 'stable_diffusi\u043en',
    changes: {
      description: 'Stable Diffusion 1.5, repacked.',
      version: '1.5',
      baseline: 'stable_diffusion_1',
      nsfw: false,
      config: {
        download: [createDownload(createHuggingFaceUrl('repacked/stable-diffusion', 'model.safetensors'))],
      },
    },
    by: 'somebody else',
  },
];

/**
 * The families to set, by name. The values are model names; the models' groups become members of the family.
 */
export const familiesByModels: Readonly<Record<string, readonly string[]>> = {
  Mistral: ['mistralai/Mistral-7B-Instruct-v0.3', 'mistralai/Mistral-Nemo-Instruct-2407'],
  Qwen: ['Qwen/Qwen2.5-7B-Instruct'],
};

/** The aliases to set, by the name of a model. They are set for that model's group. */
export const aliasesByModels: Readonly<Record<string, readonly string[]>> = {
  'meta-llama/Llama-3.1-8B-Instruct': ['Meta-Llama-3.1'],
};
