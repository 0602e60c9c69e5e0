/**
 * A registry that an older version has filled, served by both versions at once, then by today's alone, and by the
 * older one again from the backup that was made before.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  answersOf,
  type RecordedAnswer,
  type RecordedAnswers,
} from '../../../scripts/release-fixture/answers.ts';
import { checkpointOf } from '../../../scripts/release-fixture/checkpoint.ts';
import { fillLegacy, fillV2 } from '../../../scripts/release-fixture/fill.ts';
import { type Release, releaseIn } from '../../../scripts/release-fixture/release.ts';
import { keys } from '../../support/identity-server.ts';
import { leastBody, leastLegacyBody } from '../../support/least-bodies.ts';
import { servedOtherwise } from '../../support/served-as-before.ts';

export interface UpgradeOptions {
  /** The tree of the older version, installed. */
  readonly tree: string;
  readonly format: 'v2' | 'legacy';
  /** The folder of all files, the database included. */
  readonly directory: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  /** Makes a copy of the database as an operator would, with the older version; gives its URL. */
  readonly backUp: (older: Release) => Promise<string>;
}

/** Gives what was wrong; empty when nothing was. */
export async function upgradeAndBack(options: UpgradeOptions): Promise<string[]> {
  const { tree, format, directory, settings, databaseUrl } = options;
  const release = (root: string, url = databaseUrl) =>
    releaseIn(root, directory, {
      MODELREF_CANONICAL_FORMAT: format,
      MODELREF_DATABASE_URL: url,
      ...settings,
    });
  const [older, newer] = [release(tree), release(process.cwd())];
  const problems: string[] = [];
  const differences = async (when: string, url: string, answers: RecordedAnswers) => {
    const found = await servedOtherwise(older.version, answers, asks(url));
    problems.push(...found.map((one) => `${when}: ${one}`));
  };

  await older.command('import', 'test/fixtures/legacy');
  const before = await older.serving(async (url) => {
    const listed = await fetch(`${url}/api/model_references/v2/model_categories`);
    const categories = (await listed.json()) as string[];
    await (format === 'v2' ? fillV2(url, categories) : fillLegacy(url));
    return answersOf(url, categories);
  });
  const backup = await options.backUp(older);

  const extending = await older.serving(async (olderUrl) => {
    const kept = await keptCheckpoint(olderUrl, directory);
    await newer.serving(async (newerUrl) => {
      await differences('newer one, beside the older one', newerUrl, before);
      await differences('older one, once the newer one has migrated', olderUrl, withoutOpenBatch(before));
      problems.push(...(await writeInTurn(format, [olderUrl, newerUrl])));
    });
    return kept;
  });
  await newer.command('audit', 'verify', ...extending).catch((error: Error) => problems.push(error.message));

  const refused = await older.command('audit', 'verify').then(
    () => 'it began',
    (error: Error) => error.message,
  );
  if (!/newer|later/.test(refused)) problems.push(`older one on a migrated database: ${refused}`);

  const restored = release(tree, backup);
  await restored.serving((url) => differences('older one, on the backup', url, before));
  await restored.command('audit', 'verify').catch((error: Error) => problems.push(error.message));
  return problems.map((problem) => `${format}: ${problem}`);
}

/** The answers without lists of the open batch, whose number older instances may not find any more. */
function withoutOpenBatch(answers: RecordedAnswers): RecordedAnswers {
  const kept = Object.entries(answers).filter(
    ([path]) => !/pending_queue\/(changes\?|audit\/batches$)/.test(path),
  );
  return Object.fromEntries(kept);
}

const asks =
  (url: string) =>
  async (path: string): Promise<RecordedAnswer> => {
    const answer = await fetch(url + path, { headers: { apikey: keys.approver } });
    const text = await answer.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    return { status: answer.status, body, etag: answer.headers.get('etag') };
  };

/** Writes a checkpoint and its key to files; gives the words for a command that checks it. */
async function keptCheckpoint(url: string, directory: string): Promise<string[]> {
  const kept = await checkpointOf(url);
  if (!kept) return [];
  const [checkpoint, key] = [join(directory, 'checkpoint'), join(directory, 'checkpoint.pub')];
  await writeFile(checkpoint, kept.checkpoint);
  await writeFile(key, kept.key);
  return ['--extends', checkpoint, '--key', key];
}

/**
 * Each step of a change at another instance than the step before; gives what was not as it should be. A decision
 * that the older instance refuses is made at the newer one: nothing of it may have been stored.
 */
async function writeInTurn(
  format: 'v2' | 'legacy',
  [older, newer]: readonly [string, string],
): Promise<string[]> {
  const [version, bodyOf] =
    format === 'v2' ? (['v2', leastBody] as const) : (['v1', leastLegacyBody] as const);
  const root = `/api/model_references/${version}`;
  const problems: string[] = [];
  const send = async (url: string, method: string, path: string, key: string, body?: unknown) => {
    const answer = await fetch(url + root + path, {
      method,
      headers: { apikey: key, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as { change_id: number; queued: { change_id: number }[]; batch_id: number };
  };
  const decide = (url: string, path: string, body: unknown) =>
    send(url, 'POST', path, keys.approver, body).catch((error: Error) => {
      if (url === newer) throw error;
      return send(newer, 'POST', path, keys.approver, body);
    });
  for (const [number, [one, other]] of [
    [older, newer],
    [newer, older],
    [older, newer],
    [newer, older],
  ].entries()) {
    const name = `in turn ${number}`;
    const record = { ...bodyOf('clip', name), description: `written by both, ${number}` };
    const proposed = await send(one as string, 'POST', '/clip', keys.requestor, record);
    const approval = { batch_title: name, approved_ids: [proposed.change_id] };
    await decide(other as string, '/pending_queue/batches', approval);
    await decide(one as string, `/pending_queue/changes/${proposed.change_id}/unapprove`, undefined);
    const { batch_id } = await decide(other as string, '/pending_queue/batches', approval);
    await decide(one as string, `/pending_queue/apply_batch/${batch_id}`, {});
    if (!(await bothServe([older, newer], 'clip', name))) problems.push(`'${name}' is not served by both`);
    // What takes it back is a change like any other.
    const way = `/pending_queue/audit/batches/${batch_id}/revert`;
    const { queued } = await send(other as string, 'POST', way, keys.approver, {});
    const reverting = queued.map(({ change_id }) => change_id);
    const back = { batch_title: `without ${name}`, approved_ids: reverting };
    await decide(one as string, '/pending_queue/batches', back);
    await decide(other as string, '/pending_queue/apply', { change_ids: reverting });
    if (!(await bothServe([older, newer], 'clip', name, false))) problems.push(`'${name}' is still served`);
  }
  return problems;
}

/** Whether they come to serve the same category, with or without a model: within ten seconds. */
async function bothServe(
  urls: readonly string[],
  category: string,
  name: string,
  there = true,
): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    let same = true;
    for (const version of ['v2', 'v1']) {
      const bodies = await Promise.all(
        urls.map(async (url) => (await fetch(`${url}/api/model_references/${version}/${category}`)).text()),
      );
      same &&= new Set(bodies).size === 1 && name in (JSON.parse(bodies[0] ?? '{}') as object) === there;
    }
    if (same) return true;
    await pause(100);
  }
  return false;
}
