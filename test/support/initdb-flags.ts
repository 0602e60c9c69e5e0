/** How `initdb` makes the data folders of PostgreSQL servers for tests. */
export const initdbFlags: string[] = [
  '--encoding=UTF8',
  '--locale=C',
  '--no-sync',
  // To check a password costs more than most of what a connection is asked.
  '--auth=trust',
  // Shared memory that a killed server leaves goes with its data folder.
  '--set=dynamic_shared_memory_type=mmap',
];
