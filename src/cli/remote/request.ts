import type { ModelRequest, RequestDecision } from '#client';
import { requestDecisions, requestSorts, requestStates } from '../../records/enums.ts';
import {
  choice,
  chosen,
  command,
  commandGroup,
  flag,
  needed,
  optional,
  value,
  wholeNumber,
} from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { firstOf, printJson, printTable } from './output.ts';
import { openServer, serverOptions } from './registry.ts';

const number = needed('request', 'the number of the request', wholeNumber);

const columns = [
  { title: 'request', of: ({ request_id }: ModelRequest) => request_id, right: true },
  { title: 'wanted', of: ({ wanted }: ModelRequest) => wanted, right: true },
  { title: 'state', of: ({ state }: ModelRequest) => state },
  { title: 'category', of: ({ category }: ModelRequest) => category },
  { title: 'name', of: ({ name }: ModelRequest) => name },
];

const list = command({
  name: 'list',
  about: 'List what people miss, the most wanted first.',
  options: {
    ...serverOptions,
    sort: choice('<order>', requestSorts, 'the order'),
    category: value('<category>', 'only of this category'),
    state: choice('<state>', requestStates, 'only in this state'),
    limit: value('<n>', 'the most requests; 50 unless given', wholeNumber),
  },
  help: '\nWith --json: an array of the requests.',
  async run(terminal, { sort, category, state, limit = 50, ...options }) {
    const all = openServer(terminal, options).requests.all({ sort, category, state: state && [state] });
    const found = await firstOf(terminal, limit, all);
    if (options.json) printJson(terminal, found);
    else printTable(terminal, columns, found);
  },
});

const ask = command({
  name: 'ask',
  about: 'Ask for a model, by its name, a link, or both.',
  arguments: [optional('name', 'the name of the model; default: as the link says')],
  options: {
    ...serverOptions,
    category: value('<category>', 'its category; default: as the link says'),
    link: value('<link>', 'a page or file of it'),
    why: value('<text>', 'why you want it'),
    anyway: flag('ask although the model is there, or was declined before'),
  },
  help: "\nWith --json: the request.\n\nExample:\n  modelref request ask --link https://civitai.com/models/140737 --why 'For portraits'",
  async run(terminal, { category, link, why, anyway, ...options }, name) {
    const { requests } = openServer(terminal, options);
    say(terminal, options, await requests.ask({ name, category, link, why, ...(anyway && { anyway }) }));
  },
});

const second = command({
  name: 'second',
  about: 'Say that you want a requested model, too. Saying it twice changes nothing.',
  arguments: [number, optional('why', 'why you want it')],
  options: serverOptions,
  async run(terminal, options, id, why) {
    say(terminal, options, await openServer(terminal, options).requests.second(id, why));
  },
});

const takeBack = command({
  name: 'take-back',
  about: 'Say that you no longer want it. A request that nobody wants is withdrawn.',
  arguments: [number],
  options: serverOptions,
  async run(terminal, options, id) {
    say(terminal, options, await openServer(terminal, options).requests.unsecond(id));
  },
});

const comment = command({
  name: 'comment',
  about: 'Comment on a request.',
  arguments: [number, needed('text', 'what to say')],
  options: serverOptions,
  async run(terminal, options, id, text) {
    say(terminal, options, await openServer(terminal, options).requests.comment(id, text));
  },
});

const decisions = requestDecisions.map((decision) => decision.replace('_', '-'));

const decide = command({
  name: 'decide',
  about: 'Decide about a request, as an approver.',
  arguments: [number, chosen('decision', decisions, 'what becomes of it')],
  options: {
    ...serverOptions,
    reason: value('<text>', 'why; needed to decline and to hide'),
    of: value('<request>', 'with duplicate: the request that people are moved to', wholeNumber),
    model: value('<name>', 'with fulfil: the model'),
    comment: value(
      '<event>',
      'with hide-comment and unhide-comment: the event_id of the comment',
      wholeNumber,
    ),
    user: value(
      '<id>',
      'of hide-comment, instead of a comment: the account whose reason to want it is hidden',
    ),
  },
  async run(terminal, { reason, of, model, comment, user, ...options }, id, chosenDecision) {
    const decision = chosenDecision.replace('-', '_') as RequestDecision['decision'];
    const said = { decision, reason, duplicate_of: of, model_name: model, comment, user_id: user };
    say(terminal, options, await openServer(terminal, options).requests.decide(id, said));
  },
});

const propose = command({
  name: 'propose',
  about: 'Say which change is proposed for a request: its apply fulfils it.',
  arguments: [number, needed('change', 'the number of the change', wholeNumber)],
  options: serverOptions,
  async run(terminal, options, id, change) {
    say(terminal, options, await openServer(terminal, options).requests.propose(id, change));
  },
});

export const requestCommand = commandGroup(
  'request',
  'Ask for models that are missing, and decide about what is asked for.',
  [list, ask, second, takeBack, comment, propose, decide],
);

function say(
  terminal: Terminal,
  { json }: { readonly json?: boolean | undefined },
  request: ModelRequest,
): void {
  if (json) {
    printJson(terminal, request);
    return;
  }
  const { request_id, name, category, state, wanted } = request;
  terminal.print(`Request ${request_id}, ${name} (${category}): ${state}, wanted by ${wanted}.`);
}
