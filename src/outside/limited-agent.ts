import { Agent } from 'undici';

export interface AgentLimits {
  readonly connections: number;
  /** Of each phase of a call; the whole call needs a limit of its own. */
  readonly timeoutMs: number;
  /** In bytes. */
  readonly maxAnswerBytes: number;
}

/** Connections to one service that can neither keep a caller waiting nor fill the memory. */
export function limitedAgent({ connections, timeoutMs, maxAnswerBytes }: AgentLimits): Agent {
  return new Agent({
    connections,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxAnswerBytes,
  });
}
