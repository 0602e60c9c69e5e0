import { type Logger, pino } from 'pino';
import { boundedLine } from '../serving/log-line.ts';
import type { Settings } from '../settings/settings.ts';

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
