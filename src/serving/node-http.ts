/**
 * The parts of `node:http` that the service uses. It is not imported: an import reads each export of the
 * module, and `WebSocket` among them makes Node load an HTTP client of its own, which takes 14 MiB.
 */
export const { Server, STATUS_CODES } = process.getBuiltinModule('node:http');
