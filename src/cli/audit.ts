import { command, commandGroup, optionalArgument, requiredArgument, value } from './command.ts';

const exportCommand = command({
  name: 'export',
  about: 'Write the audit trail as files: <domain>/<category>/audit-000001.jsonl and index.json.',
  arguments: [requiredArgument('dir', 'target directory; created if missing, must be empty')],
  help: `
One event a line, in compact ASCII JSON, with its own hash and that of the event before. A file that has reached 5 MiB is
followed by the next.

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
Checks that no event is missing, altered or out of place (ids, the chain of hashes, the columns by which events are found) and
that each is one that the state before it can have come to. Then rebuilds from the events alone the live records in both views,
byte for byte, the queue with its batches and counters, and what is said about groups, and compares.

Whoever replaces the whole database can make a trail that is in order by itself. A checkpoint that was kept elsewhere finds that, with
--checkpoint. One that 0.3.0 or an earlier release signed is refused: 0.3.0 checks it, against what modelref audit export writes.

Exit code 1, and the first bad event, when something is not as it should be. The service may run meanwhile.

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
