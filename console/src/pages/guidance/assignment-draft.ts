import type { ApiError, FieldProblem } from '#client';
import type { Assignment } from '../../api/guidance.ts';
import { type AssignmentChange, profileIdsOf } from '../../api/guidance-change-sets.ts';

/** The profiles to assign to models. */
export interface Choice {
  readonly primary: string;
  readonly supplemental: readonly string[];
}

/**
 * Returns the changes that assign the chosen profiles to models. If `choice` is null, the changes remove the
 * assignments of the models. Omits models that already have these profiles.
 * @param assignmentByModel the assignments as they were loaded, by model
 */
export function createAssignmentChanges(
  models: readonly string[],
  assignmentByModel: ReadonlyMap<string, Assignment>,
  choice: Choice | null,
): AssignmentChange[] {
  return models.flatMap((model_name): AssignmentChange[] => {
    const before = assignmentByModel.get(model_name) ?? null;
    const assignment = choice && {
      model_name,
      primary_profile_id: choice.primary,
      supplemental_profile_ids: [...choice.supplemental],
    };
    const isSame = JSON.stringify(profileIdsOf(before)) === JSON.stringify(profileIdsOf(assignment));
    return isSame ? [] : [{ model_name, assignment, expected_before: before }];
  });
}

/** The messages of a refusal, by the form control that shows them. */
export interface RefusalMessages {
  readonly title: string | undefined;
  readonly primary: string | undefined;
  readonly supplemental: string | undefined;
  readonly models: ReadonlyMap<string, string>;
  /** Whether the guidance of a model was changed after it was loaded. */
  readonly isStale: boolean;
  /** The messages without a form control. */
  readonly otherMessages: readonly string[];
}

type Refusal = Pick<ApiError, 'status' | 'message' | 'problems'>;

/** Assigns each message of a refusal to its form control. */
export function assignRefusalMessages(
  { status, message, problems }: Refusal,
  changes: readonly AssignmentChange[],
): RefusalMessages {
  const messages =
    problems.length > 0
      ? problems.map((each) => assignMessage(each, changes))
      : [assignUnplacedMessage(message, changes)];
  const messagesOf = (control: string) =>
    [...new Set(messages.filter((each) => each.control === control).map(({ text }) => text))].join('; ') ||
    undefined;
  return {
    title: messagesOf('title'),
    primary: messagesOf('primary'),
    supplemental: messagesOf('supplemental'),
    models: new Map(
      messages.flatMap(({ model, text }) => (model === undefined ? [] : [[model, text] as const])),
    ),
    isStale: status === 409,
    otherMessages: messages.filter(({ control }) => control === 'form').map(({ text }) => text),
  };
}

interface ControlMessage {
  readonly control: 'title' | 'primary' | 'supplemental' | 'model' | 'form';
  readonly model?: string | undefined;
  readonly text: string;
}

function assignMessage(
  { loc, msg: text }: FieldProblem,
  changes: readonly AssignmentChange[],
): ControlMessage {
  const [, part, index] = loc;
  if (part === 'title') return { control: 'title', text };
  if (loc.includes('primary_profile_id')) return { control: 'primary', text };
  if (loc.includes('supplemental_profile_ids')) return { control: 'supplemental', text };
  const model = typeof index === 'number' ? changes[index]?.model_name : undefined;
  return model === undefined ? { control: 'form', text } : { control: 'model', model, text };
}

function assignUnplacedMessage(text: string, changes: readonly AssignmentChange[]): ControlMessage {
  if (text.startsWith('The primary profile ')) return { control: 'primary', text };
  if (text.startsWith('The supplemental profile ')) return { control: 'supplemental', text };
  const namedChanges = changes.filter(
    ({ model_name: name }) =>
      text.startsWith(`Unknown canonical text model: ${name} (`) ||
      text.startsWith(`The assignment of '${name}' `),
  );
  const model = namedChanges[0]?.model_name;
  return model === undefined ? { control: 'form', text } : { control: 'model', model, text };
}
