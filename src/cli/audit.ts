import { command, commandGroup, optionalArgument, requiredArgument, value } from './command.ts';

const exportCommand = command({
  name: 'export',
  about: 'Write the audit trail as files: <domain>/<category>/audit-000001.jsonl and index.json.',
  arguments: [requiredArgument('dir', 'target directory; created if missing, must be empty')],
  help: `
One event per line, as compact ASCII JSON, with its own hash and that of the event before. After 5 MiB, a new file begins.

Example:
  modelref audit export trail-2026-11`,
  run: async (terminal, _, directory) => (await import('./audit-trail.ts')).exportTrail(terminal, directory),
});

const key = value('<key>', 'the public key, or a file with it; default: the key of this deployment');

const verifyCommand = command({
  name: 'verify',
  about: 'Verify the audit trail, replay it, and compare the result with the database.',
  arguments: [optionalArgument('dir', 'verify the trail exported to this directory instead of the database')],
  options: {
    checkpoint: value(
      '<file>',
      'a stored checkpoint: its event must be in the trail, with all events before it unaltered',
    ),
    key,
  },
  help: `
Checks that no event is missing, altered or out of place (ids, the chain of hashes, the columns by which events are found), and
that each is valid in the state before it. Then rebuilds the live records in both views (byte for byte), the queue with its
batches and counters, and the group entries from the events alone, and compares them with the database.

A database that was replaced as a whole can contain a valid trail. To detect this, compare it with a checkpoint that is stored
elsewhere (--checkpoint). Checkpoints signed by 0.3.0 or earlier are refused: check them with 0.3.0, against an export.

If a check fails: exit code 1, and the first bad event. The service may keep running.

Examples:
  modelref audit verify
  modelref audit verify trail-2026-11
  modelref audit verify --checkpoint checkpoint-2026-10 --key audit.pub`,
  run: async (terminal, options, directory) =>
    (await import('./audit-trail.ts')).verifyTrail(terminal, directory, options),
});

export const auditCommand = commandGroup(
  'audit',
  'Export the audit trail, or verify it against the database.',
  [exportCommand, verifyCommand],
  `
Every write appends an event in its own transaction, with the hash of the event before.

Examples:
  modelref audit export trail-2026-11
  modelref audit verify`,
);
