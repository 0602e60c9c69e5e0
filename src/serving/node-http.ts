/**
 * The parts of `node:http` that the service uses. The module is not imported, because an import reads all its
 * exports, among them `WebSocket`, which makes Node load its own HTTP client (14 MiB).
 */
export const { Server, STATUS_CODES } = process.getBuiltinModule('node:http');
