import { spawnSync } from 'node:child_process';

const installed = (program: string, word: string) => spawnSync(program, [word]).status === 0;
export const nginxIsMissing = installed('nginx', '-v') ? null : 'nginx is not installed';
export const caddyIsMissing = installed('caddy', 'version') ? null : 'Caddy is not installed';
