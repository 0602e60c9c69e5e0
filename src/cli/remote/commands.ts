import { editCommand } from './edit.ts';
import { licencesCommand } from './licenses.ts';
import { diffCommand, proposeCommand } from './propose.ts';
import { getCommand, listCommand, searchCommand } from './read.ts';
import { revertCommand } from './revert.ts';
import { applyCommand, approveCommand, changesCommand, rejectCommand } from './review.ts';

/** Commands that call a registry's API, wherever the registry runs, by their heading in `--help`. */
export const remoteGroups = {
  'Read models:': [listCommand, searchCommand, getCommand],
  'Propose changes:': [proposeCommand, editCommand, licencesCommand],
  'Review and apply:': [
    changesCommand,
    diffCommand,
    approveCommand,
    rejectCommand,
    applyCommand,
    revertCommand,
  ],
};
