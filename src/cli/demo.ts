import { flag, lazyCommand, type OptionValues, value } from './command.ts';

const options = {
  data: value('<directory>', 'fill an empty database with the model reference files of this directory'),
  emptyQueue: flag('load the sample models without queued changes'),
};

export type DemoOptions = OptionValues<typeof options>;

export const demoCommand = lazyCommand({
  name: 'demo',
  about: 'Run a demo of the service on this machine, with sample data and test accounts.',
  options,
  help: `
A PRIMARY with canonical format v2 on MODELREF_HOST (a loopback address) and MODELREF_PORT, with a database of its
own: sqlite:./data/demo.db, or the SQLite file that MODELREF_DATABASE_URL names for this run (not the one of a .env).
An empty database is filled with a few well-known public models and changes to review (without --data). A database
with other data than a demo's is refused.
Keys are checked by an identity service that the demo runs itself, no webhooks are sent, and requests are answered
only under a loopback name (Host). Other settings are as in the environment.`,
});
