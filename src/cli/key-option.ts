/** How the key is given, for the help of commands. */
export const keyOption = [
  '--key <key>',
  'the public key, or a file with it; by default that of this deployment',
] as const;
