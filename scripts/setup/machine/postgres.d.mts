/** The folder of PostgreSQL's server programs (initdb, postgres, pgbench), the newest if there are several. */
export function findPostgresBin(): string | undefined
