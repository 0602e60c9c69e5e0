/**
 * Help texts for fields without a description in the API's schema, by key. They apply at any nesting depth.
 */
export const fieldHelp: Readonly<Record<string, string>> = {
  name: 'The name by which workers and clients know the model.',
  nsfw: 'Whether the model is made for content that is not safe for work.',
  inpainting: 'Made to fill in parts of a picture.',
  optimization: 'How the checkpoint was made faster, such as lightning. Empty for most.',
  min_bridge_version: 'The lowest version of the worker software (the bridge) that can run the model.',
  trigger: 'Words that activate the trained style or subject in a prompt.',
  showcases: 'Addresses of sample pictures.',
  homepage: 'A page about it.',
  url: 'A page about the model.',
  requirements: 'Limits on requests for the model, such as min_steps.',
  finetune_series: 'The series of finetunes that the model belongs to, and who makes it.',
  instruct_format: 'The format of prompts that the model was trained with, such as ChatML.',
  settings: 'Recommended generation settings.',
  lifecycle: 'Whether the model is deprecated.',
  reason: 'The reason, for users of the model.',
  display_name: 'The display name, if it differs from the name above.',
  name_schema_exception: 'Why the name does not follow the naming schema of its group.',
  pretrained_name: 'The model’s name in the library that loads it.',
  model_classification: 'What the model works on, and what it is for.',
  size_on_disk_bytes: 'The size of all files together.',
  size_bytes: 'The size of this file.',
  file_url: 'The URL of the file itself, not of a page about it.',
  sha256sum: '64 hexadecimal digits; workers verify the file with them.',
  checked_at: 'The day on which the source was read, such as 2026-11-28.',
  reviewed_at: 'The day of the review, such as 2026-11-28.',
  content_hash: 'Hash of the tensors alone, independent of the file format.',
  known_slow_download: 'Whether the host is known to be slow.',
  embedded_component_hashes:
    'The content hash of each part inside one large checkpoint (vae, text_encoders).',
};
