/** Folder of PostgreSQL's programs (initdb, postgres, pgbench): the one on PATH, else the newest. */
export function findPostgresBin(): string | undefined
