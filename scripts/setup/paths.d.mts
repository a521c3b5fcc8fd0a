/** Absolute path of the repository. */
export const root: string
/** Full path of the first of `names` that is on PATH, or undefined. */
export function findOnPath(...names: string[]): string | undefined
/** Program and first arguments that run npm. */
export function npmCommand(): [program: string, ...args: string[]]
/** What this machine lacks before the packages can be installed; undefined if nothing. */
export function missingNode(platform?: string, arch?: string, version?: string): string | undefined
