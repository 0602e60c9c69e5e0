/**
 * The accounts of a demo. Their keys are public, so they work only at a service that listens on this machine
 * alone.
 */
export const demoAccounts = [
  { key: 'demo-requestor', username: 'Rita#101', id: '101', may: 'propose changes' },
  { key: 'demo-approver', username: 'Ada#102', id: '102', may: 'propose, review and apply changes' },
  { key: 'demo-user', username: 'Noel#103', id: '103', may: 'read, like everybody' },
] as const;
