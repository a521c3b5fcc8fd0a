import { z } from 'zod/mini'
import type { Calls } from '../kit/call.ts'
import { messageKind, messagePreview, messages, messageTest, messageText } from '../message.ts'

const params = z.object({ kind: messageKind })

/** The calls about the words of the clinic's emails. */
export const messageCalls = {
  listMessages: {
    method: 'GET',
    path: '/messages',
    access: { staff: 'change-messages' },
    answers: { 200: messages },
  },
  changeMessage: {
    method: 'PUT',
    path: '/messages/:kind',
    access: { staff: 'change-messages' },
    params,
    body: messageText,
    answers: { 200: messages },
  },
  previewMessage: {
    method: 'POST',
    path: '/messages/:kind/preview',
    access: { staff: 'change-messages' },
    params,
    body: messageText,
    answers: { 200: messagePreview },
  },
  testMessage: {
    method: 'POST',
    path: '/messages/:kind/test',
    access: { staff: 'change-messages' },
    params,
    answers: { 200: messageTest },
  },
} as const satisfies Calls
