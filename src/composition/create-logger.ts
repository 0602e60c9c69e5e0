import { type Logger, pino } from 'pino';
import type { Settings } from '../config/settings.ts';
import { boundedLine } from '../http/log-line.ts';

export function createLogger(
  { logLevel }: Pick<Settings, 'logLevel'>,
  logTo: { write(line: string): void } = process.stdout,
): Logger {
  const options = {
    level: logLevel,
    redact: ['req.headers.apikey', 'headers.apikey', 'apikey'],
    hooks: { streamWrite: boundedLine },
  };
  return pino(options, logTo);
}
