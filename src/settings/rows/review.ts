import { oneOf, trueOrFalse, userIds, wholeNumber } from '../kinds.ts';
import { inherited, own } from '../row.ts';

/** Who may change what, and what it takes. */
export const reviewSettings = {
  PENDING_QUEUE__ENABLED: inherited(
    trueOrFalse,
    true,
    'Whether changes may be proposed. Without the queue every v2 write answers 503, and every v1 write is live at once and takes the key of an approver.',
  ),
  PENDING_QUEUE__REQUESTOR_IDS: inherited(
    userIds,
    [],
    'Accounts that may propose changes. With no requestor and no approver nobody may.',
  ),
  PENDING_QUEUE__APPROVER_IDS: inherited(
    userIds,
    [],
    'Accounts that may review and apply changes; they may propose as well.',
  ),
  PENDING_QUEUE__MAX_WAITING_CHANGES: own(
    wholeNumber(1, 1_000_000),
    2_000,
    'How many changes of one account may wait, pending or approved; more are answered 429. Approvers have no bound.',
  ),
  PENDING_QUEUE__MAX_WAITING_BYTES: own(
    wholeNumber(1024, Number.MAX_SAFE_INTEGER),
    64 * 1024 * 1024,
    'How many bytes of proposals of one account may wait; more are answered 429. Approvers have no bound.',
  ),
  REVIEW_POLICY: own(
    oneOf('any', 'four_eyes'),
    'any',
    '`four_eyes`: who proposed a change may not approve it.',
  ),
  APPLY_CONFLICTS: own(
    oneOf('upsert', 'reject'),
    'upsert',
    'What an apply does when the live record changed since the proposal: overwrite it, or fail with 409.',
  ),
  MUCH_USED_PER_MONTH: own(
    wholeNumber(1, 1_000_000_000),
    1_000,
    'From how many uses in the last month on a model counts as much used: changes of it are of more risk.',
  ),
  APPROVALS__LOW: own(wholeNumber(1, 10), 1, 'How many people have to approve a change of low risk.'),
  APPROVALS__LOOK: own(
    wholeNumber(1, 10),
    1,
    'The same for a change to look at. Where more than one is needed, the approval of who proposed it does not count.',
  ),
  APPROVALS__HIGH: own(wholeNumber(1, 10), 1, 'The same for a change of high risk.'),
  APPLY_WAIT_SECONDS: own(
    wholeNumber(0, 31_536_000),
    0,
    'How long after its approval a deletion, or a change of a much-used model, can be applied.',
  ),
  BULK_APPROVAL: own(
    oneOf('any', 'low'),
    'any',
    '`low`: only changes of low risk may be approved together, others one by one.',
  ),
};
