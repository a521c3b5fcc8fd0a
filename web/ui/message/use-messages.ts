import { useCallback, useEffect, useState } from 'react'
import { type PastMessage, readMessageHistory, writeMessageHistory } from './message-history.ts'
import type { Message, ToastAction } from './Toast.tsx'

const maxMessages = 50
const ended = { open: false, action: undefined }

/** `about` names the subject of a message, which ends earlier messages about it and their actions. */
export type ShowToast = (kind: PastMessage['kind'], text: string, action?: ToastAction, about?: string) => void

/** The messages to the user with this email, newest first. They survive a reload. */
export function useMessages(email: string) {
  const [messages, setMessages] = useState<Message[]>(() => readMessageHistory(email))

  useEffect(() => {
    if (messages.length > 0) writeMessageHistory(email, messages)
  }, [email, messages])

  const show = useCallback<ShowToast>((kind, text, action, about) => {
    setMessages((before) => {
      const id = (before[0]?.id ?? 0) + 1
      const isOver = (message: Message) => about !== undefined && message.about === about
      const earlier = before.map((message) => (isOver(message) ? { ...message, ...ended } : message))
      return [{ id, kind, text, action, about, at: Date.now(), open: true }, ...earlier].slice(0, maxMessages)
    })
  }, [])

  const update = (id: number, change: Partial<Message>) =>
    setMessages((before) => before.map((message) => (message.id === id ? { ...message, ...change } : message)))
  const end = useCallback((id: number) => update(id, { open: false }), [])
  const endAll = () => setMessages((before) => before.map((message) => ({ ...message, open: false })))

  /** Runs the message's action, which works once. */
  function act(id: number) {
    const action = messages.find((message) => message.id === id)?.action
    update(id, ended)
    action?.onPress()
  }

  return { messages, show, end, endAll, act }
}
