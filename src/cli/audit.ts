import { command, commandGroup, flag, needed, optional, value, wholeNumberFrom } from './command.ts';
import { UsageError } from './terminal.ts';

const exportCommand = command({
  name: 'export',
  about: 'Write the audit trail as files: <domain>/<category>/audit-000001.jsonl and index.json.',
  arguments: [needed('dir', 'where to write; made when missing, and empty otherwise')],
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
  about: 'Check the audit trail, replay it, and compare the result with what the database holds.',
  arguments: [
    optional('dir', 'check the trail that was exported into this directory, instead of that in the database'),
  ],
  options: {
    database: flag('with a directory: compare the replayed trail with what the database holds'),
    extends: value(
      '<file>',
      'a checkpoint kept elsewhere: the trail has to begin with the events that it signs',
    ),
    proof: value('<file>', 'check a proof that `audit prove` has written; needs no database'),
    key,
  },
  help: `
Checks that no event is missing, altered or out of place (ids, the chain of hashes, the columns by which events are found) and
that each is one that the state before it can have come to. Then rebuilds from the events alone the live records in both views,
byte for byte, the queue with its batches and counters, and what is said about groups, and compares.

The database keeps the checkpoints that the service has signed, and the trail has to be what they were signed over. Whoever replaces the
whole database replaces them too: that is found by a checkpoint that was kept elsewhere, with --extends.

Exit code 1, and the first bad event, when something is not as it should be. The service may run meanwhile.

Examples:
  modelref audit verify
  modelref audit verify trail-2026-11 --database
  modelref audit verify --extends checkpoint-2026-10 --key audit.pub`,
  run: async (terminal, options, directory) =>
    (await import('./audit-trail.ts')).verifyTrail(terminal, directory, options),
});

const proveCommand = command({
  name: 'prove',
  about: 'Write a proof about the trail, which anybody can check without the database.',
  arguments: [
    optional(
      'event',
      'id of the event: prove that it is in the trail',
      wholeNumberFrom(1, 'The id of an event is a whole number from 1.'),
    ),
  ],
  options: {
    extends: value('<file>', 'prove that since the checkpoint in this file the trail only grew'),
    key,
  },
  help: `
The proof goes to standard output. It leads to the newest checkpoint, which is in it: of an event as C2SP tlog-proof, of growth as
what a C2SP tlog-witness takes at add-checkpoint.

Examples:
  modelref audit prove 412 > event-412.tlog-proof
  modelref audit prove --extends checkpoint-2026-10 > growth
  modelref audit verify --proof event-412.tlog-proof --key audit.pub`,
  async run(terminal, { extends: earlier, key }, event) {
    if ((event === undefined) === (earlier === undefined)) {
      throw new UsageError('Give the id of an event, or --extends and a checkpoint.');
    }
    const { printProofOfEvent, printProofOfGrowth } = await import('./audit-trail.ts');
    if (event !== undefined) await printProofOfEvent(terminal, event);
    else await printProofOfGrowth(terminal, earlier as string, key);
  },
});

export const auditCommand = commandGroup(
  'audit',
  'Export the audit trail, verify it against the database, or prove what is in it.',
  [exportCommand, verifyCommand, proveCommand],
  `
Every write appends an event in its own transaction, with the hash of the event before.

Examples:
  modelref audit export trail-2026-11
  modelref audit verify
  modelref audit prove 412 > event-412.tlog-proof`,
);
