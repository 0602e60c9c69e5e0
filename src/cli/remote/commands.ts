import { baselinesCommand } from './baselines.ts';
import { draftCommand } from './draft.ts';
import { editCommand } from './edit.ts';
import { diffCommand, proposeCommand } from './propose.ts';
import { getCommand, historyCommand, listCommand, searchCommand, watchCommand } from './read.ts';
import { requestCommand } from './request.ts';
import { applyCommand, approveCommand, changesCommand, rejectCommand } from './review.ts';
import { commentCommand, revertCommand, unapproveCommand, withdrawCommand } from './take-back.ts';
import { whoamiCommand } from './whoami.ts';

/** Commands that call a registry's API, wherever the registry runs, by their heading in `--help`. */
export const remoteGroups = {
  'Read models:': [listCommand, searchCommand, getCommand, historyCommand, baselinesCommand, watchCommand],
  'Propose changes:': [draftCommand, proposeCommand, editCommand, withdrawCommand],
  'Review and apply:': [
    changesCommand,
    diffCommand,
    commentCommand,
    approveCommand,
    rejectCommand,
    unapproveCommand,
    applyCommand,
    revertCommand,
  ],
  'Ask for models:': [requestCommand],
  'Account:': [whoamiCommand],
};
