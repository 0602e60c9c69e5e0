import { listOf, NotAllowed, trueOrFalse } from '../kinds.ts';
import { defineRows } from '../row.ts';

/**
 * Ids of accounts of the identity service. The anonymous account everybody may use is refused: it would open
 * writes to all.
 */
const userIds = listOf('ids of accounts (digits, not 0)', (id) => {
  if (/^0+$/.test(id)) {
    throw new NotAllowed(
      '0 is the anonymous account, whose key is public: it would open this role to everybody',
    );
  }
  if (!/^[1-9]\d*$/.test(id))
    throw new NotAllowed(`'${id}' is not an id: give the digits after the # of a username`);
});

/** Who may change what. */
export const writersRows = defineRows({
  queueEnabled: {
    name: 'PENDING_QUEUE__ENABLED',
    inherited: true,
    kind: trueOrFalse,
    default: true,
    doc: 'Whether changes may be proposed. Without the queue every v2 write answers 503, and every v1 write is live at once and takes the key of an approver.',
  },
  requestorIds: {
    name: 'PENDING_QUEUE__REQUESTOR_IDS',
    inherited: true,
    kind: userIds,
    default: [],
    doc: 'Accounts that may propose changes. With no requestor and no approver nobody may.',
  },
  approverIds: {
    name: 'PENDING_QUEUE__APPROVER_IDS',
    inherited: true,
    kind: userIds,
    default: [],
    doc: 'Accounts that may review and apply changes; they may propose as well.',
  },
});

/** Whether it is recorded. */
export const trailRows = defineRows({
  auditEnabled: {
    name: 'AUDIT__ENABLED',
    inherited: true,
    kind: trueOrFalse,
    default: true,
    doc: 'Whether writes are recorded in the audit trail, and whether its views answer.',
  },
});
