import { createContext } from 'react'

/** The element of the header for the button that shows recent messages; null until someone is signed in. */
export const MessagesPlace = createContext<HTMLElement | null>(null)
