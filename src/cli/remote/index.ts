import type { Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { draftCommand } from './draft.ts';
import { editCommand } from './edit.ts';
import { diffCommand, proposeCommand } from './propose.ts';
import { getCommand, listCommand, searchCommand } from './read.ts';
import { applyCommand, approveCommand, changesCommand, rejectCommand } from './review.ts';
import { watchCommand } from './watch.ts';

/** The commands that ask a registry over its API, wherever it is. */
export const remoteCommands: readonly ((terminal: Terminal) => Command)[] = [
  listCommand,
  searchCommand,
  getCommand,
  draftCommand,
  proposeCommand,
  editCommand,
  changesCommand,
  diffCommand,
  approveCommand,
  rejectCommand,
  applyCommand,
  watchCommand,
];
