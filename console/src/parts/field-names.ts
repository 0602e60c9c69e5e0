import { ownValue } from './own-value.ts';

/** The labels of fields whose key does not make a good label. */
const customLabels: Readonly<Record<string, string>> = {
  nsfw: 'NSFW',
  url: 'Web page',
  homepage: 'Homepage',
  sha256sum: 'SHA-256',
  file_url: 'File URL',
  file_purpose: 'What the file is',
  size_bytes: 'File size',
  size_on_disk_bytes: 'Size',
  content_hash: 'Hash of the tensors',
  known_slow_download: 'Slow host',
  embedded_component_hashes: 'Hashes of the parts inside',
  download: 'Files',
  config: 'Files',
  trigger: 'Trigger words',
  min_bridge_version: 'Lowest worker version',
  finetune_series: 'Series',
  instruct_format: 'Prompt format',
  name_schema_exception: 'Why the name is an exception',
  pretrained_name: 'Name in its library',
  model_classification: 'Classification',
  text_model_group: 'Group',
  display_name: 'Shown name',
  record_type: 'Category',
  features_not_supported: 'Does not support',
  created_at: 'Created',
  updated_at: 'Changed',
  created_by: 'Created by',
  updated_by: 'Changed by',
};

/** Returns the label of a field: `size_on_disk_bytes` → "Size", `controlnet_style` → "Controlnet style". */
export function fieldLabel(key: string): string {
  const text = key.replaceAll('_', ' ');
  return ownValue(customLabels, key) ?? text.charAt(0).toUpperCase() + text.slice(1);
}

/** Keys that `pathLabel` shows only at the end of a path. */
const omittedKeys: ReadonlySet<string> = new Set(['metadata', 'config', 'download']);

/**
 * Returns the label of a path in a record: `config.download.1.file_url` → "File 2: File URL",
 * `settings.clip_skip` → "Settings: Clip skip".
 */
export function pathLabel(path: readonly (string | number)[]): string {
  const steps = path.flatMap((step, index): string[] => {
    const listIndex = Number(step);
    if (Number.isInteger(listIndex))
      return [path[index - 1] === 'download' ? `File ${listIndex + 1}` : `${listIndex + 1}`];
    return omittedKeys.has(String(step)) && index < path.length - 1 ? [] : [fieldLabel(String(step))];
  });
  return steps.join(': ');
}
