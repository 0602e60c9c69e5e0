import { httpUrlOrNone, text, trueOrFalse, wholeNumber } from '../kinds.ts';
import { inherited, own } from '../row.ts';
import { timeOut } from './durations.ts';

const repositoryPart = text('letters, digits, dots, dashes and underscores', /^[\w.-]+$/);
const branchName = text('the name of a branch', /^[\w./-]+$/);

/** What a REPLICA follows. */
export const replicaSettings = {
  PRIMARY_API_URL: inherited(
    httpUrlOrNone,
    'https://models.aihorde.net/api',
    'The PRIMARY that a REPLICA follows; `none` for none.',
  ),
  PRIMARY_API_TIMEOUT: inherited(timeOut, 10, 'Time-out of a request to it, in seconds.'),
  REPLICA_MAX_AGE_SECONDS: own(
    wholeNumber(0, 31_536_000),
    0,
    'How old the copy of a REPLICA may be before its `/readyz` answers 503, in seconds. 0: of any age; it serves what it has.',
  ),
  ENABLE_GITHUB_FALLBACK: inherited(
    trueOrFalse,
    true,
    'Whether a REPLICA without its PRIMARY may read the legacy repositories.',
  ),
  IMAGE_GITHUB_REPO__OWNER: inherited(
    repositoryPart,
    'Haidra-Org',
    'The legacy repository of the image categories: its owner …',
  ),
  IMAGE_GITHUB_REPO__NAME: inherited(repositoryPart, 'AI-Horde-image-model-reference', '… its name …'),
  IMAGE_GITHUB_REPO__BRANCH: inherited(branchName, 'main', '… and its branch.'),
  TEXT_GITHUB_REPO__OWNER: inherited(
    repositoryPart,
    'Haidra-Org',
    'The legacy repository of the text models: its owner …',
  ),
  TEXT_GITHUB_REPO__NAME: inherited(repositoryPart, 'AI-Horde-text-model-reference', '… its name …'),
  TEXT_GITHUB_REPO__BRANCH: inherited(branchName, 'main', '… and its branch.'),
};
