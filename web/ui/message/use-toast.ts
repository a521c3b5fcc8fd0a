import { createContext, useContext } from 'react'
import type { PastMessage } from './message-history.ts'
import type { ToastAction } from './Toast.tsx'

/** `about` names the subject of a message, which ends earlier messages about it and their actions. */
export type ShowToast = (kind: PastMessage['kind'], text: string, action?: ToastAction, about?: string) => void

export const ToastContext = createContext<ShowToast>(() => undefined)

/** Returns a function that shows a message for five seconds, announced politely for a success and assertively for an
 *  error. The message and its `action` stay in the recent messages. */
export function useToast(): ShowToast {
  return useContext(ToastContext)
}
