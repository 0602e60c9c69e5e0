import { trueOrFalse, wholeNumber } from '../kinds.ts';
import { own } from '../row.ts';

/** What is looked at at other hosts, and how often. */
export const fileChecksSettings = {
  FILE_CHECKS: own(
    trueOrFalse,
    false,
    'Whether the files that records name are looked at, each once a day and new ones at once: whether they are there, and what their hosts say of hash and size. One instance of a deployment does it.',
  ),
  FILE_CHECKS_PER_MINUTE: own(
    wholeNumber(1, 6_000),
    60,
    'How many calls the checks of files make in a minute at most.',
  ),
  DRAFTS_PER_MINUTE: own(
    wholeNumber(0, 10_000),
    20,
    'How many links each account may have looked at in a minute, to make records of them; 0: none. Each instance counts for itself.',
  ),
};
