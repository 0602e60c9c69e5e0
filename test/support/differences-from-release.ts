import { partialDeepStrictEqual } from 'node:assert';
import type { RecordedAnswer, RecordedAnswers } from '../../scripts/release-fixture/answers.ts';

/** Members of answers that tell of the process that answers, and not of its data. They are not compared. */
const ofTheProcess = ['backend_type', 'generated_at'];

/**
 * Members that are not compared in lists of changes, by path. They differ from older releases: since 0.2.0, a
 * proposal whose record names no file has a finding, which also changes its risk.
 */
const findings = {
  '/api/model_references/v1/pending_queue/changes?limit=500': ['findings', 'risk', 'risk_reasons'],
  '/api/model_references/v2/pending_queue/changes?limit=500': ['findings', 'risk', 'risk_reasons'],
};

/** The texts of risks were worded again after 0.3.0; their levels are compared. */
const riskTexts = {
  '/api/model_references/v1/pending_queue/changes?limit=500': ['message'],
  '/api/model_references/v2/pending_queue/changes?limit=500': ['message'],
};

/** Members that are not compared because they differ on purpose: by older release, then by path. */
const intendedDifferences: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '0.1.0': {
    // v1 shows a text model's own version and rating. It used to show the defaults, whatever v2 said.
    '/api/model_references/v1/text_generation': ['version', 'nsfw'],
    ...findings,
  },
  'before-0.2.0': findings,
  '0.2.0': riskTexts,
  // A request says which changes are proposed for it and wait.
  '0.3.0': { '/api/model_references/v2/requests': ['change_ids'], ...riskTexts },
};

/**
 * Compares the service's answers with those recorded from an older release; returns a line for each
 * difference. In answers about models, any difference counts. Elsewhere, members that were added since do
 * not.
 *
 * @param ask requests a path as the approver
 */
export async function differencesFromRelease(
  release: string,
  before: RecordedAnswers,
  ask: (path: string) => Promise<RecordedAnswer>,
): Promise<string[]> {
  const differences: string[] = [];
  for (const [path, was] of Object.entries(before)) {
    const notCompared = [...ofTheProcess, ...(intendedDifferences[release]?.[path] ?? [])];
    const difference = differenceBetween(
      path,
      without(was, notCompared),
      without(await ask(path), notCompared),
    );
    if (difference !== null) differences.push(`${path}: ${difference}`);
  }
  return differences;
}

function differenceBetween(path: string, was: RecordedAnswer, is: RecordedAnswer): string | null {
  if (is.status !== was.status) return `${is.status} instead of ${was.status}`;
  const models = /\/v[12]\/\w+(\/model\/[^/]+)?$/.test(path);
  const sameText = JSON.stringify(is.body) === JSON.stringify(was.body);
  // ETags of whole categories are computed in another way since 0.1.0.
  const kept = path.includes('/model/') && was.etag;
  if (models && sameText) return kept && is.etag !== kept ? `ETag ${is.etag}, was ${kept}` : null;
  try {
    partialDeepStrictEqual(is.body, was.body);
    return models ? 'it says more of a model, or in another order' : null;
  } catch (error) {
    return (error as Error).message;
  }
}

function without(answer: RecordedAnswer, keys: readonly string[]): RecordedAnswer {
  return JSON.parse(
    JSON.stringify(answer, (key, value) => (keys.includes(key) ? undefined : value)),
  ) as RecordedAnswer;
}
