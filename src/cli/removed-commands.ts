const v2 = '<server>/api/model_references/v2';
const change = `${v2}/pending_queue/changes/<id>`;

/** Commands of earlier releases and their replacements. */
const replacements: Readonly<Record<string, string>> = {
  'audit prove':
    'keep a checkpoint, GET <server>/api/audit/checkpoint, and compare it by: modelref audit verify --checkpoint <file>',
  baselines: `the console lists baselines, GET ${v2}/image_generation/baselines returns them`,
  comment: `comment in the console, or by POST ${change}/comments`,
  completion: 'completion is no longer available; `modelref --help` lists the commands',
  draft: `the console makes drafts under Propose, and POST ${v2}/drafts`,
  history: `the console shows it with the model, GET ${v2}/<category>/model/<name>/history lists it`,
  openapi: 'a running service has the document at <server>/openapi.json',
  request: `use the console's page Wanted, or ${v2}/requests`,
  unapprove: `use the console's review, or POST ${change}/unapprove`,
  watch: `curl -N ${v2}/feed/stream prints each change as it happens`,
  webhooks: `use the console's page Operate, Webhooks, or GET ${v2}/operations/webhooks and POST …/webhooks/replay`,
  whoami: `the console shows it, and GET ${v2}/me/roles with the key in the header apikey`,
  withdraw: `use the console's page My changes, or POST ${change}/withdraw`,
};

/** Returns the replacement of a removed command; null when the words are not a removed command. */
export function removedCommandHint(words: readonly string[]): string | null {
  for (const name of [words.slice(0, 2).join(' '), words[0] ?? '']) {
    if (Object.hasOwn(replacements, name))
      return `The command '${name}' was removed: ${replacements[name]}. For all commands: modelref --help`;
  }
  return null;
}
