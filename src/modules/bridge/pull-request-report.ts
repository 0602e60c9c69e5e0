import type { FileText } from '../../outside/content-repository.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { LegacyRecord } from '../../records/categories/category.ts';
import { filesOfRecord, type RecordFile } from '../../records/files/record-file.ts';
import { viewsOf } from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import type { FileEvidence } from '../files/index.ts';
import type { Queue } from '../queue/index.ts';
import { identifyProblem } from './bridge-state.ts';
import {
  type BridgedRepository,
  type BridgeProblem,
  companionFiles,
  createProblem,
} from './bridged-repository.ts';
import {
  type ComparedFile,
  type ComparedModel,
  compareRecords,
  type RepositoryFile,
  type RepositoryFiles,
  readRepositoryFiles,
} from './compare-records.ts';
import { formatCode } from './escape-markdown.ts';
import { fileStateAfterImport } from './file-states.ts';
import { detectHeldFile, type HeldFile } from './held-files.ts';
import { findGeneratedProblems } from './outgoing-changes.ts';
import { compareSides, isSameRecord, toV2Record } from './record-versions.ts';

/**
 * Sources of the findings and evidence that a report shows for a model's record. Reviewers would see the same
 * findings and evidence if the record were proposed in the registry.
 */
export interface Advice {
  readonly findings: Queue['findings'];
  readonly evidence: (files: readonly RecordFile[]) => readonly FileEvidence[];
}

export interface PullRequestReport {
  /** The text of the comment, in Markdown. */
  readonly text: string;
  readonly state: 'success' | 'failure';
  /** The text of the commit status, in one line. */
  readonly line: string;
}

/**
 * The texts of a commit's files, by file name. Null: the commit does not have the file. A symbol: the file
 * has no readable text; the symbol gives the reason.
 */
type Texts = ReadonlyMap<string, FileText>;

/**
 * Creates the report on a pull request. It covers the models that differ from the commit where the pull
 * request branched off, and the changes that conflict with changes in the registry.
 */
export async function createReport(
  reader: Tx,
  { name }: Pick<BridgedRepository, 'name'>,
  definitions: Parameters<typeof readRepositoryFiles>[0],
  { before, after }: { readonly before: Texts; readonly after: Texts },
  context: ReportContext,
): Promise<PullRequestReport> {
  const { advice, baselines } = context;
  const [baseFiles, pullFiles] = [before, after].map((texts) =>
    readRepositoryFiles(definitions, texts, baselines),
  ) as [RepositoryFiles, RepositoryFiles];
  const files = await compareRecords(reader, name, pullFiles);
  const changes = files.flatMap((file) => findPullChanges(file, baseFiles.files, context));
  const problems = [...findNewProblems(baseFiles, pullFiles, after), ...findRemovedFiles(baseFiles, after)];
  const heldFiles = pullFiles.files.flatMap((file) => detectHold(baseFiles, file) ?? []);
  const collisions = changes.filter(({ collides }) => collides).length;
  const findings = changes.reduce((sum, change) => sum + change.findings.length, 0);
  const summaryParts = [
    `${changes.length} models changed`,
    `${problems.length} problems`,
    `${collisions} collisions`,
    ...(advice ? [`${findings} findings`] : []),
    ...(heldFiles.length > 0 ? [`${heldFiles.length} files that would be held for an approver`] : []),
  ];
  return {
    text: formatComment(changes, problems, heldFiles),
    state: problems.length + heldFiles.length > 0 ? 'failure' : 'success',
    line: summaryParts.join(', '),
  };
}

interface ReportContext {
  /** If null, the report has no findings and no evidence. */
  readonly advice: Advice | null;
  readonly baselines: KnownBaselines;
}

interface PullChange {
  readonly line: string;
  readonly collides: boolean;
  readonly findings: readonly string[];
}

function findPullChanges(
  { definition, models }: ComparedFile,
  previousFiles: RepositoryFiles['files'],
  context: ReportContext,
) {
  const earlierFile = previousFiles.find((file) => file.definition === definition);
  return models.flatMap((model): PullChange[] => {
    const before = earlierFile?.file.records.get(model.name) ?? null;
    const { theirs, ours, name } = model;
    if (isSameRecord(before, theirs)) return [];
    const verdict = compareSides({ base: before, theirs, ours });
    const verb = before === null ? 'adds' : theirs === null ? 'removes' : 'changes';
    const collides = verdict.kind === 'conflict';
    const fields = collides ? verdict.conflicts.map(({ path }) => path || 'the whole record').join(', ') : '';
    const collisionNote = collides ? ` — **collides with the registry** in ${formatCode(fields)}` : '';
    return [
      {
        line: `${verb} ${formatCode(name)} (${definition.name})${collisionNote}`,
        collides,
        findings: formatFindings(context, definition, model, verdict.merged as LegacyRecord | null),
      },
    ];
  });
}

