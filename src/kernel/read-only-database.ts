import { RegistryError } from './errors.ts';

/** Makes the error for a write to a database that can only be read. */
export function readOnlyDatabase(): RegistryError {
  return new RegistryError(
    'read_only',
    'This instance reads from a standby of its database and does not support write operations. Only instances on the primary of the database can modify data. Setting: database_url.',
  );
}
