/** Arguments of Node for a process of the product that lives for a test. PGlite's code stays as V8 compiles it first:
 *  to optimize it takes a third of the processor time of such a start, and more than it saves. */
export const nodeArgs = ['--disable-warning=ExperimentalWarning', '--liftoff-only']