/** Maximum number of findings and pieces of evidence that a report lists for one model. */
const maxFindings = 10;

function formatFindings(
  { advice, baselines }: ReportContext,
  definition: ComparedFile['definition'],
  model: ComparedModel,
  mergedRecord: LegacyRecord | null,
): string[] {
  if (advice === null) return [];
  const { findings, evidence } = advice;
  const { name, row } = model;
  const category = definition.name;
  const record = mergedRecord && toV2Record(definition, model, mergedRecord, baselines);
  const liveRecord = row ? viewsOf(row).v2 : null;
  const changeFindings = findings.of({
    category,
    name,
    record,
    live: liveRecord,
    deletes: record === null,
    sameProposals: [],
  });
  const fileEvidence = record ? evidence(filesOfRecord(category, name, record)) : [];
  const lines = [
    ...changeFindings.map(({ severity, message }) => `**${severity}**: ${formatCode(message)}`),
    // Findings already cover faulty files, so only verified files are listed.
    ...fileEvidence
      .filter(({ verdict }) => verdict === 'verified')
      .map(({ file_name, url, detail }) => `verified: ${formatCode(`${file_name ?? url}: ${detail}`)}`),
  ];
  return lines.length > maxFindings
    ? [...lines.slice(0, maxFindings), `… and ${lines.length - maxFindings} more`]
    : lines;
}

/**
 * Returns the problems that the pull request introduces, and a problem if `db.json` differs from the output
 * of its generator for `models.csv`.
 *
 * @param baseFiles the files at the commit where the pull request branched off
 * @param pullTexts the texts of the pull request's files
 */
function findNewProblems(
  baseFiles: RepositoryFiles,
  pullFiles: RepositoryFiles,
  pullTexts: Texts,
): BridgeProblem[] {
  const earlierProblems = new Set(baseFiles.problems.map(identifyProblem));
  const fileProblems = pullFiles.problems.filter((problem) => !earlierProblems.has(identifyProblem(problem)));
  // Excludes errors of the generator itself.
  const staleProblems = findGeneratedProblems(pullTexts).filter(
    ({ file }) => file === companionFiles.generated,
  );
  return [...fileProblems, ...staleProblems];
}

function findRemovedFiles({ files }: RepositoryFiles, pullTexts: Texts): BridgeProblem[] {
  const removedFiles = files.filter(
    ({ definition }) => (pullTexts.get(definition.legacy.fileName) ?? null) === null,
  );
  const reason = 'is removed: its models stay as they are in the registry';
  return removedFiles.map(({ definition }) => createProblem(definition.legacy.fileName, reason));
}

/**
 * Returns the file with the reasons to hold it, if the bridge would hold it after a merge. Returns null if
 * the bridge would import the file, or if the file is new.
 */
function detectHold(previousFiles: RepositoryFiles, file: RepositoryFile): HeldFile | null {
  const earlierFile = previousFiles.files.find(({ definition }) => definition === file.definition);
  if (!earlierFile) return null;
  return detectHeldFile(file, fileStateAfterImport(earlierFile));
}

/** Maximum number of models, and of problems, listed in a comment. */
const maxLines = 200;

function formatComment(
  changes: readonly PullChange[],
  problems: readonly BridgeProblem[],
  heldFiles: readonly HeldFile[],
): string {
  const lines = changes
    .slice(0, maxLines)
    .flatMap(({ line, findings }) => [`- ${line}`, ...findings.map((finding) => `  - ${finding}`)]);
  if (changes.length > maxLines) lines.push(`- … and ${changes.length - maxLines} more`);
  return [
    '### Effect on the registry',
    ...(heldFiles.length > 0 ? [heldFiles.map(formatHeldFile).join('\n')] : []),
    lines.length > 0 ? lines.join('\n') : 'It changes no model.',
    ...(problems.length > 0
      ? ['### Problems', problems.slice(0, maxLines).map(formatProblem).join('\n')]
      : []),
  ].join('\n\n');
}

function formatProblem({ file, line, name, reason }: BridgeProblem): string {
  const place = line === null ? file : `${file}:${line}`;
  return `- ${place}${name ? `, ${formatCode(name)}` : ''}: ${formatCode(reason)}`;
}

function formatHeldFile({ file, reasons }: HeldFile): string {
  return `**${file}**: ${reasons.map(formatCode).join('; ')}. The registry would hold the file until an approver accepts the commit.`;
}
