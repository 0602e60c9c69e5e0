import { decimalNumber, trueOrFalse, wholeNumber } from '../kinds.ts';
import { hostNames } from '../network-kinds.ts';
import { inherited } from '../row.ts';
import { seconds } from './durations.ts';

const percentage = decimalNumber(0, 100);

/** Statistics, and when a model counts as little used. */
export const insightSettings = {
  STATISTICS_CACHE_TTL: inherited(
    seconds,
    300,
    'How long computed statistics are used, in seconds. A change of the category ends it earlier.',
  ),
  DELETION_RISK_CACHE_TTL: inherited(
    seconds,
    300,
    'How long a computed deletion-risk analysis is used, in seconds.',
  ),
  PREFERRED_FILE_HOSTS: inherited(
    hostNames,
    ['huggingface.co'],
    'File hosts that raise no flag in the deletion-risk analysis.',
  ),
  LOW_USAGE_THRESHOLD_PERCENTAGE: inherited(
    percentage,
    0.0065,
    "Share of its category's usage, in percent, below which an image model counts as little used.",
  ),
  TEXT_GEN_LOW_USAGE_THRESHOLD_PERCENTAGE: inherited(percentage, 0.02, 'The same for text models.'),
  TEXT_GEN_IGNORE_DOWNLOAD_HOSTS: inherited(
    trueOrFalse,
    true,
    'Whether text models are spared the flags about download hosts.',
  ),
  TEXT_GEN_CRITICAL_USAGE_THRESHOLD: inherited(
    wholeNumber(0, 1_000_000_000),
    10,
    'Monthly uses up to which a text model with few workers is critical.',
  ),
  TEXT_GEN_CRITICAL_WORKER_THRESHOLD: inherited(
    wholeNumber(0, 1_000_000),
    1,
    'Number of workers up to which such a text model is critical.',
  ),
};
