import { type ErrorCode, OutageError, RegistryError, ShownError } from '../../kernel/errors.ts';
import { ConversionError } from '../../records/categories/category.ts';

/** The error code for each reason why an apply fails. API responses contain the reasons. */
const errorCodes = {
  PendingChangeNotFoundError: 'not_found',
  PendingChangeStateError: 'bad_request',
  PendingChangePayloadError: 'bad_request',
  PendingChangeConflictError: 'conflict',
  PendingChangeBackendError: 'storage_unavailable',
} as const satisfies Record<string, ErrorCode>;

type ApplyFailureType = keyof typeof errorCodes;
export const applyFailureTypes = Object.keys(errorCodes) as [ApplyFailureType, ...ApplyFailureType[]];

/** The change at which an apply call stopped. */
export interface ApplyFailure {
  readonly changeId: number;
  readonly type: ApplyFailureType;
  /**
   * The error, with a message that clients may see. When the database failed, `cause` is the original error.
   */
  readonly error: ShownError;
}

/** Thrown when one change cannot be applied. `type` is the reason in API responses. */
export class ChangeRefused extends Error {
  readonly type: ApplyFailureType;

  constructor(type: ApplyFailureType, message: string) {
    super(message);
    this.name = 'ChangeRefused';
    this.type = type;
  }
}

export function createApplyFailure(changeId: number, error: unknown): ApplyFailure {
  const type = error instanceof ChangeRefused ? error.type : 'PendingChangeBackendError';
  const [text, errorFields] = [describeFailure(changeId, error), { cause: error }];
  const code = errorCodes[type];
  return {
    changeId,
    type,
    error:
      code === 'storage_unavailable'
        ? new OutageError(code, text, errorFields)
        : new RegistryError(code, text, errorFields),
  };
}

function describeFailure(changeId: number, error: unknown): string {
  if (error instanceof ChangeRefused) return error.message;
  if (error instanceof ConversionError || error instanceof ShownError) {
    return `Change ${changeId} cannot be applied: ${error.message}`;
  }
  return `Change ${changeId} cannot be applied.`;
}
