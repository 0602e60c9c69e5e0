import { DamagedError, OutageError, RegistryError, ShownError } from '../kernel/errors.ts';

const damageCode = /^SQLITE_(CORRUPT|NOTADB)|^XX00[12]$/;

/**
 * Reasons why the database is unavailable, each with a pattern of the driver's error codes. The first pattern
 * that matches determines the reason.
 */
const outageReasons: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^SQLITE_FULL$|^53100$/, 'the disk is full'],
  [/^SQLITE_READONLY|^25006$/, 'the database is read-only'],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)|^55P03$/, 'another process held its lock for too long'],
  [/^SQLITE_CANTOPEN|^SQLITE_(PERM|AUTH)/, 'its file cannot be opened'],
  [/^SQLITE_IOERR|^58/, 'reading or writing its files failed'],
  [damageCode, 'its files are damaged or not a database'],
  [/^SQLITE_NOMEM|^53/, 'it has run out of memory, connections or another resource'],
  [/^(40001|40P01)$/, 'too many writers were in conflict'],
  [/^57014$/, 'the operation took too long'],
  [
    /^(08|57P0)|^(ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EHOST|ENETUNREACH|EAI_)/,
    'the connection was lost or refused',
  ],
  [/^(28|3D000)/, 'it refused the connection'],
];

/** Matches messages of `pg` about a lost or refused connection. Such errors have no code. */
const connectionMessage =
  /connection terminated|timeout expired|timeout exceeded when trying to connect|connection error|query read timeout|client was closed/i;

/**
 * Converts an error of the database driver to an error that may be shown to the caller, with the driver's
 * error as its cause. Returns any other error unchanged.
 */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ShownError) return error;
  const reason = reasonOf(error);
  if (reason !== null) {
    const ErrorClass = damageCode.test(errorCode(error)) ? DamagedError : OutageError;
    return new ErrorClass('storage_unavailable', `The database cannot be used: ${reason}.`, { cause: error });
  }
  if (errorCode(error) === '22021') {
    return new RegistryError('bad_request', 'Text with a NUL character cannot be stored.', { cause: error });
  }
  return error;
}

/**
 * Creates the error that tells the operator why a database cannot be opened. Returns a ShownError unchanged.
 */
export function createOpenError(database: string, error: unknown): ShownError {
  if (error instanceof ShownError) return error;
  const reason = error instanceof Error ? reasonOf(error) : null;
  const details = error instanceof Error ? error.message : String(error);
  const text = [reason, details].filter(Boolean).join(': ');
  return new OutageError('storage_unavailable', `The database ${database} cannot be opened: ${text}`, {
    cause: error,
  });
}

/** Returns a short reason why the database is unavailable, from a driver error. */
export function outageReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return reasonOf(error) ?? error.message;
}

function reasonOf(error: Error): string | null {
  const code = errorCode(error);
  const match = outageReasons.find(([pattern]) => pattern.test(code));
  if (match) return match[1];
  return connectionMessage.test(error.message) ? 'the connection was lost or refused' : null;
}

/** Returns whether a statement violated a primary key or unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && /^(SQLITE_CONSTRAINT_(PRIMARYKEY|UNIQUE)|23505)$/.test(errorCode(error));
}

/** Returns whether a PostgreSQL transaction did not get its locks, because of a timeout or a deadlock. */
export function isLockRefusal(error: unknown): boolean {
  return error instanceof Error && /^(55P03|57014|40P01)$/.test(errorCode(error));
}

/**
 * Returns whether PostgreSQL refused a query because the account lacks the privilege, or because the server
 * is a standby.
 */
export function isPermissionDenied(error: unknown): boolean {
  return error instanceof Error && /^(42501|55000)$/.test(errorCode(error));
}

/**
 * Returns whether the transaction must be retried: after a conflict with another transaction, or because a
 * prepared statement is outdated.
 */
export function isSerializationConflict(error: unknown): boolean {
  const driverError = error instanceof OutageError ? error.cause : error;
  return (
    driverError instanceof Error &&
    (/^(40001|40P01)$/.test(errorCode(driverError)) || isStalePlan(driverError))
  );
}

/**
 * Returns whether PostgreSQL refused a prepared statement because the columns of its result have changed.
 * This happens after a newer instance has migrated the schema.
 */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof Error &&
    errorCode(error) === '0A000' &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  );
}

/** Returns whether the server refuses writes or does not respond. Another server may then have taken over. */
export function isOnWrongServer(error: unknown): boolean {
  const driverError = error instanceof OutageError ? error.cause : error;
  if (!(driverError instanceof Error)) return false;
  return errorCode(driverError) === '25006' || /query read timeout/i.test(driverError.message);
}

function errorCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
