import { createContext } from 'react'

/** Ends the session of the pages behind the login once the server says that it has ended. Undefined on pages that need
 *  no session. */
export const SessionEnd = createContext<((refusal: unknown) => Promise<void>) | undefined>(undefined)
