import { type ErrorCode, OutageError, RegistryError, ShownError } from '../../kernel/errors.ts';
import { ConversionError } from '../../records/categories/category.ts';

/** Why a change could not be applied, by the names that clients know, and what each means as an error. */
const errorCodes = {
  PendingChangeNotFoundError: 'not_found',
  PendingChangeStateError: 'bad_request',
  PendingChangePayloadError: 'bad_request',
  PendingChangeConflictError: 'conflict',
  PendingChangeBackendError: 'storage_unavailable',
} as const satisfies Record<string, ErrorCode>;

export type ApplyFailureType = keyof typeof errorCodes;

/** The change at which an apply call stopped. */
export interface ApplyFailure {
  readonly changeId: number;
  readonly type: ApplyFailureType;
  /** Its text may be shown to clients; for a backend failure the original error is its `cause`. */
  readonly error: ShownError;
}

/** A change that cannot be applied as it stands. */
export class ChangeRefused extends Error {
  readonly type: ApplyFailureType;

  constructor(type: ApplyFailureType, message: string) {
    super(message);
    this.name = 'ChangeRefused';
    this.type = type;
  }
}

/** Makes an `ApplyFailure` of whatever was thrown. */
export function applyFailure(changeId: number, thrown: unknown): ApplyFailure {
  const type = thrown instanceof ChangeRefused ? thrown.type : 'PendingChangeBackendError';
  const [text, extra] = [textOf(changeId, thrown), { cause: thrown }];
  const code = errorCodes[type];
  return {
    changeId,
    type,
    error:
      code === 'storage_unavailable'
        ? new OutageError(code, text, extra)
        : new RegistryError(code, text, extra),
  };
}

function textOf(changeId: number, thrown: unknown): string {
  if (thrown instanceof ChangeRefused) return thrown.message;
  if (thrown instanceof ConversionError || thrown instanceof ShownError) {
    return `Change ${changeId} cannot be applied: ${thrown.message}`;
  }
  return `Change ${changeId} cannot be applied.`;
}
