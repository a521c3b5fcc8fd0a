import { useEffect, useState } from 'react'
import { type Location, useLocation } from 'react-router'
import { needsDocument } from './needs-document.ts'

/** Path that this document was loaded for, unchanged by navigation within it. Empty during the build. */
const documentPath = typeof location === 'undefined' ? '' : location.pathname

/** Returns the location whose page this document shows. For a page that needs another document, loads that document and keeps the page shown
 *  until then. */
export function useShownLocation(): Location {
  const current = useLocation()
  const [shown, setShown] = useState(current)
  const isElsewhere = needsDocument(documentPath, current.pathname)
  if (shown !== current && !isElsewhere) setShown(current)

  useEffect(() => {
    // `reload` would restore the scroll position of the page before.
    if (isElsewhere) location.replace(location.href)
  }, [isElsewhere])

  return shown
}
