import fc from 'fast-check';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { CategoryDefinition, LegacyRecord } from '../../src/records/categories/category.ts';

const text = fc.string({
  unit: fc.constantFrom('a', 'B', '7', ' ', '-', '_', '.', 'ü', '😀', ','),
  maxLength: 8,
});
const name = text.map((middle) => `m${middle}m`);
const sha = fc.constantFrom('a', 'b').map((digit) => digit.repeat(64));
const setting = fc.oneof(fc.integer(), fc.boolean(), text, fc.array(fc.integer()), fc.array(text));
const settings = fc.dictionary(fc.constantFrom('temperature', 'top_p', 'n'), setting, {
  noNullPrototype: true,
});
const baseline = fc.constantFrom(
  'stable_diffusion_1',
  'SDXL',
  'stable diffusion 1',
  'stable_diffusion_2_768',
  'qwen',
);
const style = fc.constantFrom('anime', ' furry ', 'generalist');
/** Any JSON value. Values go through text, because fast-check also makes -0, which JSON reads back as 0. */
const anyJson = fc.json().map((text) => JSON.parse(text) as unknown);

/** Generates objects with the required fields and some of the others, in any order. Others may be null. */
function subsetOf(fields: Record<string, fc.Arbitrary<unknown>>, required: string[] = []) {
  const nullable = Object.entries(fields).map(([key, value]) => [
    key,
    required.includes(key) ? value : fc.option(value, { freq: 8 }),
  ]);
  return fc
    .record(Object.fromEntries(nullable) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: required,
      noNullPrototype: true,
    })
    .chain((record) => fc.shuffledSubarray(Object.entries(record), { minLength: Object.keys(record).length }))
    .map((entries) => Object.fromEntries(entries) as JsonObject);
}

const path = fc.constantFrom('a.ckpt', 'sub/b.safetensors', 'c.json', 'v1.yaml', 'civitai.pt');
const legacyConfig = fc
  .uniqueArray(
    subsetOf({ path, sha256sum: sha, md5sum: text, file_type: text, content_hash: text, odd: fc.json() }, [
      'path',
    ]),
    { selector: (file) => file.path },
  )
  .chain((files) =>
    fc.record(
      {
        files: fc.constant(files),
        download: fc
          .subarray(files.map((file) => file.path))
          .chain((names) =>
            fc.tuple(
              ...names.map((file_name) =>
                subsetOf({ file_name: fc.constant(file_name), file_path: fc.constant(''), file_url: text }, [
                  'file_name',
                ]),
              ),
            ),
          ),
        embedded_component_hashes: fc.constant({ vae: 'h' }),
        odd: anyJson,
      },
      { requiredKeys: ['files'], noNullPrototype: true },
    ),
  );

const legacyCommon = {
  name,
  description: text,
  version: text,
  nsfw: fc.boolean(),
  download_all: fc.boolean(),
  available: fc.boolean(),
  features_not_supported: fc.array(text),
  config: legacyConfig,
  odd: anyJson,
};

const tags = fc.array(text);
const ownLegacy: Record<string, [Record<string, fc.Arbitrary<unknown>>, string[]]> = {
  image_generation: [
    {
      type: fc.constant('ckpt'),
      baseline: fc.oneof(baseline, fc.constantFrom('stable diffusion 2', 'stable diffusion 2 512')),
      style,
      tags,
      showcases: tags,
      trigger: tags,
      inpainting: fc.boolean(),
      min_bridge_version: fc.integer(),
      size_on_disk_bytes: fc.nat(),
      homepage: text,
      optimization: text,
      requirements: settings,
    },
    ['baseline'],
  ],
  controlnet: [{ type: fc.constantFrom('control_canny', 'control_hough'), style: text }, []],
  clip: [{ type: fc.constantFrom('clip', 'coca'), pretrained_name: text }, []],
  text_generation: [
    {
      parameters: fc.nat(),
      display_name: text,
      url: text,
      baseline: text,
      style: text,
      tags,
      instruct_format: text,
      settings,
    },
    ['name', 'parameters'],
  ],
};

const download = subsetOf(
  {
    file_name: path,
    file_url: text,
    sha256sum: sha,
    content_hash: text,
    file_purpose: text,
    known_slow_download: fc.boolean(),
    size_bytes: fc.nat(),
  },
  ['file_name', 'file_url', 'sha256sum'],
);
const ownFields: Record<string, fc.Arbitrary<unknown>> = {
  name,
  description: text,
  version: text,
  finetune_series: fc.constant({ name: 'f', author: null }),
  metadata: subsetOf({ created_at: fc.nat(), updated_by: text }),
  config: fc.record(
    { download: fc.uniqueArray(download, { selector: (entry) => entry.file_name }) },
    { noNullPrototype: true },
  ),
  model_classification: fc.constant({ domain: 'audio', purpose: 'miscellaneous' }),
  size_on_disk_bytes: fc.nat(),
  baseline,
  nsfw: fc.boolean(),
  inpainting: fc.boolean(),
  tags,
  trigger: tags,
  showcases: tags,
  homepage: text,
  url: text,
  display_name: text,
  instruct_format: text,
  text_model_group: text,
  parameters: fc.integer({ min: 1 }),
  style,
  requirements: settings,
  settings,
  controlnet_style: text,
  pretrained_name: text,
  context_window: fc.constant({ maximum_tokens: 8192, sources: [{ url: 'https://a.example', title: null }] }),
  interaction_modes: fc.constant({ chat: { status: 'supported', qualification: 'Since 1.1.' } }),
  capabilities: fc.constant({ tool_calling: { status: 'unknown' } }),
};
// An explicit null for `inpainting` is stored as absent, and an absent one is read as false.
const notNullable = [
  'name',
  'metadata',
  'config',
  'model_classification',
  'baseline',
  'nsfw',
  'parameters',
  'inpainting',
];

/**
 * Generates v2 bodies for a category, with some of the category's fields, in any order. Some fields are null.
 */
export function v2Bodies(category: CategoryDefinition): fc.Arbitrary<JsonObject> {
  const fields = Object.fromEntries(
    Object.entries(ownFields).filter(([key]) => category.fields.includes(key)),
  );
  return subsetOf(
    fields,
    notNullable.filter((key) => Object.hasOwn(fields, key)),
  );
}

/** Generates legacy records of a category as the registry stores them; they also have unknown keys. */
export function legacyRecords(category: string): fc.Arbitrary<LegacyRecord> {
  const [own, required] = ownLegacy[category] ?? [{ type: text, style: text }, []];
  return subsetOf({ ...legacyCommon, ...own }, required) as fc.Arbitrary<LegacyRecord>;
}
