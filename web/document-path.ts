/** The address that this document was loaded for, which a change of page within it doesn't change; empty while the pages are built.
 *  Imported by the root, so that it is read before any such change. */
export const documentPath = typeof location === 'undefined' ? '' : location.pathname
