import { flag, lazyCommand, requiredArgument, value } from './command.ts';

export const publishCommand = lazyCommand({
  name: 'publish',
  about: 'Write all reads of the API as files for web servers, or check such files.',
  arguments: [
    requiredArgument(
      'place',
      'the folder to publish in; with --check also a copy of an edition, or the base URL of one',
    ),
  ],
  options: {
    check: flag('check the signature, and all files against the manifest; write nothing'),
    key: value(
      '<key>',
      'with --check: the public key, or a file with it; default: the key of this deployment',
    ),
  },
  help: `
A service with MODELREF_PUBLISH_DIRECTORY does this after each change. A missing folder is created; a folder with
other content is refused. The new edition appears as a whole: the link "current" in the folder then refers to it.

Examples:
  modelref publish /srv/edition
  modelref publish --check https://models.example/api --key audit.pub`,
});
